import { hasOfflineFiles } from "./has-offline-files";

/** Returns the titles of the user's offline copies, oldest first. Without offline copies, opens no database. */
export async function offlineTitles(uid: string): Promise<string[]> {
  if (!hasOfflineFiles(uid)) return [];
  try {
    const { FilesStore } = await import("./files-store");
    const store = new FilesStore(uid);
    try {
      return (await store.read()).items.map(({ title }) => title);
    } finally {
      store.close();
    }
  } catch (error) {
    console.warn("What is kept on this device could not be read.", error);
    return [];
  }
}
