import { insideBytes, insidesQuery } from "@/api/inside";
import type { ReadableNote } from "@/api/models";
import { queryClient } from "@/api/query-client";
import { session } from "@/api/session";
import { dropInsides, findInside, holdInsides } from "@/core/inside";

// The words of notes are for members, and the next person may sit here.
session.onEnd(dropInsides);

/** Most pages that are asked for; where that many have the words, any page may. */
const PAGES_MAX = 400;

/**
 * The pages of a course's note that have all of these words, by what was read of it at its upload: nothing of the note is
 * fetched for it. Nothing where that is not known.
 */
export async function pagesWith(note: ReadableNote, words: string): Promise<ReadonlySet<number> | undefined> {
  if (!note.course || session.state().status !== "signed-in") return undefined;
  const places = [note.course];
  // Quotation marks would mean a phrase.
  const query = words.replace(/["\u201c-\u201e\u00ab\u00bb]/g, " ");
  try {
    const versions = await queryClient.fetchQuery(insidesQuery(places));
    await holdInsides(places, versions, insideBytes);
    const found = await findInside({ query, places, limit: PAGES_MAX, ofNote: PAGES_MAX });
    const pages = found.filter((page) => page.note === note.id && page.hasAll).map(({ page }) => page);
    return pages.length > 0 && found.length < PAGES_MAX ? new Set(pages) : undefined;
  } catch (error) {
    console.warn("It is not known which pages have these words, so all are read.", error);
    return undefined;
  }
}
