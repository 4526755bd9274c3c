/** Names the newest files. */
export const MANIFEST_ADDRESS = "/catalogue/manifest.json";

/** Where the page gets a file that the manifest names. */
export function catalogueAddress(file: string): string {
  return `/catalogue/${file.replace(/^catalogue\//, "")}`;
}
