import { startScripts } from "@/lib/release";
import type { TakeOver } from "./message";

const WORKER = "/sw.js";

/** While a page is open it holds a lock whose name says of which release it is. */
const LOCK = "note-ninja page ";

/** Whether all open pages are of one release. What cannot be told is no. */
async function areAllOf(release: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const pages = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? name : []));
  return pages.length > 0 && pages.every((name) => name === LOCK + release);
}

/** Holds a lock until the page is gone; resolves when it does. */
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

/**
 * Registers the page's worker. The worker of a new release waits until no page of another one is open, so that it takes
 * nothing away under anybody's hands; by itself it would also wait for the pages of its own release.
 */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const release = startScripts.join(" ");
  await holdLock(LOCK + release);
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const offer = async () => {
    const { waiting } = registration;
    const message: TakeOver = { kind: "take over", scripts: startScripts };
    if (waiting && (await areAllOf(release))) waiting.postMessage(message);
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => void offer());
  });
  await offer();
}
