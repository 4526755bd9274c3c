import type { Change, ToggleChange } from "@/offline/outbox/kinds/kinds";

/** Returns the state after the pending changes, or `undefined` if no pending change concerns the item. */
export function optimisticState(
  changes: readonly Change[],
  isAbout: (change: ToggleChange) => boolean,
): boolean | undefined {
  const last = changes.findLast((change): change is ToggleChange => "on" in change && isAbout(change));
  return last?.on;
}

/** Returns the list after pending changes, in their order: added members come first, removed ones are left out. */
export function withOptimisticToggles(
  list: readonly string[],
  changes: readonly Change[],
  memberOf: (change: ToggleChange) => string | undefined,
): readonly string[] {
  let members = list;
  for (const change of changes) {
    const member = "on" in change ? memberOf(change) : undefined;
    if (member === undefined) continue;
    const others = members.filter((each) => each !== member);
    members = (change as ToggleChange).on ? [member, ...others] : others;
  }
  return members;
}
