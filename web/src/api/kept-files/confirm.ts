import type { QueryClient } from "@tanstack/react-query";
import { wishesToSaveData } from "@/lib/data-saving";
import { keepWhole } from "../kept/answers";
import { ApiProblem } from "../problem";
import type { FilesStore } from "./files-store";
import { audioAddresses, audioFile, noteAddresses, noteFile, type Plan, planOf } from "./plan";
import type { Kept, KeptFile, KeptThing } from "./things";

/** What belongs together is asked for again after this, in milliseconds; whether the files are still there at every contact. */
const LISTED_MS = 6 * 3_600_000;

/** Something as it is planned to be kept; its list is kept with it. */
export function planned(thing: KeptThing, { files, pictures, list }: Plan): KeptThing {
  if (list) keepWhole(list.question, list.data);
  return { ...thing, files: files.map(({ key }) => key), pictures, isFurnished: false };
}

/**
 * Asks the server about everything that is kept: what was taken down goes at once, another content takes the place of the
 * one before, and what was added comes. Who saves data keeps what they have.
 *
 * @throws `ApiProblem` when there is no answer; then all stays as it is.
 */
export async function confirm(store: FilesStore, queries: QueryClient): Promise<void> {
  const kept = await store.read();
  if (kept.things.length === 0) return;
  await store.sweep();
  await confirmFiles(store, kept);
  const listed = await store.time("listed");
  if (listed === undefined || Date.now() - listed > LISTED_MS) {
    for (const thing of (await store.read()).things) await listAgain(store, queries, thing);
    await store.setTime("listed");
  }
  await store.setTime("confirmed");
}

async function confirmFiles(store: FilesStore, { things, files }: Kept): Promise<void> {
  const ids = (kind: KeptFile["kind"]) => [...files.values()].flatMap((file) => (file.kind === kind ? file.id : []));
  const [notes, audio] = await Promise.all([noteAddresses(ids("note")), audioAddresses(ids("audio"))]);
  const gone = new Set([...notes.missing.map((id) => `note ${id}`), ...audio.missing.map((id) => `audio ${id}`)]);
  await store.dropFiles(gone);
  if (wishesToSaveData()) return;
  const now = [
    ...notes.items.map(noteFile),
    ...audio.items.map((address) => audioFile(address, files.get(`audio ${address.id}`)?.title ?? "")),
  ];
  const replaced = now.filter(({ key, sha256 }) => files.get(key)?.sha256 !== sha256);
  for (const thing of things.filter((each) => replaced.some(({ key }) => each.files.includes(key)))) {
    const own = replaced.filter(({ key }) => thing.files.includes(key));
    await store.renew(thing.key, (each) => ({ ...each, isFurnished: false }), own);
  }
}

async function listAgain(store: FilesStore, queries: QueryClient, thing: KeptThing): Promise<void> {
  try {
    const plan = await planOf(queries, thing);
    const { files } = await store.read();
    const isToFetch = plan.files.some(({ key, sha256 }) => files.get(key)?.sha256 !== sha256);
    if (isToFetch && wishesToSaveData()) return;
    await store.renew(thing.key, (each) => planned(each, plan), plan.files);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    await store.drop(thing.key);
  }
}
