import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { ApiProblem } from "@/api/problem";
import { canonicalCode } from "@/core/course-code";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { QueryError } from "@/parts/query-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { ReviewSessionView } from "./review-session-view";
import { type StudyScope, StudySession } from "./session";
import { StudyHome } from "./study-home";
import "../cards.css";
import "./study.css";

/** Page to review due cards of the courses in the URL. Without courses, it shows the start page of studying. */
export function StudyPage({ exams }: { exams?: ReactNode }) {
  usePageTitle("Study");
  const [search, setSearch] = useSearchParams();
  const courses = search.getAll("course").map((course) => canonicalCode(course)?.code ?? course);
  const chapter = search.get("chapter") ?? undefined;
  if (courses.length === 0) {
    return <StudyHome exams={exams} onBegin={(chosen) => setSearch({ course: [...chosen] })} />;
  }
  const scope = { courses, chapter };
  return <Loaded key={JSON.stringify(scope)} scope={scope} />;
}

function Loaded({ scope }: { scope: StudyScope }) {
  const queries = useQueryClient();
  // The session loads its data once and updates itself.
  const session = useQuery({
    queryKey: ["studying", "session", scope],
    queryFn: () => StudySession.open(queries, scope),
    // Runs offline as well, with locally stored data.
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  const [course] = scope.courses;
  const back =
    course === undefined || scope.courses.length > 1 ? (
      <BackButton to={paths.study()} label="Study" />
    ) : (
      <BackButton
        to={scope.chapter ? paths.chapter(course, scope.chapter) : paths.notes(course)}
        label={scope.chapter ? "Chapter" : displayCode(course)}
      />
    );
  if (session.data) {
    return (
      <>
        {back}
        {session.data.isEmpty ? <NoCards /> : <ReviewSessionView session={session.data} scope={scope} />}
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
        <QueryError
          query={session}
          contentName="your cards"
          offlineHint="Your cards will appear when Note Ninja can be reached."
        />
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
