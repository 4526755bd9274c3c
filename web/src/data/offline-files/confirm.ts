import type { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "@/api/problem";
import { wishesToSaveData } from "@/lib/browser/data-saving";
import { forgetAnswer, keepWhole } from "@/offline/cache/answers";
import type { FilesStore } from "@/offline/files/files-store";
import type { Kept, KeptFile, KeptThing } from "@/offline/files/things";
import { waveformQuery } from "../audio/audio";
import { noteQuery } from "../notes/notes";
import { forgetInsides } from "../search/inside";
import { audioAddresses, audioFile, listOf, noteAddresses, noteFile, type Plan, planOf } from "./plan";

/** What belongs together is asked for again after this, in milliseconds; whether the files are still there at every contact. */
const LISTED_MS = 6 * 3_600_000;

/** Something as it is planned to be kept; its list is kept with it. */
export function planned(thing: KeptThing, { files, pictures, list }: Plan): KeptThing {
  if (list) keepWhole(list.question, list.data);
  return { ...thing, files: files.map(({ key }) => key), pictures, isFurnished: false };
}

/** Something without what is not part of it any more; nothing is to be fetched. Its list is kept with it. */
function lessened(thing: KeptThing, { files, pictures, list }: Plan): KeptThing {
  if (list) keepWhole(list.question, list.data);
  const keys = files.map(({ key }) => key);
  return {
    ...thing,
    files: thing.files.filter((key) => keys.includes(key)),
    pictures: thing.pictures.filter((address) => pictures.includes(address)),
  };
}

/** The list of everything is to be asked for at the next contact. */
const LIST_DUE = 0;

/**
 * Asks the server about everything that is kept: what was taken down goes at once, with its pictures and words; another
 * content takes the place of the one before, and what was added comes. Who saves data keeps what they have.
 *
 * @throws `ApiProblem` when there is no answer; then all stays as it is.
 */
export async function confirm(store: FilesStore, queries: QueryClient): Promise<void> {
  const kept = await store.read();
  if (kept.things.length === 0) return;
  await store.sweep();
  const isLess = await confirmFiles(store, queries, kept);
  const listed = await store.time("listed");
  if (listed === undefined || Date.now() - listed > LISTED_MS) {
    for (const thing of (await store.read()).things) await listAgain(store, queries, thing);
    // The words inside of what is left are made a moment later: they are asked for once more.
    await store.setTime("listed", isLess ? LIST_DUE : Date.now());
  }
  await store.setTime("confirmed");
}

/** Answers whether something was taken down. */
async function confirmFiles(store: FilesStore, queries: QueryClient, { things, files }: Kept): Promise<boolean> {
  const ids = (kind: KeptFile["kind"]) => [...files.values()].flatMap((file) => (file.kind === kind ? file.id : []));
  const [notes, audio] = await Promise.all([noteAddresses(ids("note")), audioAddresses(ids("audio"))]);
  const gone = new Set([...notes.missing.map((id) => `note ${id}`), ...audio.missing.map((id) => `audio ${id}`)]);
  await takeDown(store, queries, gone);
  if (wishesToSaveData()) return gone.size > 0;
  const now = [
    ...notes.items.map(noteFile),
    ...audio.items.map((address) => audioFile(address, files.get(`audio ${address.id}`))),
  ];
  const replaced = now.filter(({ key, sha256 }) => files.get(key)?.sha256 !== sha256);
  for (const thing of things.filter((each) => replaced.some(({ key }) => each.files.includes(key)))) {
    const own = replaced.filter(({ key }) => thing.files.includes(key));
    await store.renew(thing.key, (each) => ({ ...each, isFurnished: false }), own);
  }
  return gone.size > 0;
}

/** Removes files that are not to be had any more, and what this device keeps about them; lists are to be asked for again. */
export async function takeDown(store: FilesStore, queries: QueryClient, gone: ReadonlySet<string>): Promise<void> {
  if (gone.size === 0) return;
  // First, so that it happens even if this is broken off.
  await store.setTime("listed", LIST_DUE);
  const { things, files } = await store.read();
  const affected = things.filter((thing) => thing.files.some((key) => gone.has(key)));
  const words = [...gone].flatMap((key) => files.get(key)?.reading?.course ?? []);
  const albums = affected.flatMap(({ kind, id }) => (kind === "album" ? id : []));
  await forgetInsides([...new Set([...words, ...albums])]);
  for (const { kind, id } of [...gone].flatMap((key) => files.get(key) ?? [])) {
    const { queryKey } = kind === "note" ? noteQuery(id) : waveformQuery(id);
    await forgetAnswer(queryKey);
    void queries.invalidateQueries({ queryKey });
  }
  await store.dropFiles(gone);
  const left = (await store.read()).things.map(({ key }) => key);
  for (const thing of affected.filter(({ key }) => !left.includes(key))) {
    const question = listOf(thing);
    if (question) await forgetAnswer(question);
  }
}

async function listAgain(store: FilesStore, queries: QueryClient, thing: KeptThing): Promise<void> {
  try {
    const plan = await planOf(queries, thing);
    if (wishesToSaveData()) await store.renew(thing.key, (each) => lessened(each, plan), []);
    else await store.renew(thing.key, (each) => planned(each, plan), plan.files);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    await store.drop(thing.key);
  }
}
