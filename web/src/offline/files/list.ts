import { useSyncExternalStore } from "react";
import { channel } from "@/lib/browser/broadcast";
import { session } from "@/session/session";
import { PART_BYTES } from "./addresses";
import { FilesStore } from "./files-store";
import { markKeeping } from "./marker";
import type { Kept, KeptThing, Progress } from "./things";
import { deleteFiles } from "./wipe";

/** What the signed-in person keeps on this device, as every tab sees it. `keeper.ts` fetches it. */

interface Message {
  uid: string;
  /** Whether who fetches waits for a network. */
  isWaiting: boolean;
}

/** What screens show. */
interface KeptList extends Kept {
  /** False until it was read. */
  isRead: boolean;
  isWaiting: boolean;
}

const nothing: KeptList = { things: [], files: new Map(), isRead: false, isWaiting: false };
const otherTabs = channel<Message>("note-ninja files");
const watchers = new Set<() => void>();

let store: FilesStore | undefined;
let shown = nothing;

function show(next: KeptList): void {
  shown = next;
  for (const watcher of watchers) watcher();
}

async function refresh(): Promise<void> {
  const of = store;
  if (!of) return;
  const kept = await of.read();
  if (of !== store) return;
  markKeeping(of.uid, kept.things.length > 0);
  show({ ...kept, isRead: true, isWaiting: shown.isWaiting });
}

function unreadable(error: unknown): void {
  console.warn("What is kept on this device could not be read.", error);
  show({ ...shown, isRead: true });
}

/** For the one who fetches. */
export const desk = {
  /** Nothing for visitors, and where others use this computer. */
  store: () => store,
  /** What is kept has changed: for this tab and the others. */
  async changed(isWaiting = shown.isWaiting): Promise<void> {
    if (store) otherTabs.send({ uid: store.uid, isWaiting });
    if (isWaiting !== shown.isWaiting) show({ ...shown, isWaiting });
    await refresh();
  },
};

otherTabs.listen(({ uid, isWaiting }) => {
  if (uid !== store?.uid) return;
  if (isWaiting !== shown.isWaiting) show({ ...shown, isWaiting });
  refresh().catch(unreadable);
});

/** Follows the session: nobody sees what another keeps, and what was confirmed too long ago is deleted before it is shown. */
async function take(uid: string): Promise<void> {
  const mine = new FilesStore(uid);
  store = mine;
  if (await mine.isTooOld()) {
    mine.close();
    await deleteFiles(uid);
    if (store === mine) store = new FilesStore(uid);
  }
  await refresh();
}

function follow(): void {
  const state = session.state();
  const uid = state.status === "signed-in" && !state.isPassing ? state.me.uid : undefined;
  if (uid === store?.uid) return;
  store?.close();
  store = undefined;
  show(nothing);
  if (uid !== undefined) take(uid).catch(unreadable);
}

session.watch(follow);
follow();

export const keptFiles = {
  get: () => shown,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

/** What is kept; rerenders when it changes. */
export const useKeptFiles = (): KeptList => useSyncExternalStore(keptFiles.watch, keptFiles.get);

/** How much of something is here. */
export function progressOf(thing: KeptThing, files: Kept["files"]): Progress {
  const own = thing.files.flatMap((key) => files.get(key) ?? []);
  const here = own.map(({ isWhole, parts, sizeBytes }) =>
    isWhole ? sizeBytes : Math.min(sizeBytes, parts * PART_BYTES),
  );
  const wholeFiles = own.filter(({ isWhole }) => isWhole).length;
  return {
    files: own.length,
    wholeFiles,
    isComplete: wholeFiles === own.length && thing.isFurnished,
    bytes: own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    bytesHere: here.reduce((sum, bytes) => sum + bytes, 0),
  };
}
