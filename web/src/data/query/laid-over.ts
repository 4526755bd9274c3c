import type { Change, Membership } from "@/offline/outbox/kinds/table";

/** Returns the state that pending changes give, or `undefined` if none is about it. */
export function lastWord(changes: readonly Change[], isAbout: (change: Membership) => boolean): boolean | undefined {
  const word = changes.findLast((change): change is Membership => "on" in change && isAbout(change));
  return word?.on;
}

/** Returns the list after pending changes, in their order: added members come first, removed ones are left out. */
export function withMembers(
  list: readonly string[],
  changes: readonly Change[],
  memberOf: (change: Membership) => string | undefined,
): readonly string[] {
  let members = list;
  for (const change of changes) {
    const member = "on" in change ? memberOf(change) : undefined;
    if (member === undefined) continue;
    const others = members.filter((each) => each !== member);
    members = (change as Membership).on ? [member, ...others] : others;
  }
  return members;
}
