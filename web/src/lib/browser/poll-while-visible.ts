/** Time in milliseconds without input after which the user counts as inactive. */
const IDLE_AFTER_MS = 3 * 60_000;
/** Factor by which the interval grows while the user is inactive. */
const IDLE_SLOWDOWN = 8;

/** Events that count as input. */
const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/**
 * Calls `poll` every `everyMs` while the page is visible and online: less often while the user is inactive, and at once
 * when the user returns. Returns the stop function.
 */
export function pollWhileVisible(poll: () => void, everyMs: number): () => void {
  const leaving = new AbortController();
  let polledAt = performance.now();
  let touchedAt = polledAt;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const canPoll = () => document.visibilityState === "visible" && navigator.onLine;
  const isIdle = () => performance.now() - touchedAt >= IDLE_AFTER_MS;
  const waitMs = () => polledAt + (isIdle() ? everyMs * IDLE_SLOWDOWN : everyMs) - performance.now();

  function plan(): void {
    clearTimeout(timer);
    if (!canPoll()) return;
    const wait = waitMs();
    if (wait <= 0) pollNow();
    else timer = setTimeout(plan, Math.min(wait, everyMs));
  }

  function pollNow(): void {
    polledAt = performance.now();
    poll();
    plan();
  }

  function onReturn(): void {
    touchedAt = performance.now();
    clearTimeout(timer);
    if (canPoll()) pollNow();
  }

  function onTouch(): void {
    const wasIdle = isIdle();
    touchedAt = performance.now();
    if (wasIdle) plan();
  }

  const { signal } = leaving;
  for (const event of ["visibilitychange", "online"]) window.addEventListener(event, onReturn, { signal });
  for (const event of ACTIVITY_EVENTS)
    window.addEventListener(event, onTouch, { signal, passive: true, capture: true });
  plan();
  return () => {
    leaving.abort();
    clearTimeout(timer);
  };
}
