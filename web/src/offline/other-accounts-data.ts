import {
  AUDIO_POSITIONS_KEY,
  CARD_DRAFT_PREFIX,
  clearUser,
  NOTE_POSITIONS_KEY,
  userStorageKeys,
  usersWithKey,
} from "@/lib/browser/storage";
import { deleteFiles, usersWithFiles } from "./files/delete-files";
import type { OfflineFile } from "./files/items";
import type { Change } from "./outbox/kinds/kinds";
import { deleteOutbox, entriesOfOtherUsers } from "./outbox/store";
import { countUnsentPositions } from "./positions/position-sync";

/** Unsent or offline data of another user in this browser. */
export interface LeftoverData {
  uid: string;
  /** Changes that were never sent. */
  changes: readonly Change[];
  /** Number of unsaved card drafts. */
  drafts: number;
  /** Number of unsent positions in notes and recordings. */
  positions: number;
  /** Offline files. Titles are omitted because they are private to their owner. */
  files: readonly Pick<OfflineFile, "kind">[];
}

async function offlineFilesOf(uid: string): Promise<LeftoverData["files"]> {
  const { FilesStore } = await import("./files/files-store");
  const store = new FilesStore(uid);
  try {
    return [...(await store.read()).files.values()].map(({ kind }) => ({ kind }));
  } finally {
    store.close();
  }
}

export async function findOtherAccountsData(uid: string): Promise<LeftoverData[]> {
  const [entries, owners] = await Promise.all([entriesOfOtherUsers(uid), usersWithFiles()]);
  const drafts = userStorageKeys().flatMap((each) => (each.key.startsWith(CARD_DRAFT_PREFIX) ? each.uid : []));
  const placed = [AUDIO_POSITIONS_KEY, NOTE_POSITIONS_KEY].flatMap(usersWithKey);
  const others = new Set([...entries.map((each) => each.uid), ...owners, ...drafts, ...placed]);
  others.delete(uid);
  return Promise.all(
    [...others].map(async (other) => ({
      uid: other,
      changes: entries.find((each) => each.uid === other)?.entries.map(({ change }) => change) ?? [],
      drafts: drafts.filter((each) => each === other).length,
      positions: countUnsentPositions(other, AUDIO_POSITIONS_KEY) + countUnsentPositions(other, NOTE_POSITIONS_KEY),
      files: owners.includes(other) ? await offlineFilesOf(other) : [],
    })),
  );
}

/** Returns true if there is nothing to lose by deleting the data. */
export const isEmpty = ({ changes, drafts, positions, files }: LeftoverData): boolean =>
  changes.length + drafts + positions + files.length === 0;

export async function deleteLeftoverData({ uid }: LeftoverData): Promise<void> {
  clearUser(uid);
  await Promise.all([deleteOutbox(uid), deleteFiles(uid)]);
}
