import { STUDY_BATCH_MAX } from "@/core/limits";
import {
  basedOn,
  type Change,
  type Edit,
  type Entry,
  isEdit,
  isMembership,
  isPlaylistWork,
  type PlaylistWork,
  type StudyWork,
  thingOf,
} from "./changes";

/** Effect of a new change on the queue. */
export interface Merged {
  /** Sequence numbers of entries that become obsolete. */
  drop: readonly number[];
  /** True if the new change must be sent. */
  isNeeded: boolean;
  /** Replaces the new change: it combines the change with the dropped ones. */
  joined?: Change;
}

/** Returns true if the server cannot have received the entry. */
const isUnheard = (entry: Entry) => entry.state === "waiting" && entry.tries === 0;

const alone: Merged = { drop: [], isNeeded: true };

/**
 * Merges a change into the queue (oldest first). Sending the result has the same effect as sending every change. A
 * change that the server may have received is never cancelled, and entries in flight stay as they are. A new change
 * replaces a rejected one of the same item.
 */
export function merged(queue: readonly Entry[], change: Change): Merged {
  const same = queue.filter((entry) => thingOf(entry.change) === thingOf(change));
  const open = same.filter((entry) => entry.state === "waiting");
  const refused = same.filter((entry) => entry.state === "refused");
  if (isMembership(change)) return replacing(membership(open, change), refused);
  if (isPlaylistWork(change)) return playlist(open, refused, change);
  if (change.kind === "study") return study(open, change);
  if (isEdit(change)) return replacing(edit(open, change), refused);
  // The last change contains the full state, and both requests are idempotent.
  if (change.kind === "report") return replacing({ drop: open.map(({ seq }) => seq), isNeeded: true }, refused);
  if (change.kind === "position") return { drop: open.map(({ seq }) => seq), isNeeded: true };
  return open.length > 0 ? { drop: [], isNeeded: false } : alone;
}

const isRemoval = (edit: Edit) =>
  (edit.kind === "highlight" && !edit.highlight) ||
  (edit.kind === "exam" && !edit.exam) ||
  (edit.kind === "ownCard" && !edit.card);

/**
 * Combines an edit with the previous one and keeps the base of that one. An edit that the server may have received
 * stays, because the next edit is based on it.
 */
function edit(open: readonly Entry[], change: Edit): Merged {
  if (isRemoval(change)) {
    // Deleting an exam keeps the exams of merged courses, unless the student discarded them before.
    const replaced = open.filter((entry) => entry.change.kind !== "exam" || !entry.change.dropsSetAside);
    return { drop: replaced.map(({ seq }) => seq), isNeeded: true };
  }
  const last = open.at(-1);
  if (!last || !isUnheard(last) || !isEdit(last.change)) return alone;
  const joined = isRemoval(last.change) ? change : basedOn(change, last.change);
  return { drop: [last.seq], isNeeded: true, joined };
}

/** Appends review events to the previous batch if it was never sent and has room. */
function study(open: readonly Entry[], change: StudyWork): Merged {
  const last = open.at(-1);
  if (last?.change.kind !== "study" || !isUnheard(last)) return alone;
  const facts = [...last.change.facts, ...change.facts];
  if (facts.length > STUDY_BATCH_MAX) return alone;
  return { drop: [last.seq], isNeeded: true, joined: { ...change, facts } };
}

function replacing(result: Merged, refused: readonly Entry[]): Merged {
  return { ...result, drop: [...result.drop, ...refused.map(({ seq }) => seq)] };
}

function membership(open: readonly Entry[], change: Change & { on: boolean }): Merged {
  const last = open.at(-1);
  if (!last || !isMembership(last.change)) return alone;
  if (last.change.on === change.on) return { drop: [], isNeeded: false };
  // Two opposite unsent changes cancel each other. After an attempt without a response, the opposite must be sent.
  return isUnheard(last) ? { drop: [last.seq], isNeeded: false } : alone;
}

function playlist(open: readonly Entry[], refused: readonly Entry[], change: PlaylistWork): Merged {
  switch (change.kind) {
    case "createPlaylist":
      return open.length > 0 ? { drop: [], isNeeded: false } : replacing(alone, refused);
    case "deletePlaylist": {
      const isUnmade = [...open, ...refused].some(
        (entry) => entry.change.kind === "createPlaylist" && (entry.state === "refused" || isUnheard(entry)),
      );
      return replacing({ drop: open.map(({ seq }) => seq), isNeeded: !isUnmade }, refused);
    }
    case "addToPlaylist":
    case "changePlaylist": {
      const last = sameSlot(open, change);
      return last ? { drop: [last.seq], isNeeded: true } : alone;
    }
  }
}

/** Returns the playlist field that a change overwrites. Only the last change of each field counts. */
function fieldOf(change: Change): string | undefined {
  if (change.kind !== "changePlaylist") return undefined;
  const { kind } = change.change;
  return kind === "rename" || kind === "show" || kind === "removeCover" ? kind : undefined;
}

function audioOf(change: Change): string | undefined {
  if (change.kind === "addToPlaylist") return change.item.audioId;
  if (change.kind !== "changePlaylist") return undefined;
  const inner = change.change;
  if (inner.kind === "move" || inner.kind === "remove") return inner.audioId;
  return inner.kind === "putBack" ? inner.item.audioId : undefined;
}

/** Returns the waiting change of the same playlist that a newer one makes obsolete. */
function sameSlot(open: readonly Entry[], change: PlaylistWork): Entry | undefined {
  const field = fieldOf(change);
  if (field !== undefined) return open.findLast((entry) => fieldOf(entry.change) === field);
  // Positions depend on all earlier changes, so only the direct predecessor can be dropped.
  const last = open.findLast((entry) => audioOf(entry.change) !== undefined);
  if (!last || audioOf(last.change) !== audioOf(change)) return undefined;
  return isCoveredBy(last.change, change) ? last : undefined;
}

/** Returns true if an audio note ends in the same place without the earlier of two consecutive changes. */
function isCoveredBy(earlier: Change, later: Change): boolean {
  if (earlier.kind === "addToPlaylist" && later.kind === "addToPlaylist") return true;
  if (later.kind !== "changePlaylist") return false;
  if (later.change.kind === "remove") return true;
  const isMove = earlier.kind === "changePlaylist" && earlier.change.kind === "move";
  // A move behind itself has no effect.
  return isMove && later.change.kind === "move" && later.change.after !== later.change.audioId;
}
