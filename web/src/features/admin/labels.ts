import type { ContentKind, TrashEntry } from "@/data/admin/admin";

/** What people call each kind. */
export const kindTitles: Readonly<Record<ContentKind, string>> = {
  note: "Course note",
  audio: "Audio note",
  albumNote: "Album note",
};

/** The same for more than one. */
export const kindPlurals: Readonly<Record<ContentKind, string>> = {
  note: "Course notes",
  audio: "Audio notes",
  albumNote: "Album notes",
};

/** What lies in the trash. */
export const trashTitles: Readonly<Record<TrashEntry["kind"], string>> = { ...kindTitles, file: "Replaced file" };

/** '1 thing', '3 things'. */
export function things(count: number): string {
  return count === 1 ? "1 thing" : `${count} things`;
}
