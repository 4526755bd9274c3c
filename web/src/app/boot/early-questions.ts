import { NOTE_UPDATES } from "@/data/me/first-marks";
import { START } from "@/data/me/start-tag";
import { albumAt } from "@/lib/addresses/albums";
import { paths, patterns } from "@/lib/addresses/paths";
import { isUlid } from "@/lib/text/ulid";
import type { PageName } from "../pages";

/** Finds the page of a path and the parameters of its pattern. */
export function pageAt(
  pathname: string,
  names: readonly PageName[],
): { name: PageName; params: Record<string, string> } | undefined {
  const given = segments(pathname);
  for (const name of names) {
    const params = paramsOf(segments(patterns[name]), given);
    if (params) return { name, params };
  }
  return given.join("/") === "dashboard" ? { name: "dashboard", params: {} } : undefined;
}

const segments = (path: string) => path.split("/").filter(Boolean);

function paramsOf(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, wanted] of pattern.entries()) {
    const found = given[place] ?? "";
    if (wanted.startsWith(":")) params[wanted.slice(1)] = found;
    else if (wanted !== found) return undefined;
  }
  return params;
}

/** Likes, My Notes and further user data in one response (`data/me/start.ts`). */
const mine = [START];
const shelf = (id: string) => [`/api/shelves/${id}`, ...mine];
const album = (href: string) => [`/api/albums/${albumAt(href)}`, ...mine];

/** First API requests of each page, by its path parameters as they appear in the URL. */
const questions: Partial<Record<PageName, (params: Record<string, string>) => readonly string[]>> = {
  dashboard: () => [
    "/api/me/listening",
    "/api/me/reading",
    "/api/me/new-notes",
    "/api/me/feed",
    "/api/me/exams",
    "/api/me/study/settings",
    NOTE_UPDATES,
    ...mine,
  ],
  browse: () => mine,
  // Other spellings are redirected to the canonical code first.
  notes: ({ guideId = "" }) =>
    /^[A-Z]+[0-9][A-Z0-9]*$/.test(guideId)
      ? [`/api/courses/${guideId}/notes`, `/api/courses/${guideId}/chapters`, "/api/me/exams", ...mine]
      : [],
  myHighlights: () => ["/api/me/highlights"],
  myCards: () => ["/api/me/cards"],
  note: ({ noteId = "" }) =>
    isUlid(noteId) ? [`/api/notes/${noteId}/reading`, `/api/me/highlights/${noteId}`, ...mine] : [],
  myNotes: () => [...mine, NOTE_UPDATES],
  deepDive: () => shelf("deep-dive"),
  quickRecap: () => shelf("quick-recap"),
  chillReview: () => shelf("chill-review"),
  audioNotes: () => shelf("radio"),
  cramMode: () => album(paths.cramMode()),
  examReview: () => album(paths.examReview()),
  nightOwl: () => album(paths.nightOwl()),
  student: ({ username = "" }) => ["", "/courses", "/playlists"].map((more) => `/api/students/${username}${more}`),
  playlist: ({ playlistId = "" }) => [`/api/playlists/${playlistId}`, ...mine],
};

/**
 * Returns the first API requests of a page, which must match those of the page exactly. An extra request costs reads; a
 * missing one delays the page.
 */
export function earlyQuestions(name: PageName, params: Record<string, string>, isMember: boolean): readonly string[] {
  const all = questions[name]?.(params) ?? [];
  return isMember ? all : all.filter((path) => !path.startsWith("/api/me/"));
}

/** Pages whose first content comes from the search worker. */
export const searchPages: ReadonlySet<PageName> = new Set<PageName>(["dashboard", "browse"]);
