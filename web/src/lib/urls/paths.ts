import { type PageId, pageIds, pages, type RoutePattern } from "./pages";

/** One value for each parameter of a route pattern. */
type Values<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [string, ...Values<Rest>]
  : Pattern extends `${string}:${string}`
    ? [string]
    : [];

type Links = { readonly [Name in PageId]: (...values: Values<RoutePattern<Name>>) => string };

/** Words on a page of a note, with the text around them. */
interface Passage {
  noteId: string;
  page: number;
  quote: string;
  prefix?: string | undefined;
  suffix?: string | undefined;
}

const linkTo =
  (pattern: string) =>
  (...values: string[]) =>
    pattern.replace(/:\w+/g, () => encodeURIComponent(values.shift() ?? ""));

const links = Object.fromEntries(pageIds.map((name) => [name, linkTo(pages[name].pattern)])) as unknown as Links;

const ofChapter = (chapter: string | undefined) => (chapter ? `?${new URLSearchParams({ chapter })}` : "");

/** Paths of all pages. Parameters are escaped here only. */
export const paths = {
  ...links,
  /** Notes of a course, scrolled to one of them. */
  noteIn: (code: string, id: string) => `${links.notes(code)}#${encodeURIComponent(id)}`,
  writeCard: (code: string, chapter?: string) => links.writeCard(code) + ofChapter(chapter),
  importPersonalCards: (code: string, chapter?: string) => links.importPersonalCards(code) + ofChapter(chapter),
  /** Due study cards of all courses, of some, or of one chapter. */
  study: (courses: string | readonly string[] = [], chapter?: string) => {
    const named = [courses].flat().map((course) => ["course", course]);
    const params = new URLSearchParams([...named, ...(chapter ? [["chapter", chapter]] : [])]).toString();
    return links.study() + (params && `?${params}`);
  },
  /** Practice test of a course, or of one of its chapters. */
  practice: (course?: string, chapter?: string) => {
    const params = new URLSearchParams({ ...(course && { course }), ...(chapter && { chapter }) }).toString();
    return links.practice() + (params && `?${params}`);
  },
  /** Session with a time budget in a course, or in all courses. */
  timed: (course?: string) => links.timed() + (course ? `?${new URLSearchParams({ course })}` : ""),
  /**
   * A page of a note with search matches marked. The search text is in the fragment, so the server does not receive it.
   */
  notePage: (id: string, page: number, find: string) =>
    `${links.note(id)}#${new URLSearchParams({ page: `${page}`, find })}`,
  /** A note, opened at a page. */
  noteAt: (id: string, page: number) => `${links.note(id)}#page=${page}`,
  /** A note, opened at one of the student's highlights. */
  highlight: (note: string, page: number, id: string) =>
    `${links.note(note)}#page=${page}&highlight=${encodeURIComponent(id)}`,
  /**
   * A note, opened at a passage, which is marked. The words are in the fragment, so the server does not receive them.
   */
  passage: ({ noteId, page, quote, prefix, suffix }: Passage) => {
    const context = { ...(prefix && { before: prefix }), ...(suffix && { after: suffix }) };
    return `${links.note(noteId)}#${new URLSearchParams({ page: `${page}`, passage: quote, ...context })}`;
  },
  /** A recording from a position in seconds. */
  recordingAt: (id: string, secs: number) => `${links.recording(id)}?t=${Math.floor(secs)}`,
  onThisDevice: () => `${links.security()}#on-this-device`,
  adminNewCourse: (code: string, title: string) =>
    `${links.adminCourses()}?${new URLSearchParams({ new: code, title })}`,
};
