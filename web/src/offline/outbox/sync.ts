/** By which the browser tells the page's worker that it may send what pages have left. */
export const SYNC_TAG = "note-ninja outbox";

/** What some browsers have: they wake the worker when there is a network, also when no page is open any more. */
interface Waking {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Has what waits sent by the page's worker, should this page be closed before; elsewhere the next page sends it. */
export function sendWhenClosed(): void {
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) =>
      (registration as (ServiceWorkerRegistration & Waking) | undefined)?.sync?.register(SYNC_TAG),
    )
    // The browser does not let the site do this.
    .catch(() => undefined);
}
