import { ServerOff } from "lucide-react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { session, useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { Loading } from "@/ui/feedback/loading";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";

/** Waits for the session, so that no page is rendered for the wrong user first. */
export function Root() {
  const state = useSession();
  const navigation = useNavigation();
  if (state.status === "unknown") {
    if (!state.unreachable) return <Loading />;
    return (
      <main className="grid min-h-dvh place-items-center">
        <StatusPlaceholder
          role="alert"
          icon={<ServerOff />}
          title="Could not reach Note Ninja"
          body="You are still signed in. Check your connection and try again."
          action={
            <Button variant="primary" onClick={() => void session.restore()}>
              Retry
            </Button>
          }
        />
      </main>
    );
  }
  return (
    <>
      {navigation.state !== "idle" && (
        <div className="page-progress" role="progressbar" aria-label="Loading the page" />
      )}
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
