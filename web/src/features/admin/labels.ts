import type { ContentKind, TrashEntry } from "@/data/admin/admin";

export const kindTitles: Readonly<Record<ContentKind, string>> = {
  note: "Course note",
  audio: "Audio note",
  albumNote: "Album note",
};

export const kindPlurals: Readonly<Record<ContentKind, string>> = {
  note: "Course notes",
  audio: "Audio notes",
  albumNote: "Album notes",
};

export const trashTitles: Readonly<Record<TrashEntry["kind"], string>> = { ...kindTitles, file: "Replaced file" };

/** Returns '1 thing', '3 things'. */
export function things(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}
