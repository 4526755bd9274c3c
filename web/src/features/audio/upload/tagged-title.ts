import { loadCore } from "@/core/engine";

/** Timeout for reading the tags, in milliseconds. After it the file name is used. */
const PATIENCE_MS = 3000;

async function read(file: File): Promise<string | undefined> {
  try {
    const [{ parseBlob }, core] = await Promise.all([import("music-metadata"), loadCore()]);
    const { common } = await parseBlob(file, { skipCovers: true, duration: false });
    // Titles in legacy encodings are ignored.
    return core.readTag(common.title ?? "")?.trim() || undefined;
  } catch {
    // Unreadable files are not rejected here: the server checks them after the upload.
    return undefined;
  }
}

/** Returns the title from the recording's tags, if any. Loads the tag parser on first use. */
export function taggedTitle(file: File): Promise<string | undefined> {
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  return Promise.race([read(file), tooLong]);
}
