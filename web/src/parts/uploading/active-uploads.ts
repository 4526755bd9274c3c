import { useSyncExternalStore } from "react";
import { createWatchers } from "@/lib/watchers";
import { isUnfinished, type UploadItem, type UploadQueue } from "./sending/queue";
import { holdUploadLocks } from "./sending/tab-locks";

interface Watched {
  queue: () => UploadQueue;
  watch: (watcher: () => void) => () => void;
  remove: (id: string) => void;
  publish: (id: string) => void;
}

/** An upload that this page runs, with its progress and a function that stops it. */
export interface ActiveUpload {
  item: UploadItem;
  cancel: () => void;
  /** Publishes a file that is held for review. */
  publish: () => void;
}

const places: Watched[] = [];
const watchers = createWatchers();
let live: ReadonlyMap<string, ActiveUpload> = new Map();

function gather(): void {
  const all = places.flatMap((place) =>
    place.queue().map((item) => {
      const { id } = item;
      return [id, { item, cancel: () => place.remove(id), publish: () => place.publish(id) }] as const;
    }),
  );
  // A resumed upload can be in two queues. The unfinished entry must win.
  live = new Map(all.sort(([, one], [, other]) => Number(isUnfinished(one.item)) - Number(isUnfinished(other.item))));
  holdUploadLocks(new Set([...live.values()].flatMap(({ item }) => (isUnfinished(item) ? item.id : []))));
  watchers.tell();
}

/** Registers a queue for `useActiveUploads` for the lifetime of the page. */
export function registerUploads(place: Watched): void {
  places.push(place);
  place.watch(gather);
}

/** Returns the number of unfinished uploads, which closing the page would stop. */
export function countActiveUploads(): number {
  return places.flatMap((place) => place.queue()).filter(isUnfinished).length;
}

/** Returns true if this page runs the upload, or ran it until it failed. */
export const isActiveUpload = (id: string): boolean => live.has(id);

export const useActiveUploads = () => useSyncExternalStore(watchers.watch, () => live);
