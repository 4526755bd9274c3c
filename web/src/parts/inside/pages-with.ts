import type { ReadableNote } from "@/api/models";
import { dropInsides, holdInsides, pagesInside } from "@/core/search/inside";
import { queryClient } from "@/data/query/query-client";
import { insideBytes, insidesQuery } from "@/data/search/inside";
import { session } from "@/session/session";

// The words of notes are for members, and the next person may sit here.
session.onEnd(dropInsides);

/**
 * The pages of a note that may have these words, by what was read of it at its upload: nothing of the note is fetched for
 * it. Nothing where that is not known.
 */
export async function pagesWith(note: ReadableNote, query: string): Promise<ReadonlySet<number> | undefined> {
  const place = note.album ?? note.course;
  if (!place || session.state().status !== "signed-in") return undefined;
  const places = [place];
  try {
    const versions = await queryClient.fetchQuery(insidesQuery(places));
    await holdInsides(places, versions, insideBytes);
    return await pagesInside({ query, place, note: note.id });
  } catch (error) {
    console.warn("It is not known which pages have these words, so all are read.", error);
    return undefined;
  }
}
