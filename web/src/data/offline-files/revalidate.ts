import type { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "@/api/problem";
import { prefersSaveData } from "@/lib/browser/save-data";
import { cacheAllPages, deleteCachedQuery } from "@/offline/cache/query-persister";
import type { FilesStore } from "@/offline/files/files-store";
import type { OfflineFile, OfflineFilesState, OfflineItem } from "@/offline/files/items";
import { recordingQuery, waveformQuery } from "../audio/audio";
import { noteQuery } from "../notes/notes";
import { searchPlaceOf } from "../search/audio-places";
import { deleteFullTextIndexes } from "../search/full-text-indexes";
import {
  audioFile,
  type DownloadPlan,
  downloadPlanOf,
  listQueryKey,
  noteFile,
  signAudioUrls,
  signNoteUrls,
} from "./download-plan";

/** Interval between refreshes of the item lists, in milliseconds. The files are confirmed at every contact. */
const RELIST_EVERY_MS = 6 * 3_600_000;

/** Returns an offline copy with this plan. Stores its list too. */
export function applyPlan(item: OfflineItem, { files, pictures, list }: DownloadPlan): OfflineItem {
  if (list) cacheAllPages(list.queryKey, list.data);
  return { ...item, files: files.map(({ key }) => key), pictures, hasAssets: false };
}

/** Returns an offline copy without files that are no longer part of it. Fetches nothing. Stores its list too. */
function withoutRemoved(item: OfflineItem, { files, pictures, list }: DownloadPlan): OfflineItem {
  if (list) cacheAllPages(list.queryKey, list.data);
  const keys = files.map(({ key }) => key);
  return {
    ...item,
    files: item.files.filter((key) => keys.includes(key)),
    pictures: item.pictures.filter((url) => pictures.includes(url)),
  };
}

/** Marks the lists as due at the next contact. */
const LIST_DUE = 0;

/**
 * Confirms all offline copies with the server. Deleted files are removed at once, with their images and index entries;
 * changed files are replaced, and new ones are added. With data saving on, existing files stay as they are.
 *
 * @throws `ApiProblem` if there is no response; then nothing changes.
 */
export async function revalidate(store: FilesStore, queries: QueryClient): Promise<void> {
  const offline = await store.read();
  if (offline.items.length === 0) return;
  await store.deleteUnreferenced();
  const isLess = await confirmFiles(store, queries, offline);
  const listed = await store.getTime("listed");
  if (listed === undefined || Date.now() - listed > RELIST_EVERY_MS) {
    for (const item of (await store.read()).items) await listAgain(store, queries, item);
    // The index of the remaining notes is rebuilt a moment later, so it is requested again.
    await store.setTime("listed", isLess ? LIST_DUE : Date.now());
  }
  await store.setTime("confirmed");
}

/** Returns true if a file was deleted. */
async function confirmFiles(
  store: FilesStore,
  queries: QueryClient,
  { items, files }: OfflineFilesState,
): Promise<boolean> {
  const ids = (kind: OfflineFile["kind"]) => [...files.values()].flatMap((file) => (file.kind === kind ? file.id : []));
  const [notes, audio] = await Promise.all([signNoteUrls(ids("note")), signAudioUrls(ids("audio"))]);
  const gone = new Set([...notes.missing.map((id) => `note ${id}`), ...audio.missing.map((id) => `audio ${id}`)]);
  await purgeRemoved(store, queries, gone);
  if (prefersSaveData()) return gone.size > 0;
  const now = [
    ...notes.items.map(noteFile),
    ...audio.items.map((address) => {
      const stored = files.get(`audio ${address.id}`);
      return audioFile(address, stored?.track, stored);
    }),
  ];
  const replaced = now.filter(({ key, sha256 }) => files.get(key)?.sha256 !== sha256);
  for (const item of items.filter((each) => replaced.some(({ key }) => each.files.includes(key)))) {
    const own = replaced.filter(({ key }) => item.files.includes(key));
    await store.replaceFiles(item.key, (each) => ({ ...each, hasAssets: false }), own);
  }
  return gone.size > 0;
}

/** Removes deleted files and all data about them from this device. Marks the lists as due. */
export async function purgeRemoved(store: FilesStore, queries: QueryClient, gone: ReadonlySet<string>): Promise<void> {
  if (gone.size === 0) return;
  // First, so that it happens even if the rest is interrupted.
  await store.setTime("listed", LIST_DUE);
  const { items, files } = await store.read();
  const affected = items.filter((item) => item.files.some((key) => gone.has(key)));
  const places = [...gone].flatMap((key) => searchPlaceOf(files.get(key)) ?? []);
  const albums = affected.flatMap(({ kind, id }) => (kind === "album" ? id : []));
  await deleteFullTextIndexes([...new Set([...places, ...albums])]);
  for (const { kind, id } of [...gone].flatMap((key) => files.get(key) ?? [])) {
    for (const { queryKey } of kind === "note" ? [noteQuery(id)] : [recordingQuery(id), waveformQuery({ id })]) {
      await deleteCachedQuery(queryKey);
      void queries.invalidateQueries({ queryKey });
    }
  }
  await store.dropFiles(gone);
  const left = (await store.read()).items.map(({ key }) => key);
  for (const item of affected.filter(({ key }) => !left.includes(key))) {
    const queryKey = listQueryKey(item);
    if (queryKey) await deleteCachedQuery(queryKey);
  }
}

async function listAgain(store: FilesStore, queries: QueryClient, item: OfflineItem): Promise<void> {
  try {
    const plan = await downloadPlanOf(queries, item, (await store.read()).files);
    if (prefersSaveData()) await store.replaceFiles(item.key, (each) => withoutRemoved(each, plan), []);
    else await store.replaceFiles(item.key, (each) => applyPlan(each, plan), plan.files);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    await store.drop(item.key);
  }
}
