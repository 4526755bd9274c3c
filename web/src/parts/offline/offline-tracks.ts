import type { OfflineFilesState, OfflineItem, OfflineTrack } from "@/offline/files/items";

/** Returns the recordings of an item that are complete on this device, in its order. */
export function offlineTracksOf(item: Pick<OfflineItem, "files">, files: OfflineFilesState["files"]): OfflineTrack[] {
  return item.files.flatMap((key) => {
    const file = files.get(key);
    return file?.isComplete && file.track ? file.track : [];
  });
}

/**
 * Returns the recordings about a course that are complete on this device, without duplicates. Includes those that were
 * stored with another item.
 */
export function offlineTracksAbout(code: string, { items, files }: OfflineFilesState): OfflineTrack[] {
  const own = items.filter(({ kind, id }) => kind === "course" && id === code);
  const others = [...files.keys()].filter((key) => files.get(key)?.track?.courseCode === code);
  const keys = new Set([...own.flatMap((item) => item.files), ...others]);
  return offlineTracksOf({ files: [...keys] }, files);
}
