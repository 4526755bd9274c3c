import { loadCore } from "@/core/engine";

/** A file that keeps its title for longer is called by its name, in milliseconds. */
const PATIENCE_MS = 3000;

async function read(file: File): Promise<string | undefined> {
  try {
    const [{ parseBlob }, core] = await Promise.all([import("music-metadata"), loadCore()]);
    const { common } = await parseBlob(file, { skipCovers: true, duration: false });
    // Titles in legacy code pages are left out.
    return core.readTag(common.title ?? "")?.trim() || undefined;
  } catch {
    // What cannot be read here has a file name, too; whether it is a recording is seen after it was sent.
    return undefined;
  }
}

/** The title in a recording's own tags, if it has one. The reader of tags is fetched at the first use. */
export function taggedTitle(file: File): Promise<string | undefined> {
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  return Promise.race([read(file), tooLong]);
}
