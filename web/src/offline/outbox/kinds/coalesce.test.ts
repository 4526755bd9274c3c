import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Playlist, PlaylistItem } from "@/api/models";
import type { HighlightChange } from "./highlight";
import { type Change, coalesce, type Entry, entityKeyOf } from "./kinds";

/** Builds the queue as the outbox does. `tried` marks the changes that were sent without a response. */
function queued(changes: readonly Change[], tried: readonly boolean[] = []): Entry[] {
  let queue: Entry[] = [];
  changes.forEach((change, index) => {
    const { drop, isNeeded, merged = change } = coalesce(queue, change);
    queue = queue.filter(({ seq }) => !drop.includes(seq));
    const attempts = tried[index] ? 1 : 0;
    if (isNeeded)
      queue.push({ seq: index, id: `${index}`, change: merged, state: "waiting", attempts, isDeferred: attempts > 0 });
  });
  return queue;
}
const changesOf = (queue: readonly Entry[]) => queue.map(({ change }) => change);

const like = (on: boolean, id = "a"): Change => ({ kind: "like", on, target: "notes", id });
const save = (on: boolean): Change => ({ kind: "saveNote", on, noteId: "n" });
const item = (audioId: string): PlaylistItem => ({ audioId, title: audioId, addedAt: "" });
const playlist = { id: "p", name: "P" } as Playlist;
const make: Change = { kind: "createPlaylist", id: "p", body: { id: "p", name: "P" }, shown: { playlist, items: [] } };
const put = (audioId: string): Change => ({ kind: "addToPlaylist", id: "p", name: "P", item: item(audioId) });
const work = (change: Extract<Change, { kind: "changePlaylist" }>["change"]): Change => ({
  kind: "changePlaylist",
  id: "p",
  name: "P",
  change,
});
const move = (audioId: string, after?: string) => work({ kind: "move", audioId, after });
const remove = (audioId: string) => work({ kind: "remove", audioId });
const end: Change = { kind: "deletePlaylist", id: "p", name: "P" };
const at = (counter: number, audioId = "a"): Change => ({
  kind: "position",
  position: {
    audioId,
    position: { counter, device: "d", positionMs: counter, isFinished: false, isRestart: false },
  },
});

const onPage = (page: number): Change => ({
  kind: "position",
  position: {
    noteId: "a",
    position: { counter: page, device: "d", page, abovePermille: 0, pages: 9, isFinished: false, isRestart: false },
  },
});
const mark = (remark?: string): Change => ({
  kind: "highlight",
  noteId: "n",
  id: "h",
  ...(remark !== undefined && {
    highlight: {
      id: "h",
      noteId: "n",
      title: "N",
      mark: { sha256: "0", page: 1, quote: "q", prefix: "", suffix: "", colour: "blue" as const, remark },
      madeAt: "",
    },
  }),
});

const own = (title?: string, version?: number): Change => ({
  kind: "personalCard",
  course: "CS246",
  id: "o",
  ...(version !== undefined && { version }),
  ...(title !== undefined && { card: { id: "o", course: "CS246", title, content: "", version: 0 } }),
});

const exam = (date?: string, id?: string): Change => ({
  kind: "exam",
  code: "CS246",
  ...(id !== undefined && { id }),
  ...(date !== undefined && { exam: { course: "CS246", date, retentionPercent: 90 } }),
});

const choice = (date: string, ...dropsSetAside: string[]): Change => ({
  kind: "exam",
  code: "CS246",
  exam: { course: "CS246", date, retentionPercent: 90 },
  dropsSetAside,
});

const settings = (newADay: number): Change => ({
  kind: "studySettings",
  settings: { newADay, reviewsADay: 100, retentionPercent: 90 },
});

const report = (text: string, id = "n"): Change => ({
  kind: "report",
  report: { kind: "note", id, reason: "other", text },
  title: "N",
});

