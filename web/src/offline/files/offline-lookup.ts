import type { ReadableNote } from "@/api/models";
import type { components } from "@/api/schema";
import { textKey } from "./cache-keys";
import { isCached } from "./cache-storage";
import { FilesStore } from "./files-store";
import { type OfflineFile, type OfflineTrack, offlineItemKey } from "./items";

type SignedAudioUrl = components["schemas"]["SignedAudioUrl"];

/** Offline URLs do not expire, but the response type requires a time. */
const LIFE_MS = 86_400_000;

const inADay = () => new Date(Date.now() + LIFE_MS).toISOString();

interface CompleteOfflineFile {
  file: OfflineFile;
  url: string;
  /** URL of the text of a note, if it is stored. */
  textUrl: string | undefined;
}

/** Returns the complete files among `keys` with the URLs that the service worker serves. */
async function completeFiles(uid: string, keys: readonly string[]): Promise<CompleteOfflineFile[]> {
  if (!navigator.serviceWorker?.controller) return [];
  const store = new FilesStore(uid);
  try {
    if (await store.isExpired()) return [];
    const found: CompleteOfflineFile[] = [];
    for (const key of keys) {
      const file = await store.file(key);
      const url = file?.isComplete ? store.cacheKeyOf(file) : undefined;
      if (!file || url === undefined || !(await isCached(await store.cache(), url))) continue;
      const hasText = file.kind === "note" && (await isCached(await store.cache(), textKey(url)));
      found.push({ file, url, textUrl: hasText ? textKey(url) : undefined });
    }
    return found;
  } finally {
    store.close();
  }
}

export async function offlineNote(uid: string, id: string): Promise<ReadableNote | undefined> {
  const [found] = await completeFiles(uid, [offlineItemKey({ kind: "note", id })]);
  if (!found?.file.reading) return undefined;
  const { file, url, textUrl } = found;
  return { ...file.reading, url, ...(textUrl !== undefined && { textUrl }), expiresAt: inADay() } as ReadableNote;
}

/** Returns the data of a recording, if it is stored on this device. */
export async function offlineTrack(uid: string, id: string): Promise<OfflineTrack | undefined> {
  const [found] = await completeFiles(uid, [offlineItemKey({ kind: "audio", id })]);
  return found?.file.track;
}

/** Returns the offline URLs of those recordings that are stored on this device. */
export async function offlineAudioUrls(uid: string, ids: readonly string[]): Promise<SignedAudioUrl[]> {
  const found = await completeFiles(
    uid,
    ids.map((id) => offlineItemKey({ kind: "audio", id })),
  );
  return found.map(({ file: { id, sha256, sizeBytes, contentType, loudnessLufs }, url }) => ({
    id,
    sha256,
    sizeBytes,
    contentType,
    url,
    expiresAt: inADay(),
    // Unknown: the waveform is revalidated.
    waveformVersion: "",
    ...(loudnessLufs !== undefined && { loudnessLufs }),
  }));
}
