import { useSyncExternalStore } from "react";
import { isUnfinished, type UploadItem, type UploadQueue } from "./sending/queue";
import { holdUploadLocks } from "./sending/tab-locks";

/** What this module needs of the uploads to a place. */
interface Watched {
  queue: () => UploadQueue;
  watch: (watcher: () => void) => () => void;
  remove: (id: string) => void;
}

/** An upload that this page is busy with: how far it is, which only this page knows, and how to stop it. */
export interface LiveUpload {
  item: UploadItem;
  stop: () => void;
}

const places: Watched[] = [];
const watchers = new Set<() => void>();
let live: ReadonlyMap<string, LiveUpload> = new Map();

function gather(): void {
  const all = places.flatMap((place) =>
    place.queue().map((item) => [item.id, { item, stop: () => place.remove(item.id) }] as const),
  );
  // An upload that failed on its form and goes on here is known to both.
  live = new Map(all.sort(([, one], [, other]) => Number(isUnfinished(one.item)) - Number(isUnfinished(other.item))));
  holdUploadLocks(new Set([...live.values()].flatMap(({ item }) => (isUnfinished(item) ? item.id : []))));
  for (const watcher of watchers) watcher();
}

/** Makes the uploads to a place known to `useLiveUploads` for as long as the page lives. */
export function keepLive(place: Watched): void {
  places.push(place);
  place.watch(gather);
}

/** How many files this page still sends, or has yet to. Closing it stops them. */
export function countUnderWay(): number {
  return places.flatMap((place) => place.queue()).filter(isUnfinished).length;
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Every upload that this page is busy with, wherever it goes, by its id. */
export const useLiveUploads = () => useSyncExternalStore(watch, () => live);
