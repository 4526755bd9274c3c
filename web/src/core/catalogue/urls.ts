/** URL of the manifest, which names the newest files. */
export const MANIFEST_URL = "/catalogue/manifest.json";

/** Path prefix of the files with the counts of courses. */
export const COUNTS_PATH = "/catalogue/counts-";

/** Returns the URL of a file in the manifest. */
export function catalogueFileUrl(file: string): string {
  return `/catalogue/${file.replace(/^catalogue\//, "")}`;
}
