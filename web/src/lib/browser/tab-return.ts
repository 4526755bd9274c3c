/**
 * Time that a page must have been hidden, in milliseconds, before the user counts as having been away, perhaps on
 * another device.
 */
const AWAY_MS = 60_000;

let hiddenAtMs: number | undefined;
let backAtMs = 0;

function onVisibilityChange(): void {
  if (document.visibilityState === "hidden") {
    hiddenAtMs ??= Date.now();
    return;
  }
  if (hiddenAtMs !== undefined && Date.now() - hiddenAtMs >= AWAY_MS) backAtMs = Date.now();
  hiddenAtMs = undefined;
}

// Registered on the document, so that it runs before listeners on the window. Service workers have no document.
globalThis.document?.addEventListener("visibilitychange", onVisibilityChange);

/** Time of the last return to this page (Unix milliseconds), or 0. */
export const lastTabReturnMs = (): number => backAtMs;
