import { useEffect, useState } from "react";
import { isReplaced } from "@/lib/loading/release";
import { usePlayerPart } from "@/player/player";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";

/** A page that stays open asks this often whether it is still the newest, in milliseconds. */
const ASK_EVERY_MS = 15 * 60_000;

/** Asks when the page is looked at again, and from time to time while it is, until the answer is yes. */
function useIsReplaced(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    if (isKnown) return undefined;
    const leaving = new AbortController();
    let askedAt = performance.now();
    const ask = () => {
      if (document.visibilityState === "hidden" || performance.now() - askedAt < ASK_EVERY_MS) return;
      askedAt = performance.now();
      void isReplaced(leaving.signal).then((is) => is && setKnown(true));
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
 * Offers a reload when the site has been replaced. The old files stay for a month, so nobody has to; and nobody is asked
 * while something plays, because a reload would stop it.
 */
export function NewVersion() {
  const isOld = useIsReplaced();
  const isPlaying = usePlayerPart((state) => state.isPlaying);
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
