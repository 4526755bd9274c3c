import type { CopyrightNotice } from "@/data/copyright/copyright";

/** Titles and colours of the states of a notice. */
export const noticeStates = {
  open: { title: "Open", badge: "warn" },
  hidden: { title: "Copies hidden", badge: "danger" },
  countered: { title: "Counter notice", badge: "warn" },
  held: { title: "Held", badge: "danger" },
  restoring: { title: "Being restored", badge: "plain" },
  dismissed: { title: "Dismissed", badge: "plain" },
  restored: { title: "Restored", badge: "accent" },
} as const satisfies Record<CopyrightNotice["state"], { title: string; badge: string }>;

/** Returns the titles of the named items: 'Pointers and 2 more'. */
export function noticeTitle({ items }: Pick<CopyrightNotice, "items">): string {
  const [first, ...others] = items;
  if (!first) return "Notice of copyright";
  return others.length === 0 ? first.title : `${first.title} and ${others.length} more`;
}
