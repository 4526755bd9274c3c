import type { CopyrightNotice, NoticeItem } from "@/data/copyright/copyright";

/** Titles and colours of the states of a notice. */
export const noticeStates = {
  open: { title: "Open", badge: "warn" },
  hiding: { title: "Being hidden", badge: "warn" },
  hidden: { title: "Copies hidden", badge: "danger" },
  countered: { title: "Counter notice", badge: "warn" },
  held: { title: "Held", badge: "danger" },
  restoring: { title: "Being restored", badge: "plain" },
  dismissed: { title: "Dismissed", badge: "plain" },
  restored: { title: "Closed after a counter notice", badge: "plain" },
  removed: { title: "Files removed", badge: "plain" },
} as const satisfies Record<CopyrightNotice["state"], { title: string; badge: string }>;

/** Texts for the result of closing a notice, for each copy. */
export const copyResults = {
  restored: "restored",
  withheld: "stays hidden because of another notice",
  trashed: "not restored because it or its course was deleted; it is in the trash",
  deleted: "not restored because it was already deleted for good",
} as const satisfies Record<NonNullable<NoticeItem["result"]>, string>;

/** Returns the titles of the named items: 'Pointers and 2 more'. */
export function noticeTitle({ items }: Pick<CopyrightNotice, "items">): string {
  const [first, ...others] = items;
  if (!first) return "Notice of copyright";
  return others.length === 0 ? first.title : `${first.title} and ${others.length} more`;
}

/** Returns how many copies were restored: '2 of 3 copies were restored.' */
export function restoredText(copies: CopyrightNotice["copies"]): string {
  if (copies.length === 0) return "No copies were hidden.";
  const restored = copies.filter(({ result }) => result === "restored").length;
  if (copies.length === 1) return restored === 1 ? "The copy was restored." : "The copy was not restored.";
  if (restored === copies.length) return `All ${copies.length} copies were restored.`;
  return `${restored} of ${copies.length} copies were restored.`;
}
