import { bookmark } from "./bookmark";
import { requestCourse, wantCourse } from "./course-request";
import { exam } from "./exam";
import { followCourse } from "./follow-course";
import { followStudent } from "./follow-student";
import { highlight } from "./highlight";
import type { ChangeKind, Coalesced, Queued } from "./kind";
import { like } from "./like";
import { personalCard } from "./personal-card";
import { addToPlaylist, changePlaylist, createPlaylist, deletePlaylist } from "./playlist";
import { position } from "./position";
import { report } from "./report";
import { saveNote } from "./save-note";
import { study } from "./study";
import { studySettings } from "./study-settings";

/** All kinds of changes, by the `kind` of their payload. The other modules of the outbox mention no single kind. */
export const kinds = {
  like,
  followCourse,
  followStudent,
  saveNote,
  wantCourse,
  requestCourse,
  highlight,
  bookmark,
  personalCard,
  exam,
  studySettings,
  report,
  position,
  study,
  createPlaylist,
  deletePlaylist,
  addToPlaylist,
  changePlaylist,
};

type Kinds = typeof kinds;

/** Response type of each kind of change. `undefined`: the page needs no response body. */
export type ResultByKind = { [K in keyof Kinds]: Kinds[K] extends ChangeKind<infer _C, infer A, infer _G> ? A : never };

/** Payloads by kind. `never` if the `kind` of a payload differs from its key in `kinds`. */
type Changes = {
  [K in keyof Kinds]: Kinds[K] extends ChangeKind<infer C, infer _A, infer _G> ? Extract<C, { kind: K }> : never;
};

/** One change that waits in the outbox. */
export type Change = Changes[keyof Kinds];
export type ChangeResult<C extends Change = Change> = ResultByKind[C["kind"]];
export type Entry = Queued<Change>;

/** A state that is on or off. */
export type ToggleChange = Extract<Change, { on: boolean }>;

export const kindOf = ({ kind }: Change): ChangeKind<Change, ChangeResult> =>
  kinds[kind] as unknown as ChangeKind<Change, ChangeResult>;

/** Returns the key of the item that a change affects. Changes with the same key are sent in order. */
export function entityKeyOf(change: Change): string {
  const { group = change.kind, id } = kindOf(change);
  return `${group} ${id(change)}`;
}

export const serialQueueKeyOf = (change: Change): string =>
  kindOf(change).serialQueueKey?.(change) ?? entityKeyOf(change);

/**
 * Merges a change into the queue (oldest first). Sending the result has the same effect as sending every change. A
 * change that the server may have received is never cancelled, and entries in flight stay as they are.
 */
export function coalesce(queue: readonly Entry[], change: Change): Coalesced<Change> {
  const { merge, keepsRejected } = kindOf(change);
  const same = queue.filter((entry) => entityKeyOf(entry.change) === entityKeyOf(change));
  const rejected = same.filter(({ state }) => state === "rejected");
  const result = merge(
    change,
    same.filter(({ state }) => state === "waiting"),
    rejected,
  );
  return keepsRejected ? result : { ...result, drop: [...result.drop, ...rejected.map(({ seq }) => seq)] };
}
