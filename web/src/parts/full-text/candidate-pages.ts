import type { ReadableNote } from "@/api/models";
import { candidatePages, loadFullTextIndexes, unloadFullTextIndexes } from "@/core/search/full-text";
import { queryClient } from "@/data/query/query-client";
import { fullTextIndexBytes, fullTextIndexesQuery } from "@/data/search/full-text-indexes";
import { session } from "@/session/session";

// Only members may read the full text of notes, and another user may sign in on this device.
session.onEnd(unloadFullTextIndexes);

/**
 * Returns the pages of a note that may contain the words, according to the full-text index. Does not load the PDF.
 * Returns `undefined` if the note has no index.
 */
export async function findCandidatePages(note: ReadableNote, query: string): Promise<ReadonlySet<number> | undefined> {
  const place = note.album ?? note.course;
  if (!place || session.state().status !== "signed-in") return undefined;
  const places = [place];
  try {
    const versions = await queryClient.fetchQuery(fullTextIndexesQuery(places));
    await loadFullTextIndexes(places, versions, fullTextIndexBytes);
    return await candidatePages({ query, place, note: note.id });
  } catch (error) {
    console.warn("It is not known which pages have these words, so all are read.", error);
    return undefined;
  }
}