test.each<[string, Change[], Change[]]>([
  ["S4.out.2 the last study settings win", [settings(5), settings(7)], [settings(7)]],
  [
    "S4.out.2 several reports of an item are merged into the last one",
    [report("A"), report("B", "m"), report("C")],
    [report("B", "m"), report("C")],
  ],
  ["S4.own.1 the last edit of a personal card wins", [own("A"), own("B")], [own("B")]],
  ["S4.own.1 the removal of a card is always sent", [own("A"), own()], [own()]],
  [
    "S4.own.1 the removal of an edited card names the version before the edit",
    [own("A", 3), own()],
    [own(undefined, 3)],
  ],
  ["the later of two positions in a note wins", [onPage(1), onPage(2)], [onPage(2)]],
  ["a position in a note does not replace one in a recording", [at(1), onPage(2)], [at(1), onPage(2)]],
  ["the last edit of a highlight wins", [mark(""), mark("Why?")], [mark("Why?")]],
  ["the removal of a highlight is always sent", [mark(""), mark()], [mark()]],
  ["the last edit of an exam wins", [exam("2026-12-09"), exam("2026-12-11")], [exam("2026-12-11")]],
  [
    "S3.exam.2 an edit after a choice by the student drops the same exams",
    [choice("2026-12-09", "CS246E"), exam("2026-12-11")],
    [choice("2026-12-11", "CS246E")],
  ],
  [
    "S3.exam.2 two choices drop the exams of both",
    [choice("2026-12-09", "CS246E"), choice("2026-12-11", "CS246F")],
    [choice("2026-12-11", "CS246E", "CS246F")],
  ],
  [
    "S3.exam.2 a removal after a choice by the student keeps the choice, which drops exams",
    [choice("2026-12-09", "CS246E"), exam()],
    [choice("2026-12-09", "CS246E"), exam()],
  ],
  [
    "S3.exam.2 a removal after such a choice has no id, because the choice may change it",
    [choice("2026-12-09", "CS246E"), exam(undefined, "CS246E.1")],
    [choice("2026-12-09", "CS246E"), exam()],
  ],
  ["the removal of an exam is always sent", [exam("2026-12-09"), exam()], [exam()]],
  ["a like and its removal cancel out", [like(true), like(false)], []],
  ["two equal likes are merged", [like(true), like(true)], [like(true)]],
  ["likes of two items are both kept", [like(true), like(true, "b")], [like(true), like(true, "b")]],
  ["removing a note and adding it again cancel out", [save(false), save(true)], []],
  ["the later of two positions in a recording wins", [at(1), at(2)], [at(2)]],
  ["positions of two recordings are both kept", [at(1), at(2, "b")], [at(1), at(2, "b")]],
  ["the last of two moves wins", [move("a"), move("a", "b")], [move("a", "b")]],
  [
    "a move between two others is kept",
    [move("a"), move("c", "a"), move("a", "b")],
    [move("a"), move("c", "a"), move("a", "b")],
  ],
  ["creating and deleting a playlist cancel out", [make, put("a"), move("a"), end], []],
  ["deleting a playlist drops its other changes", [put("a"), move("a"), end], [end]],
  [
    "the last of two names wins",
    [work({ kind: "rename", name: "A" }), put("a"), work({ kind: "rename", name: "B" })],
    [put("a"), work({ kind: "rename", name: "B" })],
  ],
  [
    "S7.wr.8 the last of two names is based on the name before both",
    [work({ kind: "rename", name: "A", before: "P" }), work({ kind: "rename", name: "B", before: "A" })],
    [work({ kind: "rename", name: "B", before: "P" })],
  ],
  ["removing a recording drops its addition", [put("a"), remove("a")], [remove("a")]],
  ["a recording that is removed and added again goes to the end", [remove("a"), put("a")], [remove("a"), put("a")]],
])("S4.out.2 %s", (_what, changes, left) => {
  expect(changesOf(queued(changes))).toEqual(left);
});

describe("a change that may have reached the server", () => {
  it("is not treated as unsent", () => {
    expect(changesOf(queued([like(true), like(false)], [true]))).toEqual([like(true), like(false)]);
    expect(changesOf(queued([like(true), like(false), like(true)], [true]))).toEqual([like(true)]);
    expect(changesOf(queued([make, end], [true]))).toEqual([end]);
  });

  it("is not merged while it is being sent", () => {
    const sending = queued([like(true)]).map((entry): Entry => ({ ...entry, state: "sending" }));
    expect(coalesce(sending, like(false))).toEqual({ drop: [], isNeeded: true });
  });

  it("is replaced by a new change after a rejection", () => {
    const refused = queued([like(true)]).map((entry): Entry => ({ ...entry, state: "rejected" }));
    expect(coalesce(refused, like(true))).toEqual({ drop: [0], isNeeded: true });
    const unmade = queued([make]).map((entry): Entry => ({ ...entry, state: "rejected" }));
    expect(coalesce([...unmade, ...queued([put("a")])], end).isNeeded).toBe(false);
  });
});

interface Held {
  on: Map<string, boolean>;
  name: string;
  list: string[] | undefined;
}

/** Applies a change to the simulated server. Every change is idempotent. */
function apply(held: Held, change: Change): void {
  if ("on" in change) held.on.set(entityKeyOf(change), change.on);
  if (change.kind === "createPlaylist") held.list ??= [];
  if (change.kind === "deletePlaylist") held.list = undefined;
  if (held.list && change.kind === "addToPlaylist" && !held.list.includes(change.item.audioId)) {
    held.list.push(change.item.audioId);
  }
  if (!held.list || change.kind !== "changePlaylist") return;
  const inner = change.change;
  if (inner.kind === "rename") held.name = inner.name;
  if (inner.kind === "remove") held.list = held.list.filter((each) => each !== inner.audioId);
  if (inner.kind !== "move" || !held.list.includes(inner.audioId) || inner.after === inner.audioId) return;
  const others = held.list.filter((each) => each !== inner.audioId);
  const place = inner.after === undefined ? 0 : others.indexOf(inner.after) + 1;
  // The predecessor was removed: the server rejects the move.
  if (inner.after !== undefined && place === 0) return;
  held.list = [...others.slice(0, place), inner.audioId, ...others.slice(place)];
}

