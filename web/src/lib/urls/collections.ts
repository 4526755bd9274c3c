import { paths } from "./paths";
import { shelfTitles } from "./shelves";
import { displayCode } from "./subjects";

const albumTitles: Readonly<Record<string, string>> = {
  cram: "Cram Mode",
  examReview: "Exam Review",
  nightOwl: "Night Owl",
};

const shelfPaths: Readonly<Record<string, string>> = {
  "deep-dive": paths.deepDive(),
  "quick-recap": paths.quickRecap(),
  "chill-review": paths.chillReview(),
  radio: paths.audioNotes(),
};

/** Returns the title of a course code ("CS 246" for "CS246"), shelf or album. */
export function collectionTitle(place: string): string {
  const titles: Readonly<Record<string, string>> = { ...shelfTitles, ...albumTitles };
  return titles[place] ?? displayCode(place);
}

/** Returns the URL of an item: a note has its own page, and a recording is linked on the page of its shelf. */
export function contentHref({ kind, id, place }: { kind: string; id: string; place: string }): string {
  return kind === "audio" ? `${shelfPaths[place] ?? paths.audioNotes()}#${id}` : paths.download(id);
}
