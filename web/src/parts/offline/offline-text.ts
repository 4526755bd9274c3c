import { formatBytes } from "@/lib/text/format";
import type { DownloadProgress, OfflineFile, OfflineItem } from "@/offline/files/items";

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

/** Formats `12 notes and 3 recordings`. */
export function filesText(files: readonly Pick<OfflineFile, "kind">[]): string {
  const notes = files.filter(({ kind }) => kind === "note").length;
  const audio = files.length - notes;
  const groups = [
    notes > 0 && counted(notes, "note", "notes"),
    audio > 0 && counted(audio, "audio note", "audio notes"),
  ].filter((group) => group !== false);
  return groups.join(" and ");
}

const partly = ({ downloadedBytes, bytes }: DownloadProgress) =>
  `${formatBytes(downloadedBytes)} of ${formatBytes(bytes)}`;

/** Returns the progress of an offline copy as a sentence. */
export function downloadStateText(item: OfflineItem, progress: DownloadProgress, isWaiting: boolean): string {
  if (progress.isComplete) return `All of it is on this device: ${formatBytes(progress.bytes)}.`;
  if (item.state === "paused") return `Paused. ${partly(progress)} downloaded.`;
  if (item.state === "stopped") return item.problem ?? `Stopped. ${partly(progress)} downloaded.`;
  const isLast = progress.completeFiles === progress.files;
  const here = isLast
    ? "All files are downloaded. Almost done."
    : `${partly(progress)}, ${progress.completeFiles} of ${progress.files} files.`;
  return isWaiting ? `Waiting for a connection. ${here}` : here;
}