const letter = fc.constantFrom("a", "b", "c", "d");
const anyWork = fc.oneof(
  letter.map(put),
  letter.map(remove),
  fc.tuple(letter, fc.option(letter, { nil: undefined })).map(([audioId, after]) => move(audioId, after)),
  letter.map((name) => work({ kind: "rename", name })),
);

function endOf(changes: readonly Change[], list: string[] | undefined): Held {
  const held: Held = { on: new Map(), name: "", list: list && [...list] };
  for (const change of changes) apply(held, change);
  return held;
}

/** Returns true if a page that shows `list` can offer this change. */
function isOffered(list: readonly string[] | undefined, change: Change): boolean {
  if (change.kind !== "changePlaylist" || change.change.kind !== "move") return true;
  const { audioId, after } = change.change;
  return list?.includes(audioId) === true && (after === undefined || list.includes(after));
}

test("S4.out.2 merging changes of a playlist does not change its final state, even if some were tried before", () => {
  fc.assert(
    fc.property(fc.array(anyWork, { maxLength: 12 }), fc.array(fc.boolean()), (all, tried) => {
      const start = ["a", "b", "c"];
      const works: Change[] = [];
      for (const change of all) if (isOffered(endOf(works, start).list, change)) works.push(change);
      const { name, list } = endOf(changesOf(queued(works, tried)), start);
      const whole = endOf(works, start);
      expect([name, list]).toEqual([whole.name, whole.list]);
    }),
    { numRuns: 2000 },
  );
});

test("S4.out.2 switching a setting on and off ends in the last state, whether sent once or several times", () => {
  const words = fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(words, fc.array(fc.boolean()), fc.dictionary(letter, fc.boolean()), (all, tried, server) => {
      // A like button only toggles: each change is the opposite of the state that is shown.
      const shown = new Map(Object.entries(server));
      const turned = all.map(([id]) => {
        const on = !shown.get(id);
        shown.set(id, on);
        return like(on, id);
      });
      const held = new Map(Object.entries(server));
      for (const change of changesOf(queued(turned, tried))) {
        if (change.kind === "like") held.set(change.id, change.on);
      }
      for (const [id, on] of shown) expect(held.get(id) ?? false).toBe(on);
    }),
    { numRuns: 1000 },
  );
});

const edited = (seen: string, remark: string) => {
  const change = mark(remark) as HighlightChange;
  return { ...change, before: { sha256: "0", page: 1, colour: "blue" as const, remark: seen } };
};

test("S4.out.2 several edits of a highlight become one edit, based on the state before the first of them", () => {
  expect(changesOf(queued([edited("Old", "Mine"), edited("Mine", "Mine, too")]))).toEqual([edited("Old", "Mine, too")]);
  expect(changesOf(queued([mark("New"), edited("New", "Newer")]))).toEqual([{ ...mark("Newer"), before: undefined }]);
});

test("S2.mark.1 undoing a removal before it was sent keeps the base of the previous edit", () => {
  const edit = edited("Old", "New");
  expect(changesOf(queued([edit, mark(), mark("New")]))).toEqual([edit]);
  // The server may have the first edit, so the next one is not based on the state before it.
  expect(changesOf(queued([edit, mark(), mark("New")], [true])).at(-1)).toEqual(mark("New"));
});

test("S4.out.2 an edit of a highlight is not merged with an edit that the server may have received", () => {
  const both = [edited("Old", "Mine"), edited("Mine", "Mine, too")];
  expect(changesOf(queued(both, [true]))).toEqual(both);
});

test("ratings are added to a pending batch until it is full or may have reached the server", () => {
  const work = (first: number, count: number): Change => ({
    kind: "study",
    device: 7,
    events: Array.from({ length: count }, (_, index) => ({
      sequence: first + index,
      cardId: "01JD8Z5V7R8XQ4N2T6W0YB3C9E",
      whenMs: 1,
      zoneMinutes: 0,
      action: "good",
    })),
    batchUntilMs: 9,
  });
  const waiting: Entry = { seq: 1, id: "1", change: work(1, 29), state: "waiting", attempts: 0, isDeferred: false };
  expect(coalesce([waiting], work(30, 1))).toEqual({ drop: [1], isNeeded: true, merged: work(1, 30) });
  expect(coalesce([{ ...waiting, change: work(1, 30) }], work(31, 1))).toEqual({ drop: [], isNeeded: true });
  expect(coalesce([{ ...waiting, attempts: 1 }], work(30, 1))).toEqual({ drop: [], isNeeded: true });
  expect(coalesce([{ ...waiting, state: "sending" }], work(30, 1))).toEqual({ drop: [], isNeeded: true });
});

test("a change that is being sent is not merged with the opposite one", () => {
  const sending: Entry[] = queued([like(true)]).map((entry) => ({ ...entry, state: "sending" }));
  expect(coalesce(sending, like(false))).toEqual({ drop: [], isNeeded: true });
  expect(coalesce(queued([like(true)]), like(false))).toEqual({ drop: [0], isNeeded: false });
});
