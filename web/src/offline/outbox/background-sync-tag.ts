/** Tag of the background sync event. */
export const SYNC_TAG = "note-ninja outbox";

/** Background Sync API, which only some browsers have. The browser wakes the service worker when there is a network. */
interface WithBackgroundSync {
  sync?: { register: (tag: string) => Promise<void> };
}

/**
 * Asks the browser to send the changes in the service worker if this page is closed first. In other browsers the next
 * page sends them.
 */
export function requestBackgroundSync(): void {
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) =>
      (registration as (ServiceWorkerRegistration & WithBackgroundSync) | undefined)?.sync?.register(SYNC_TAG),
    )
    // The browser does not permit background sync for this site.
    .catch(() => undefined);
}
