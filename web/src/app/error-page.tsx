import { TriangleAlert, WifiOff } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { isMissingCode } from "@/lib/loading/fetch-code";
import { Button } from "@/ui/controls/button";
import { StateView } from "@/ui/feedback/state-view";

/**
 * Shown in the place of a screen that failed, or whose code could not be fetched; the frame and the player around it stay.
 * Code that is missing is fetched again, also by itself when the connection is back.
 */
export function ErrorPage() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  const isMissing = isMissingCode(error);
  const again = useCallback(() => {
    void navigate(location, { replace: true, state: location.state, preventScrollReset: true });
  }, [navigate, location]);
  useEffect(() => console.error("A screen failed.", error), [error]);
  // With the words that say so: from then on no return of the connection is missed.
  useLayoutEffect(() => {
    if (!isMissing) return undefined;
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [isMissing, again]);
  if (isMissing) {
    return (
      <StateView
        role="alert"
        className="min-h-[60dvh]"
        icon={<WifiOff />}
        title="This page could not be loaded"
        body="Check your connection. What you had saved is safe."
        action={<Button onClick={again}>Try again</Button>}
      />
    );
  }
  return (
    <StateView
      role="alert"
      className="min-h-[60dvh]"
      icon={<TriangleAlert />}
      title="This page could not be shown"
      body="What you had saved is safe. Loading the page again usually helps."
      action={<Button onClick={() => window.location.reload()}>Load again</Button>}
    />
  );
}
