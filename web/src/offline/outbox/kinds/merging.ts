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

/** What a new change does to those that wait. */
export interface Merged {
  /** Places of entries that it makes needless. */
  drop: readonly number[];
  /** Whether it has to be sent itself. */
  isNeeded: boolean;
  /** What is sent in its place: itself and what it makes needless, as one. */
  joined?: Change;
}

/** Whether the server cannot have heard of it. */
const isUnheard = (entry: Entry) => entry.state === "waiting" && entry.tries === 0;

const alone: Merged = { drop: [], isNeeded: true };

/**
 * How a change joins those that wait, oldest first. Sending what is left ends where sending everything would have: what
 * the server may have heard of is never taken for unsaid, and only the newest of its kind is dropped. What is being sent
 * at this moment stays as it is. A new word about a thing replaces one about it that was refused.
 */
export function merged(queue: readonly Entry[], change: Change): Merged {
  const same = queue.filter((entry) => thingOf(entry.change) === thingOf(change));
  const open = same.filter((entry) => entry.state === "waiting");
  const refused = same.filter((entry) => entry.state === "refused");
  if (isMembership(change)) return replacing(membership(open, change), refused);
  if (isPlaylistWork(change)) return playlist(open, refused, change);
  if (change.kind === "study") return study(open, change);
  if (isEdit(change)) return replacing(edit(open, change), refused);
  // The last word says everything, and both requests may be repeated.
  if (change.kind === "report") return replacing({ drop: open.map(({ seq }) => seq), isNeeded: true }, refused);
  if (change.kind === "position") return { drop: open.map(({ seq }) => seq), isNeeded: true };
  return open.length > 0 ? { drop: [], isNeeded: false } : alone;
}

/** Whether an edit removes what it is about. */
const isRemoval = (edit: Edit) =>
  (edit.kind === "highlight" && !edit.highlight) ||
  (edit.kind === "exam" && !edit.exam) ||
  (edit.kind === "ownCard" && !edit.card);

/**
 * An edit joins the one before it, and is based on what that one is based on. One that the server may have stays, because the
 * next edit is based on it.
 */
function edit(open: readonly Entry[], change: Edit): Merged {
  if (isRemoval(change)) {
    // What is set aside in an exam stays when that is removed, unless the student has discarded it before.
    const replaced = open.filter((entry) => entry.change.kind !== "exam" || !entry.change.dropsSetAside);
    return { drop: replaced.map(({ seq }) => seq), isNeeded: true };
  }
  const last = open.at(-1);
  if (!last || !isUnheard(last) || !isEdit(last.change)) return alone;
  const joined = isRemoval(last.change) ? change : basedOn(change, last.change);
  return { drop: [last.seq], isNeeded: true, joined };
}

/** Answers join those before them while nobody can have heard of them and they fit into one batch. */
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
  // The opposite of what nobody has heard is nothing; what got no answer may be so, and is followed by its opposite.
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

/** What of a playlist a change sets as a whole: the last word about it counts, whatever else happened between. */
function fieldOf(change: Change): string | undefined {
  if (change.kind !== "changePlaylist") return undefined;
  const { kind } = change.change;
  return kind === "rename" || kind === "show" || kind === "removeCover" ? kind : undefined;
}

/** Which audio note a change brings, moves or takes out. */
function audioOf(change: Change): string | undefined {
  if (change.kind === "addToPlaylist") return change.item.audioId;
  if (change.kind !== "changePlaylist") return undefined;
  const inner = change.change;
  if (inner.kind === "move" || inner.kind === "remove") return inner.audioId;
  return inner.kind === "putBack" ? inner.item.audioId : undefined;
}

/** The waiting change that a newer one of the same playlist makes needless. */
function sameSlot(open: readonly Entry[], change: PlaylistWork): Entry | undefined {
  const field = fieldOf(change);
  if (field !== undefined) return open.findLast((entry) => fieldOf(entry.change) === field);
  // Where something stands depends on what happened before: only its direct predecessor can be left out.
  const last = open.findLast((entry) => audioOf(entry.change) !== undefined);
  if (!last || audioOf(last.change) !== audioOf(change)) return undefined;
  return isCoveredBy(last.change, change) ? last : undefined;
}

/** Whether an audio note ends in the same place without the earlier of two changes that follow each other. */
function isCoveredBy(earlier: Change, later: Change): boolean {
  if (earlier.kind === "addToPlaylist" && later.kind === "addToPlaylist") return true;
  if (later.kind !== "changePlaylist") return false;
  if (later.change.kind === "remove") return true;
  const isMove = earlier.kind === "changePlaylist" && earlier.change.kind === "move";
  // Behind itself is no move.
  return isMove && later.change.kind === "move" && later.change.after !== later.change.audioId;
}
