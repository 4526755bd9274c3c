import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { problemText } from "@/api/problem";
import {
  type MyCourseRequest,
  myRequestsQuery,
  useIsVoteWithdrawn,
  useUnsentRequests,
  useVoteForCourse,
} from "@/data/requests/requests";
import { useOnline } from "@/lib/browser/online";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { Button } from "@/ui/controls/button";
import { Badge, CourseBadge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { RequestStateBadge, requestersText } from "./request-state-badge";

/** Course requests of the user that were not anonymous, with their states. */
export function MyRequests() {
  const requests = useInfiniteQuery(myRequestsQuery);
  const [doomed, setDoomed] = useState<MyCourseRequest>();
  const isWithdrawn = useIsVoteWithdrawn();
  const unsent = useUnsentRequests();
  const mine = (requests.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ courseCode }) => !isWithdrawn(courseCode),
  );
  mine.sort((one, other) => other.requestDate.localeCompare(one.requestDate));
  return (
    <section className="my-requests" aria-labelledby="my-requests">
      <h2 id="my-requests">Your requests</h2>
      {mine.length + unsent.length > 0 ? (
        <ul className="card request-list">
          {unsent.map(({ id, courseCode, courseName }) => (
            <li key={id}>
              <div className="what">
                <p className="line">
                  <CourseBadge code={courseCode} />
                  <span className="truncate-1 name" title={courseName}>
                    {courseName}
                  </span>
                  <Badge kind="warn">On this device</Badge>
                </p>
              </div>
            </li>
          ))}
          {mine.map((request) => (
            <Request key={request.courseCode} request={request} onWithdraw={() => setDoomed(request)} />
          ))}
        </ul>
      ) : (
        <Nothing requests={requests} />
      )}
      {requests.hasNextPage && (
        <Button busy={requests.isFetchingNextPage} busyLabel="Loading..." onClick={() => void requests.fetchNextPage()}>
          Show more
        </Button>
      )}
      {doomed && <Withdraw request={doomed} onClose={() => setDoomed(undefined)} />}
    </section>
  );
}

function Request({ request, onWithdraw }: { request: MyCourseRequest; onWithdraw: () => void }) {
  const { courseCode: code, courseName, state, answer, requesters, requestDate } = request;
  return (
    <li>
      <div className="what">
        <p className="line">
          <CourseBadge code={code} />
          <span className="truncate-1 name" title={courseName}>
            {courseName}
          </span>
          <RequestStateBadge state={state} />
        </p>
        <p className="facts tabular-nums">
          {requestersText(requesters)} · {formatDay(requestDate)}
        </p>
        {answer && <p className="decision-answer">{answer}</p>}
        {state === "added" && (
          <Link className="link" to={paths.notes(code)}>
            Open {displayCode(code)}
          </Link>
        )}
      </div>
      {state !== "added" && (
        <div className="actions">
          <Button
            size="sm"
            variant="quiet"
            icon={<Undo2 />}
            aria-label={`Withdraw the request for ${displayCode(code)}`}
            onClick={onWithdraw}
          >
            Withdraw
          </Button>
        </div>
      )}
    </li>
  );
}

function Withdraw({ request, onClose }: { request: MyCourseRequest; onClose: () => void }) {
  const join = useVoteForCourse();
  const course = displayCode(request.courseCode);

  async function withdraw() {
    try {
      await join.mutateAsync({ code: request.courseCode, join: false });
    } catch (error) {
      toast(`Your request was not withdrawn. ${problemText(error)}`, { kind: "error" });
      throw error;
    }
    toast(`Your request for ${course} was withdrawn.`);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Withdraw the request for ${course}?`}
      body="It will no longer be counted, and your reason will be deleted. You can ask again at any time."
      confirmLabel="Withdraw"
      busyLabel="Withdrawing..."
      cancelLabel="Keep"
      onConfirm={withdraw}
    />
  );
}

function Nothing({
  requests,
}: {
  requests: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
}) {
  const isOnline = useOnline();
  if (requests.isPending && isOnline) {
    return (
      <div className="card request-list" role="status" aria-label="Loading your requests...">
        <div className="waiting">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-1/4" />
        </div>
      </div>
    );
  }
  if (requests.isPending || requests.isError) {
    return (
      <LoadError
        variant="page"
        error={requests.error}
        body={isOnline ? undefined : "Your requests are shown when you're back online."}
        onRetry={requests.refetch}
      >
        {isOnline ? "Could not load your requests" : "You're offline"}
      </LoadError>
    );
  }
  return (
    <StatusPlaceholder
      icon={<Inbox />}
      title="No requests yet"
      body="Courses you request under your name appear here, with their status."
    />
  );
}
