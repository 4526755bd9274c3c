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

/** What people call a course ('CS246' is 'CS 246'), a shelf or an album that goes by this name. */
export function placeTitle(place: string): string {
  const titles: Readonly<Record<string, string>> = { ...shelfTitles, ...albumTitles };
  return titles[place] ?? displayCode(place);
}

/** Where a thing can be looked at: a note has a page of its own, a recording is marked on its shelf. */
export function thingHref({ kind, id, place }: { kind: string; id: string; place: string }): string {
  return kind === "audio" ? `${shelfPaths[place] ?? paths.audioNotes()}#${id}` : paths.download(id);
}
