import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Layers, SearchX } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { ApiProblem, problemText } from "@/api/problem";
import { canonicalCode } from "@/core/course-code";
import { ownCoursesQuery } from "@/data/cards/own-cards";
import { useFollowed } from "@/data/me/me";
import { paths } from "@/lib/addresses/paths";
import { displayCode } from "@/lib/addresses/subjects";
import { usePageTitle } from "@/lib/browser/page-title";
import { Button, LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StateView } from "@/ui/feedback/state-view";
import { Checkbox } from "@/ui/form/checkbox";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { type Asked, StudySession } from "./session";
import { Sitting } from "./sitting";
import "../cards.css";
import "./study.css";

/** Page to review due cards of the courses in the URL, or of the courses that the student selects. */
export function StudyPage() {
  usePageTitle("Study");
  const [search, setSearch] = useSearchParams();
  const courses = search.getAll("course").map((course) => canonicalCode(course)?.code ?? course);
  const chapter = search.get("chapter") ?? undefined;
  if (courses.length === 0) return <Choose onChosen={(chosen) => setSearch({ course: [...chosen] })} />;
  const asked = { courses, chapter };
  return <Loaded key={JSON.stringify(asked)} asked={asked} />;
}

function Choose({ onChosen }: { onChosen: (codes: readonly string[]) => void }) {
  const followed = useFollowed();
  const own = useQuery(ownCoursesQuery);
  const codes = [...new Set([...followed.codes, ...(own.data?.items.map(({ course }) => course) ?? [])])];
  const isKnown = followed.isKnown && !own.isLoading;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = codes.filter((code) => !left.has(code));
  if (isKnown && codes.length === 0) {
    return (
      <>
        <h1 className="sr-only">Study</h1>
        <StateView
          icon={<Layers />}
          title="Follow a course first"
          body="Its study cards then come up here just before you would forget them."
          action={
            <LinkButton variant="primary" to={paths.browse()}>
              Browse courses
            </LinkButton>
          }
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Study" sub="Cards come back just before you would forget them." />
      <form
        className="study-choose card"
        onSubmit={(event) => {
          event.preventDefault();
          onChosen(chosen);
        }}
      >
        <fieldset>
          <legend className="sec">Courses</legend>
          {codes.map((code) => (
            <Checkbox
              key={code}
              label={displayCode(code)}
              checked={!left.has(code)}
              onChange={({ target }) => {
                const after = new Set(left);
                if (target.checked) after.delete(code);
                else after.add(code);
                setLeft(after);
              }}
            />
          ))}
        </fieldset>
        <Button type="submit" variant="primary" disabled={chosen.length === 0}>
          Study
        </Button>
      </form>
    </>
  );
}

function Loaded({ asked }: { asked: Asked }) {
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
      <BackButton to={paths.study()} label="Courses" />
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
        {session.data.isEmpty ? <NoCards /> : <Sitting session={session.data} asked={asked} />}
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
          body={error ? problemText(error) : "Your cards will appear when Note Ninja can be reached."}
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
      <StateView icon={<SearchX />} title="No study cards here" body="No cards have been written for this yet." />
    </>
  );
}
