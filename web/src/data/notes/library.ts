import { api, unwrap } from "@/api/client";

/** Returns the URL of the file with the titles of all course notes. Members only; valid for some hours. */
export async function fetchNoteIndexUrl(sha256: string): Promise<string> {
  const { url } = await unwrap(api.GET("/api/library/notes/{sha256}", { params: { path: { sha256 } } }));
  return url;
}
