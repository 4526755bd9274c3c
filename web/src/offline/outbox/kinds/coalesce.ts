import type { ChangePayload, Coalesced, Queued } from "./kind";

/** Merge rules that several kinds share. */

export const keepBoth = { drop: [], isNeeded: true } satisfies Coalesced<ChangePayload>;
export const dropChange = { drop: [], isNeeded: false } satisfies Coalesced<ChangePayload>;

/** Returns true if the server cannot have received a waiting entry. */
export const isNeverSent = ({ attempts }: Pick<Queued<ChangePayload>, "attempts">) => attempts === 0;

export const seqsOf = (entries: readonly Pick<Queued<ChangePayload>, "seq">[]) => entries.map(({ seq }) => seq);

/** The last change contains the full state, and its request is idempotent. */
export const lastWriteWins = (_change: ChangePayload, open: readonly Queued<ChangePayload>[]) => ({
  drop: seqsOf(open),
  isNeeded: true,
});

/** A state that is on or off. The last change wins, and two opposite unsent changes cancel each other. */
export function mergeToggle<C extends ChangePayload & { on: boolean }>(
  change: C,
  open: readonly Queued<C>[],
): Coalesced<C> {
  const last = open.at(-1);
  if (!last) return keepBoth;
  if (last.change.on === change.on) return dropChange;
  // After an attempt without a response, the opposite must be sent.
  return isNeverSent(last) ? { drop: [last.seq], isNeeded: false } : keepBoth;
}

/**
 * Rules of an edit that contains the state on which it is based, so that it does not overwrite changes of other
 * devices.
 */
interface EditRules<C> {
  isRemoval: (edit: C) => boolean;
  /** Returns the edit, based on the state on which the earlier edit was based. */
  basedOn: (edit: C, earlier: C) => C;
  /**
   * True if a removed item can be restored. The restored item is then based on the state before the edits that preceded
   * the removal.
   */
  isRestorable?: boolean;
  /** Returns true if a removal does not make the edit obsolete. */
  outlastsRemoval?: (edit: C) => boolean;
}

/**
 * Combines an edit with the previous one, and bases the result on the same state as the previous one. A previous edit
 * that the server may have received stays, and the new edit is based on its result.
 */
export const mergeFields =
  <C extends ChangePayload>({
    isRemoval,
    basedOn,
    isRestorable = false,
    outlastsRemoval = () => false,
  }: EditRules<C>) =>
  (change: C, open: readonly Queued<C>[]): Coalesced<C> => {
    const [first] = open;
    if (isRemoval(change)) {
      const drop = seqsOf(open.filter((each) => !outlastsRemoval(each.change)));
      const keepsBase = isRestorable && first && open.every(isNeverSent);
      return { drop, isNeeded: true, ...(keepsBase && { merged: basedOn(change, first.change) }) };
    }
    const last = open.at(-1);
    if (!last || !isNeverSent(last)) return keepBoth;
    const joined = isRemoval(last.change) && !isRestorable ? change : basedOn(change, last.change);
    return { drop: [last.seq], isNeeded: true, merged: joined };
  };
