/** Nobody has touched the page for so long: it is left alone. In milliseconds. */
const LEFT_ALONE_MS = 3 * 60_000;
/** How many times more rarely a page asks that is left alone. */
const LEFT_ALONE_TIMES = 8;

/** What tells that somebody is there. */
const touches = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/**
 * Calls `ask` every `everyMs` while somebody looks at the page: rarely while nobody touches it, never while it is hidden or
 * without a network, and at once when somebody comes back to it. Returns how to stop.
 */
export function whileWatched(ask: () => void, everyMs: number): () => void {
  const leaving = new AbortController();
  let askedAt = performance.now();
  let touchedAt = askedAt;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isWatched = () => document.visibilityState === "visible" && navigator.onLine;
  const isLeftAlone = () => performance.now() - touchedAt >= LEFT_ALONE_MS;
  const waitMs = () => askedAt + (isLeftAlone() ? everyMs * LEFT_ALONE_TIMES : everyMs) - performance.now();

  function plan(): void {
    clearTimeout(timer);
    if (!isWatched()) return;
    const wait = waitMs();
    if (wait <= 0) askNow();
    else timer = setTimeout(plan, Math.min(wait, everyMs));
  }

  function askNow(): void {
    askedAt = performance.now();
    ask();
    plan();
  }

  function onReturn(): void {
    touchedAt = performance.now();
    clearTimeout(timer);
    if (isWatched()) askNow();
  }

  function onTouch(): void {
    const wasLeftAlone = isLeftAlone();
    touchedAt = performance.now();
    if (wasLeftAlone) plan();
  }

  const { signal } = leaving;
  for (const event of ["visibilitychange", "online"]) window.addEventListener(event, onReturn, { signal });
  for (const event of touches) window.addEventListener(event, onTouch, { signal, passive: true, capture: true });
  plan();
  return () => {
    leaving.abort();
    clearTimeout(timer);
  };
}
