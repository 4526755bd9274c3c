import { api, payload } from "@/api/client";

/** Where the file with the titles of all course notes is: for members, and for some hours. */
export async function notesListAddress(sha256: string): Promise<string> {
  const { url } = await payload(api.GET("/api/library/notes/{sha256}", { params: { path: { sha256 } } }));
  return url;
}
