import { keepSearch } from "@/lib/loading/keep-code";
import { startScripts } from "@/lib/loading/release";
import type { TakeOver } from "./message";

const WORKER = "/sw.js";

/** While a page is open it holds a lock whose name says of which release it is. */
const LOCK = "note-ninja page ";

/** The locks of open pages of other releases, also of those that are about to hold theirs. Nothing where that cannot be told. */
async function locksOfOthers(release: string): Promise<string[] | undefined> {
  const all = await navigator.locks?.query();
  const pages = [...(all?.held ?? []), ...(all?.pending ?? [])].flatMap(({ name, mode }) =>
    name?.startsWith(LOCK) && mode === "shared" ? name : [],
  );
  return pages.length > 0 ? [...new Set(pages)].filter((name) => name !== LOCK + release) : undefined;
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

/** The worker did not see what the page was given before it came: what was searched then can be searched without a network. */
function keepWhatCameBefore(): void {
  const hasSearched = performance.getEntriesByType("resource").some(({ name }) => name.includes("/catalogue/"));
  if (hasSearched) void keepSearch().catch(() => undefined);
}

/**
 * Registers the page's worker. The worker of a new release waits until no page of another one is open, so that it takes
 * nothing away under anybody's hands; by itself it would also wait for the pages of its own release.
 */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  if (!navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener("controllerchange", keepWhatCameBefore, { once: true });
  }
  const release = startScripts.join(" ");
  await holdLock(LOCK + release);
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const offer = async (): Promise<void> => {
    const { waiting } = registration;
    const others = waiting ? await locksOfOthers(release) : undefined;
    if (others?.length === 0) {
      const message: TakeOver = { kind: "take over", scripts: startScripts };
      waiting?.postMessage(message);
    } else if (others) {
      // Whoever has one of these alone has it when no page holds it any more: also one that was just left in this tab.
      await Promise.all(others.map((name) => navigator.locks.request(name, () => undefined)));
      await offer();
    }
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => void offer());
  });
  await offer();
}
