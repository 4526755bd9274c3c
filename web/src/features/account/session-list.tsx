import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { problemText } from "@/api/problem";
import { formatDateTime } from "@/lib/text/format";
import { Button } from "@/ui/controls/button";
import { Badge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { toast } from "@/ui/feedback/toast";
import { accountApi, type MySession, sessionsQuery } from "./api";

/** List of sessions, with the current one first. Each has a button that ends it. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEnding(accountApi.endOtherSessions, "You were logged out everywhere else.");
  if (sessions.isError && !sessions.data) {
    return (
      <LoadError variant="line" error={sessions.error} onRetry={sessions.refetch}>
        Your sessions could not be loaded.
      </LoadError>
    );
  }
  if (!sessions.data) {
    return <Skeleton className="account-sessions-waiting" />;
  }
  const { items } = sessions.data;
  const others = items.filter((session) => !session.isCurrent);
  return (
    <>
      <ul className="account-sessions">
        {[...items.filter((session) => session.isCurrent), ...others].map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button busy={endOthers.isPending} busyLabel="Logging out..." onClick={() => endOthers.mutate()}>
          Log out everywhere else
        </Button>
      )}
    </>
  );
}

function SessionRow({ session }: { session: MySession }) {
  const id = useId();
  const end = useEnding(() => accountApi.endSession(session.id), `${session.device} was logged out.`);
  return (
    <li className="account-session">
      <div>
        <b id={id}>{session.device}</b> {session.isCurrent && <Badge kind="accent">This device</Badge>}
        <p className="hint">
          Signed in {formatDateTime(session.beganAt)} · Last used {formatDateTime(session.usedAt)}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          size="sm"
          aria-describedby={id}
          busy={end.isPending}
          busyLabel="Logging out..."
          onClick={() => end.mutate()}
        >
          Log out
        </Button>
      )}
    </li>
  );
}

/** Returns a mutation that ends sessions, shows a toast and refetches the list. */
function useEnding(ending: () => Promise<unknown>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ending,
    onSuccess: () => toast(done),
    onError: (error) => toast(`Could not log out. ${problemText(error)}`, { kind: "error" }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
