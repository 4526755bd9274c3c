import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronDown, Gavel, Inbox, Plus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { problemDetail } from "@/api/problem";
import {
  courseRequestsQuery,
  type RequestedCourse,
  type RequestState,
  requestReasonsQuery,
} from "@/data/requests/requests";
import { cn } from "@/lib/text/cn";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { PaginatedList } from "@/parts/paginated-list";
import { Button, LinkButton } from "@/ui/controls/button";
import { CourseBadge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { DecideDialog } from "./decide-dialog";
import { requestersText, requestStates } from "./request-state-badge";
import "./requests.css";

const emptyTitles: Record<RequestState, string> = {
  open: "Nothing to decide",
  planned: "Nothing planned",
  added: "Nothing added yet",
  declined: "Nothing declined",
};

/** List of requested courses in the state from the URL, most requested first. For administrators. */
export function RequestedCourses() {
  const [search, setSearch] = useSearchParams();
  const state = requestStates.find(({ value }) => value === search.get("state"))?.value ?? "open";
  const requested = useInfiniteQuery(courseRequestsQuery(state));
  const [decided, setDecided] = useState<RequestedCourse>();
  const courses = requested.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="wanted" aria-labelledby="wanted">
      <h2 className="sr-only" id="wanted">
        Requests
      </h2>
      <fieldset className="states">
        <legend className="sr-only">State</legend>
        {requestStates.map(({ value, label }) => (
          <Button
            key={value}
            size="sm"
            variant={value === state ? "tonal" : "quiet"}
            aria-pressed={value === state}
            onClick={() => setSearch(value === "open" ? {} : { state: value }, { replace: true })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <PaginatedList
        list={requested}
        what="the requests"
        isEmpty={courses.length === 0}
        empty={
          <StatusPlaceholder
            icon={<Inbox />}
            title={emptyTitles[state]}
            body={state === "open" ? "A course appears here as soon as a student asks for it." : undefined}
          />
        }
      >
        <ul className="card request-list" aria-busy={requested.isFetchingNextPage}>
          {courses.map((course) => (
            <RequestedCourseRow key={course.courseCode} course={course} onDecide={() => setDecided(course)} />
          ))}
        </ul>
      </PaginatedList>
      {decided && <DecideDialog course={decided} onClose={() => setDecided(undefined)} />}
    </section>
  );
}

function RequestedCourseRow({ course, onDecide }: { course: RequestedCourse; onDecide: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { courseCode: code, courseName, requesters, answer, firstAskedAt, lastAskedAt, state } = course;
  const reasonsId = `reasons-${code}`;
  const [first, last] = [formatDay(firstAskedAt), formatDay(lastAskedAt)];
  return (
    <li>
      <div className="what">
        <p className="line">
          <CourseBadge code={code} />
          <span className="truncate-1 name" title={courseName}>
            {courseName}
          </span>
        </p>
        <p className="facts tabular-nums">
          <strong>{requestersText(requesters)}</strong> · {first === last ? last : `${first} to ${last}`}
        </p>
        {answer && <p className="decision-answer">{answer}</p>}
      </div>
      <div className="actions">
        <Button
          size="sm"
          variant="quiet"
          icon={<ChevronDown className={cn("turn", isOpen && "open")} />}
          aria-label={`Reasons for ${displayCode(code)}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? reasonsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          Reasons
        </Button>
        {state !== "added" && (
          <LinkButton
            size="sm"
            icon={<Plus />}
            aria-label={`Create the course ${displayCode(code)}`}
            to={paths.adminNewCourse(code, courseName)}
          >
            Create this course
          </LinkButton>
        )}
        <Button size="sm" icon={<Gavel />} aria-label={`Decide on ${displayCode(code)}`} onClick={onDecide}>
          Decide
        </Button>
      </div>
      {isOpen && <Reasons id={reasonsId} course={course} />}
    </li>
  );
}

function Reasons({ id, course }: { id: string; course: RequestedCourse }) {
  const reasons = useInfiniteQuery(requestReasonsQuery(course.courseCode));
  const requests = reasons.data?.pages.flatMap((page) => page.requests.items) ?? [];
  return (
    <div id={id} className="reasons">
      {reasons.isPending && (
        <div role="status" aria-label="Loading the reasons...">
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {reasons.isError && (
        <LoadError variant="line" error={reasons.error} onRetry={reasons.refetch}>
          {problemDetail(reasons.error)}
        </LoadError>
      )}
      <ul>
        {requests.map((request) => (
          <li key={request.id}>
            <p className={cn("reason", !request.reason && "none")}>{request.reason || "No reason given"}</p>
            <p className="facts tabular-nums">
              {request.requesterName} · {formatDay(request.requestDate)}
              {request.courseName !== course.courseName && ` · “${request.courseName}”`}
            </p>
          </li>
        ))}
      </ul>
      {reasons.hasNextPage && (
        <Button
          size="sm"
          busy={reasons.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void reasons.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
