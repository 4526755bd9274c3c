import type { AccessibilityState, ContentKind, TrashEntry } from "@/data/admin/admin";
import { titlesText } from "@/lib/text/titles";

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

/** Titles of the filter by accessibility. */
export const accessibilityTitles: Readonly<Record<AccessibilityState, string>> = {
  problems: "Problems",
  none: "No problems",
  unknown: "Not checked yet",
};

export const trashTitles: Readonly<Record<TrashEntry["kind"], string>> = { ...kindTitles, file: "Replaced file" };

/** Returns '1 item' or '3 items'. */
export function itemCountText(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}

/**
 * Formats the result of a write that failed for some items: `2 of 3 restored. “Sets” could not be restored.` `action` is
 * the participle of the verb.
 */
export function partialFailureText(done: number, failed: readonly { title: string }[], action: string): string {
  const worked = done > 0 ? `${done} of ${done + failed.length} ${action}. ` : "";
  return `${worked}${titlesText(failed.map(({ title }) => title))} could not be ${action}.`;
}
