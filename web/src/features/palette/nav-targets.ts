import { pageIds, pages } from "@/lib/addresses/pages";

/** Role of the user. Administrators are also members. */
export type Who = "visitor" | "member" | "admin";

export interface NavTarget {
  name: string;
  to: string;
  also?: string;
  who: readonly Who[];
}

const whoOf = {
  visitor: ["visitor", "member", "admin"],
  student: ["member", "admin"],
  administrator: ["admin"],
} satisfies Record<string, readonly Who[]>;

/** Pages with a title, in the order of the table. Account pages are for visitors only. */
export const navTargets: readonly NavTarget[] = pageIds.flatMap((name) => {
  const { title, address, words, audience, layout } = pages[name];
  if (title === undefined) return [];
  const who: readonly Who[] = layout === "account" ? ["visitor"] : whoOf[audience];
  return [{ name: title, to: address, ...(words && { also: words }), who }];
});
