/** A page that was hidden for less than this was not left for another device, in milliseconds. */
const AWAY_MS = 60_000;

let hiddenAtMs: number | undefined;
let backAtMs = 0;

function look(): void {
  if (document.visibilityState === "hidden") {
    hiddenAtMs ??= Date.now();
    return;
  }
  if (hiddenAtMs !== undefined && Date.now() - hiddenAtMs >= AWAY_MS) backAtMs = Date.now();
  hiddenAtMs = undefined;
}

// On the document, so that it is known before anything on the window asks. There is none where the page's worker runs.
globalThis.document?.addEventListener("visibilitychange", look);

/** When somebody last came back to this page from having been away, in milliseconds since 1970; 0 while nobody has. */
export const cameBackAtMs = (): number => backAtMs;
