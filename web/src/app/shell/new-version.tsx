import { useEffect, useState } from "react";
import { usePlayerPart } from "@/player/player";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";

/** A page that stays open asks this often whether it is still the newest, in milliseconds. */
const ASK_EVERY_MS = 15 * 60_000;

/** The scripts that this page was started with; each is named after the hash of its content. */
const scripts = [...document.querySelectorAll("script[type=module][src]")].map((script) => script.getAttribute("src"));

/** Whether the site starts with other scripts by now. What cannot be told is no. */
async function isReplaced(signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch("/", { cache: "no-cache", signal, headers: { accept: "text/html" } });
    const isPage = answer.ok && answer.headers.get("content-type")?.startsWith("text/html") === true;
    if (!isPage) return false;
    const page = await answer.text();
    return page.includes("<script") && scripts.some((script) => !page.includes(`"${script}"`));
  } catch {
    return false;
  }
}

/** Asks when the page is looked at again, and from time to time while it is, until the answer is yes. */
function useIsReplaced(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    if (isKnown || scripts.length === 0) return undefined;
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
  const isReplaced = useIsReplaced();
  const isPlaying = usePlayerPart((state) => state.isPlaying);
  if (!isReplaced || isPlaying) return null;
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
