import { pageIds, pages } from "@/lib/urls/pages";

/** Role of the user. Administrators are also members. */
export type Role = "visitor" | "member" | "admin";

export interface NavTarget {
  name: string;
  to: string;
  keywords?: string;
  roles: readonly Role[];
}

const rolesOf = {
  visitor: ["visitor", "member", "admin"],
  student: ["member", "admin"],
  administrator: ["admin"],
} satisfies Record<string, readonly Role[]>;

/** Pages with a title, in the order of the table. Account pages are for visitors only. */
export const navTargets: readonly NavTarget[] = pageIds.flatMap((name) => {
  const { title, pattern, words, audience, layout } = pages[name];
  if (title === undefined) return [];
  const roles: readonly Role[] = layout === "account" ? ["visitor"] : rolesOf[audience];
  return [{ name: title, to: pattern, ...(words && { keywords: words }), roles }];
});
