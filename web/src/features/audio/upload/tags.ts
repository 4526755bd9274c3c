import { loadRules } from "@/core/wasm";
import type { FileTags } from "@/parts/uploading/form/selected-files";

/** Timeout for reading the tags, in milliseconds. After it the file name is used. */
const PATIENCE_MS = 3000;

/** Maximum track number. A larger number in the tags is not a track number. */
const TRACKS_MAX = 10_000;

async function read(file: File): Promise<FileTags> {
  try {
    const [{ parseBlob }, core] = await Promise.all([import("music-metadata"), loadRules()]);
    const { title, track, disk } = (await parseBlob(file, { skipCovers: true, duration: false })).common;
    return {
      // Titles in legacy encodings are ignored.
      title: core.readTag(title ?? "")?.trim() || undefined,
      track: track.no && track.no < TRACKS_MAX ? (disk.no ?? 0) * TRACKS_MAX + track.no : undefined,
    };
  } catch {
    // Unreadable files are not rejected here: the server checks them after the upload.
    return {};
  }
}

/** Returns the title and the track number from the recording's tags, if any. Loads the tag parser on first use. */
export function readTags(file: File): Promise<FileTags> {
  const tooLong = new Promise<FileTags>((resolve) => setTimeout(resolve, PATIENCE_MS, {}));
  return Promise.race([read(file), tooLong]);
}
