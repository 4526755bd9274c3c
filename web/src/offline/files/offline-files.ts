import { useSyncExternalStore } from "react";
import { createChannel } from "@/lib/browser/broadcast";
import { createWatchers } from "@/lib/watchers";
import { session } from "@/session/session";
import { PART_BYTES } from "./cache-keys";
import { deleteFiles } from "./delete-files";
import { FilesStore } from "./files-store";
import { setHasOfflineFiles } from "./has-offline-files";
import type { DownloadProgress, OfflineFilesState, OfflineItem } from "./items";

/** The signed-in user's offline copies, synchronized across tabs. `downloader.ts` downloads them. */

interface Message {
  uid: string;
  isWaiting: boolean;
}

/** State of the offline copies for the user interface. */
interface OfflineFilesView extends OfflineFilesState {
  isRead: boolean;
  isWaiting: boolean;
}

const nothing: OfflineFilesView = { items: [], files: new Map(), isRead: false, isWaiting: false };
const filesChannel = createChannel<Message>("note-ninja files");
const watchers = createWatchers();

let store: FilesStore | undefined;
let shown = nothing;

function show(next: OfflineFilesView): void {
  shown = next;
  watchers.tell();
}

async function refresh(): Promise<void> {
  const of = store;
  if (!of) return;
  const state = await of.read();
  if (of !== store) return;
  setHasOfflineFiles(of.uid, state.items.length > 0);
  show({ ...state, isRead: true, isWaiting: shown.isWaiting });
}

function unreadable(error: unknown): void {
  console.warn("What is kept on this device could not be read.", error);
  show({ ...shown, isRead: true });
}

/** Interface for `downloader.ts`, which downloads the files. */
export const downloaderPort = {
  /** `undefined` for visitors and on shared computers. */
  store: () => store,
  /** Notifies this tab and the others that the copies changed. */
  async reload(isWaiting = shown.isWaiting): Promise<void> {
    if (store) filesChannel.send({ uid: store.uid, isWaiting });
    if (isWaiting !== shown.isWaiting) show({ ...shown, isWaiting });
    await refresh();
  },
};

filesChannel.listen(({ uid, isWaiting }) => {
  if (uid !== store?.uid) return;
  if (isWaiting !== shown.isWaiting) show({ ...shown, isWaiting });
  refresh().catch(unreadable);
});

/**
 * Opens the user's store. First deletes copies that the server has not confirmed for too long, so that they are never
 * shown.
 */
async function take(uid: string): Promise<void> {
  const mine = new FilesStore(uid);
  store = mine;
  if (await mine.isExpired()) {
    mine.close();
    await deleteFiles(uid);
    if (store === mine) store = new FilesStore(uid);
  }
  await refresh();
}

function follow(): void {
  const state = session.state();
  const uid = state.status === "signed-in" && !state.isSharedComputer ? state.me.uid : undefined;
  if (uid === store?.uid) return;
  store?.close();
  store = undefined;
  show(nothing);
  if (uid !== undefined) take(uid).catch(unreadable);
}

session.watch(follow);
follow();

export const offlineFiles = {
  get: () => shown,
  watch: watchers.watch,
};

/** Returns the offline copies and subscribes to changes. */
export const useOfflineFiles = (): OfflineFilesView => useSyncExternalStore(offlineFiles.watch, offlineFiles.get);

export function progressOf(item: OfflineItem, files: OfflineFilesState["files"]): DownloadProgress {
  const own = item.files.flatMap((key) => files.get(key) ?? []);
  const here = own.map(({ isComplete, parts, sizeBytes }) =>
    isComplete ? sizeBytes : Math.min(sizeBytes, parts * PART_BYTES),
  );
  const completeFiles = own.filter(({ isComplete }) => isComplete).length;
  return {
    files: own.length,
    completeFiles,
    isComplete: completeFiles === own.length && item.hasAssets,
    bytes: own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    downloadedBytes: here.reduce((sum, bytes) => sum + bytes, 0),
  };
}
