/** Time in milliseconds without input after which the user counts as inactive. */
const LEFT_ALONE_MS = 3 * 60_000;
/** Factor by which the interval grows while the user is inactive. */
const LEFT_ALONE_TIMES = 8;

/** Events that count as input. */
const touches = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/**
 * Calls `ask` every `everyMs` while the page is visible and online: less often while the user is inactive, and at once
 * when the user returns. Returns the stop function.
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
