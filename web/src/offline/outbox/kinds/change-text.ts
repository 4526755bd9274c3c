import { type Change, kindOf } from "./kinds";

/** Describes a change in words that can follow "Could not". */
export const describeChange = (change: Change): string => kindOf(change).describe(change);

/** Returns the path of the page where a change was made, if there is one. */
export const changeHref = (change: Change): string | undefined => kindOf(change).path?.(change);

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

export const changeCountText = (count: number) => counted(count, "change", "changes");

/** Counts changes by kind, for example "2 likes, 1 course request". */
export function summarizeChanges(changes: readonly Change[]): string {
  const groups = new Map<string, [count: number, one: string, several: string]>();
  for (const change of changes) {
    const [one, several] = kindOf(change).countNouns;
    groups.set(one, [(groups.get(one)?.[0] ?? 0) + 1, one, several]);
  }
  return [...groups.values()].map((group) => counted(...group)).join(", ");
}
