import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { ApiProblem, problemDetail } from "@/api/problem";
import { canonicalCode } from "@/core/course-code";
import { paths } from "@/lib/addresses/paths";
import { displayCode } from "@/lib/addresses/subjects";
import { usePageTitle } from "@/lib/browser/page-title";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { ReviewSessionView } from "./review-session-view";
import { type StudyScope, StudySession } from "./session";
import { StudyHome } from "./study-home";
import "../cards.css";
import "./study.css";

/** Page to review due cards of the courses in the URL. Without courses, the start of studying. */
export function StudyPage({ exams }: { exams?: ReactNode }) {
  usePageTitle("Study");
  const [search, setSearch] = useSearchParams();
  const courses = search.getAll("course").map((course) => canonicalCode(course)?.code ?? course);
  const chapter = search.get("chapter") ?? undefined;
  if (courses.length === 0) {
    return <StudyHome exams={exams} onBegin={(chosen) => setSearch({ course: [...chosen] })} />;
  }
  const asked = { courses, chapter };
  return <Loaded key={JSON.stringify(asked)} asked={asked} />;
}

function Loaded({ asked }: { asked: StudyScope }) {
  const queries = useQueryClient();
  // The session loads its data once and updates itself.
  const session = useQuery({
    queryKey: ["studying", "session", asked],
    queryFn: () => StudySession.open(queries, asked),
    // Runs offline as well, with locally stored data.
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  const [course] = asked.courses;
  const back =
    course === undefined || asked.courses.length > 1 ? (
      <BackButton to={paths.study()} label="Study" />
    ) : (
      <BackButton
        to={asked.chapter ? paths.chapter(course, asked.chapter) : paths.notes(course)}
        label={asked.chapter ? "Chapter" : displayCode(course)}
      />
    );
  if (session.data) {
    return (
      <>
        {back}
        {session.data.isEmpty ? <NoCards /> : <ReviewSessionView session={session.data} asked={asked} />}
      </>
    );
  }
  const { error } = session;
  const isMissing = error instanceof ApiProblem && error.code === "not_found";
  return (
    <>
      {back}
      <h1 className="sr-only">Study</h1>
      {isMissing ? (
        <NoCards />
      ) : session.isPending && session.fetchStatus !== "paused" ? (
        <div role="status" aria-label="Loading...">
          <Skeleton className="flip-skeleton" />
        </div>
      ) : (
        <LoadError
          as="page"
          error={session.error}
          body={error ? problemDetail(error) : "Your cards will appear when Note Ninja can be reached."}
          onRetry={session.refetch}
        >
          {session.fetchStatus === "paused" ? "You're offline" : "Could not load your cards"}
        </LoadError>
      )}
    </>
  );
}

function NoCards() {
  return (
    <>
      <h1 className="sr-only">Study</h1>
      <StatusPlaceholder
        icon={<SearchX />}
        title="No study cards here"
        body="No cards have been written for this yet."
      />
    </>
  );
}
