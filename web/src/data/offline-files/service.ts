import type { QueryClient } from "@tanstack/react-query";
import { setHasOfflineFiles } from "@/offline/files/has-offline-files";
import { type OfflineItem, type OfflineItemRef, offlineItemKey } from "@/offline/files/items";
import { downloaderPort, offlineFiles } from "@/offline/files/offline-files";
import { session } from "@/session/session";
import { OfflineFileDownloader } from "./downloader";
import { applyPlan, revalidate } from "./revalidate";

/** Actions on offline copies, and their confirmation with the server. Only one tab fetches. */

const LOCK = "note-ninja files";

/**
 * Interval between confirmations while a page is open, in milliseconds. The browser coming online also triggers one.
 */
const REVALIDATE_EVERY_MS = 3_600_000;

let working: Promise<void> | undefined;
let isRequested = false;
let fetcher: OfflineFileDownloader | undefined;

async function underLock(work: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(LOCK, work) : work());
}

/** Fetches missing files until every remaining one is paused, stopped or complete. Never rejects. */
function drain(queries: QueryClient): Promise<void> {
  isRequested = true;
  working ??= underLock(async () => {
    while (isRequested) {
      isRequested = false;
      const store = downloaderPort.store();
      if (!store) return;
      fetcher = new OfflineFileDownloader(store, queries);
      await fetcher.run();
    }
  })
    .catch((error: unknown) => {
      // Retry at the next contact, not at once.
      isRequested = false;
      console.warn("What is to be kept could not be fetched.", error);
    })
    .finally(() => {
      working = undefined;
      fetcher = undefined;
      if (isRequested) void drain(queries);
    });
  return working;
}

offlineFiles.watch(() => fetcher?.onChange(offlineFiles.get()));

/** Publishes a change and starts fetching. */
async function changed(queries: QueryClient): Promise<void> {
  await downloaderPort.reload();
  void drain(queries);
}

let contacting: Promise<void> | undefined;

/** Confirms the offline copies with the server, then continues to fetch. Without a response nothing changes. */
function contact(queries: QueryClient): Promise<void> {
  contacting ??= (async () => {
    const store = downloaderPort.store();
    if (!store) return;
    await revalidate(store, queries).catch((error: unknown) =>
      console.warn("The server could not be asked about what is kept on this device.", error),
    );
    await changed(queries);
  })()
    .catch((error: unknown) => console.warn("What is kept on this device could not be read.", error))
    .finally(() => {
      contacting = undefined;
    });
  return contacting;
}

let isStarted = false;

/** Starts to maintain the offline copies, once per page. */
export function startOfflineFiles(queries: QueryClient): void {
  if (isStarted) return;
  isStarted = true;
  let confirmedUid: string | undefined;
  const check = () => {
    const state = session.state();
    const isConfirmed = state.status === "signed-in" && !state.isOfflineSession;
    const uid = isConfirmed ? state.me.uid : undefined;
    if (uid === confirmedUid) return;
    confirmedUid = uid;
    if (uid === undefined) fetcher?.stop();
    else void contact(queries);
  };
  session.watch(check);
  check();
  window.addEventListener("online", () => void contact(queries));
  setInterval(() => navigator.onLine && void contact(queries), REVALIDATE_EVERY_MS);
}

/** Asks the browser to exempt the files from automatic eviction. */
function requestPersistence(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}

function ownStore() {
  const store = downloaderPort.store();
  if (!store) throw new Error("Nobody is signed in who could keep something here.");
  return store;
}

/**
 * Creates an offline copy. Resolves once the request is stored, so that it continues by itself.
 *
 * @throws if the device cannot store the request.
 */
export async function addOfflineItem(
  queries: QueryClient,
  item: OfflineItem,
  plan: Parameters<typeof applyPlan>[1],
): Promise<void> {
  const store = ownStore();
  requestPersistence();
  await store.add(applyPlan(item, plan), plan.files);
  await store.setTime("confirmed");
  if ((await store.getTime("listed")) === undefined) await store.setTime("listed");
  setHasOfflineFiles(store.uid, true);
  await changed(queries);
  startOfflineFiles(queries);
}

/** Returns a new offline copy without files. */
export const newOfflineItem = (ref: OfflineItemRef, title: string): OfflineItem => ({
  ...ref,
  key: offlineItemKey(ref),
  title,
  files: [],
  pictures: [],
  addedAt: Date.now(),
  state: "wanted",
  hasAssets: false,
});

/** Pauses or resumes fetching. Existing files stay. */
export async function setPaused(queries: QueryClient, key: string, isPaused: boolean): Promise<void> {
  const state = isPaused ? "paused" : "wanted";
  await ownStore().changeItem(key, (item) => ({ ...item, state, problem: undefined }));
  await changed(queries);
}

/** Fetches the additional data of all offline copies again, for example after search by meaning was turned on. */
export async function refetchAssets(queries: QueryClient): Promise<void> {
  const store = downloaderPort.store();
  for (const { key } of (await store?.read())?.items ?? []) {
    await store?.changeItem(key, (item) => ({ ...item, hasAssets: false }));
  }
  await changed(queries);
}

/** Removes one offline copy. */
export async function removeOfflineItem(queries: QueryClient, key: string): Promise<void> {
  await ownStore().drop(key);
  await changed(queries);
}

/** Removes all offline copies. */
export async function removeAllOfflineItems(queries: QueryClient): Promise<void> {
  const store = ownStore();
  for (const { key } of (await store.read()).items) await store.drop(key);
  await store.deleteUnreferenced();
  await changed(queries);
}
