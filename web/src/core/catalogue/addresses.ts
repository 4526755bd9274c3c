/** Names the newest files. */
export const MANIFEST_ADDRESS = "/catalogue/manifest.json";

/** How the addresses of files begin that say what courses count. */
export const COUNTS_PATH = "/catalogue/counts-";

/** Where the page gets a file that the manifest names. */
export function catalogueAddress(file: string): string {
  return `/catalogue/${file.replace(/^catalogue\//, "")}`;
}
