import { entryScripts } from "@/lib/loading/new-release";
import { requestSearchPrecache } from "@/lib/loading/precache";
import type { SkipWaitingMessage } from "./skip-waiting-message";

const WORKER = "/sw.js";

/** Prefix of the lock that each open page holds; the rest of the name is its release. */
const LOCK = "note-ninja page ";

/**
 * Returns the locks of pages of other releases, including requested ones. Returns `undefined` if the browser reports no
 * page locks.
 */
async function locksOfOthers(release: string): Promise<string[] | undefined> {
  const all = await navigator.locks?.query();
  const pages = [...(all?.held ?? []), ...(all?.pending ?? [])].flatMap(({ name, mode }) =>
    name?.startsWith(LOCK) && mode === "shared" ? name : [],
  );
  return pages.length > 0 ? [...new Set(pages)].filter((name) => name !== LOCK + release) : undefined;
}

/** Holds a lock until the page is closed. Resolves when the lock is granted. */
function holdLock(name: string): Promise<void> {
  const untilThePageIsGone = new Promise<never>(() => undefined);
  return new Promise((resolve) => {
    if (!navigator.locks) resolve();
    void navigator.locks?.request(name, { mode: "shared" }, () => {
      resolve();
      return untilThePageIsGone;
    });
  });
}

/** Caches the search files that the page loaded before the worker controlled it, so that search works offline. */
function keepWhatCameBefore(): void {
  const hasSearched = performance.getEntriesByType("resource").some(({ name }) => name.includes("/catalogue/"));
  if (hasSearched) void requestSearchPrecache().catch(() => undefined);
}

/**
 * Registers the service worker. The worker of a new release waits until no page of another release is open, so that it
 * removes no file that is in use. By default the browser would also wait for pages of the worker's own release.
 */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  if (!navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener("controllerchange", keepWhatCameBefore, { once: true });
  }
  const release = entryScripts.join(" ");
  await holdLock(LOCK + release);
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const offer = async (): Promise<void> => {
    const { waiting } = registration;
    const others = waiting ? await locksOfOthers(release) : undefined;
    if (others?.length === 0) {
      const message: SkipWaitingMessage = { kind: "take over", scripts: entryScripts };
      waiting?.postMessage(message);
    } else if (others) {
      // An exclusive lock is granted when no page holds it, including a page that this tab just left.
      await Promise.all(others.map((name) => navigator.locks.request(name, () => undefined)));
      await offer();
    }
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => void offer());
  });
  await offer();
}
