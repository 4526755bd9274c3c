import type { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "@/api/problem";
import { wishesToSaveData } from "@/lib/browser/data-saving";
import { deleteCachedQuery, writeAllPages } from "@/offline/cache/answers";
import type { FilesStore } from "@/offline/files/files-store";
import type { OfflineFile, OfflineFilesState, OfflineItem } from "@/offline/files/things";
import { waveformQuery } from "../audio/audio";
import { noteQuery } from "../notes/notes";
import { forgetInsides } from "../search/inside";
import { audioFile, type DownloadPlan, downloadPlanOf, listOf, noteFile, signAudioUrls, signNoteUrls } from "./plan";

/** Interval between refreshes of the item lists, in milliseconds. The files are confirmed at every contact. */
const LISTED_MS = 6 * 3_600_000;

/** Returns an offline copy with this plan. Stores its list too. */
export function withPlan(thing: OfflineItem, { files, pictures, list }: DownloadPlan): OfflineItem {
  if (list) writeAllPages(list.question, list.data);
  return { ...thing, files: files.map(({ key }) => key), pictures, isFurnished: false };
}

/** Returns an offline copy without files that are no longer part of it. Fetches nothing. Stores its list too. */
function lessened(thing: OfflineItem, { files, pictures, list }: DownloadPlan): OfflineItem {
  if (list) writeAllPages(list.question, list.data);
  const keys = files.map(({ key }) => key);
  return {
    ...thing,
    files: thing.files.filter((key) => keys.includes(key)),
    pictures: thing.pictures.filter((address) => pictures.includes(address)),
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
  const kept = await store.read();
  if (kept.things.length === 0) return;
  await store.sweep();
  const isLess = await confirmFiles(store, queries, kept);
  const listed = await store.time("listed");
  if (listed === undefined || Date.now() - listed > LISTED_MS) {
    for (const thing of (await store.read()).things) await listAgain(store, queries, thing);
    // The index of the remaining notes is rebuilt a moment later, so it is requested again.
    await store.setTime("listed", isLess ? LIST_DUE : Date.now());
  }
  await store.setTime("confirmed");
}

/** Returns true if a file was deleted. */
async function confirmFiles(
  store: FilesStore,
  queries: QueryClient,
  { things, files }: OfflineFilesState,
): Promise<boolean> {
  const ids = (kind: OfflineFile["kind"]) => [...files.values()].flatMap((file) => (file.kind === kind ? file.id : []));
  const [notes, audio] = await Promise.all([signNoteUrls(ids("note")), signAudioUrls(ids("audio"))]);
  const gone = new Set([...notes.missing.map((id) => `note ${id}`), ...audio.missing.map((id) => `audio ${id}`)]);
  await takeDown(store, queries, gone);
  if (wishesToSaveData()) return gone.size > 0;
  const now = [
    ...notes.items.map(noteFile),
    ...audio.items.map((address) => audioFile(address, files.get(`audio ${address.id}`)?.track)),
  ];
  const replaced = now.filter(({ key, sha256 }) => files.get(key)?.sha256 !== sha256);
  for (const thing of things.filter((each) => replaced.some(({ key }) => each.files.includes(key)))) {
    const own = replaced.filter(({ key }) => thing.files.includes(key));
    await store.renew(thing.key, (each) => ({ ...each, isFurnished: false }), own);
  }
  return gone.size > 0;
}

/** Removes deleted files and all data about them from this device. Marks the lists as due. */
export async function takeDown(store: FilesStore, queries: QueryClient, gone: ReadonlySet<string>): Promise<void> {
  if (gone.size === 0) return;
  // First, so that it happens even if the rest is interrupted.
  await store.setTime("listed", LIST_DUE);
  const { things, files } = await store.read();
  const affected = things.filter((thing) => thing.files.some((key) => gone.has(key)));
  const words = [...gone].flatMap((key) => files.get(key)?.reading?.course ?? []);
  const albums = affected.flatMap(({ kind, id }) => (kind === "album" ? id : []));
  await forgetInsides([...new Set([...words, ...albums])]);
  for (const { kind, id } of [...gone].flatMap((key) => files.get(key) ?? [])) {
    const { queryKey } = kind === "note" ? noteQuery(id) : waveformQuery(id);
    await deleteCachedQuery(queryKey);
    void queries.invalidateQueries({ queryKey });
  }
  await store.dropFiles(gone);
  const left = (await store.read()).things.map(({ key }) => key);
  for (const thing of affected.filter(({ key }) => !left.includes(key))) {
    const question = listOf(thing);
    if (question) await deleteCachedQuery(question);
  }
}

async function listAgain(store: FilesStore, queries: QueryClient, thing: OfflineItem): Promise<void> {
  try {
    const plan = await downloadPlanOf(queries, thing);
    if (wishesToSaveData()) await store.renew(thing.key, (each) => lessened(each, plan), []);
    else await store.renew(thing.key, (each) => withPlan(each, plan), plan.files);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    await store.drop(thing.key);
  }
}
