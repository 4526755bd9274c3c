import { TriangleAlert, WifiOff } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { isChunkLoadError } from "@/lib/loading/load-chunk";
import { Button } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";

/**
 * Replaces a page that failed or whose code failed to load, inside the frame. Loads missing code again on a click and
 * when the device goes online.
 */
export function ErrorPage() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  const isMissing = isChunkLoadError(error);
  const again = useCallback(() => {
    void navigate(location, { replace: true, state: location.state, preventScrollReset: true });
  }, [navigate, location]);
  useEffect(() => console.error("A screen failed.", error), [error]);
  // A layout effect subscribes in the same frame in which the message appears, so that no `online` event is missed.
  useLayoutEffect(() => {
    if (!isMissing) return undefined;
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [isMissing, again]);
  if (isMissing) {
    return (
      <StatusPlaceholder
        role="alert"
        className="min-h-[60dvh]"
        icon={<WifiOff />}
        title="This page could not be loaded"
        body="Check your connection. Everything you saved is safe."
        action={<Button onClick={again}>Try again</Button>}
      />
    );
  }
  return (
    <StatusPlaceholder
      role="alert"
      className="min-h-[60dvh]"
      icon={<TriangleAlert />}
      title="This page could not be shown"
      body="Everything you saved is safe. Reloading the page usually helps."
      action={<Button onClick={() => window.location.reload()}>Load again</Button>}
    />
  );
}
