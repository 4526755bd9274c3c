/** The title in a recording's own tags, if it has one. The reader of tags is fetched at the first use. */
export async function taggedTitle(file: File): Promise<string | undefined> {
  try {
    const { parseBlob } = await import("music-metadata");
    const { common } = await parseBlob(file, { skipCovers: true, duration: false });
    return common.title?.trim() || undefined;
  } catch {
    // What cannot be read here has a file name, too; whether it is a recording is seen after it was sent.
    return undefined;
  }
}
