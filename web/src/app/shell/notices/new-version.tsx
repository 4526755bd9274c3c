import { useEffect, useState } from "react";
import { isNewReleaseDeployed } from "@/lib/loading/new-release";
import { usePlayerSelector } from "@/player/player";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";

/** Interval of version checks in an open page, in milliseconds. */
const ASK_EVERY_MS = 15 * 60_000;

/** Checks for a new version when the page becomes visible and at intervals while it is. Stops once it finds one. */
function useIsReplaced(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    if (isKnown) return undefined;
    const leaving = new AbortController();
    let askedAt = performance.now();
    const ask = () => {
      if (document.visibilityState === "hidden" || performance.now() - askedAt < ASK_EVERY_MS) return;
      askedAt = performance.now();
      void isNewReleaseDeployed(leaving.signal).then((is) => is && setKnown(true));
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    document.addEventListener("visibilitychange", ask, { signal: leaving.signal });
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [isKnown]);
  return isKnown;
}

/**
 * Offers a reload after a release. Hidden during playback, which a reload would stop. Old files stay available for a
 * month, so the reload is optional.
 */
export function NewVersion() {
  const isOld = useIsReplaced();
  const isPlaying = usePlayerSelector((state) => state.isPlaying);
  if (!isOld || isPlaying) return null;
  return (
    <Banner
      className="mb-4"
      action={
        <Button size="sm" variant="quiet" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      There is a new version of Note Ninja.
    </Banner>
  );
}
