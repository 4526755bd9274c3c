import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { changeHref, describeChange, summarizeChanges } from "./change-text";
import { type Change, coalesce, type Entry, entityKeyOf, kinds, serialQueueKeyOf } from "./table";

const asked = vi.hoisted(() => vi.fn());

vi.mock("@/api/client", () => ({
  keepalive: { keepalive: true },
  unwrap: async (call: Promise<{ data?: unknown }>) => (await call).data,
  api: new Proxy({}, { get: (_, method) => async (path: string, how: object) => asked(method, path, how) }),
}));

type Name = keyof typeof kinds;

const sha256 = "0";
const mark = { sha256, page: 1, quote: "q", prefix: "", suffix: "", colour: "blue" as const, remark: "" };
const position = { counter: 1, device: "d", positionMs: 1, isFinished: false, isRestart: false };
const item = { audioId: "a", title: "A", addedAt: "" };

/** One change of each kind. */
const examples = {
  like: { kind: "like", on: true, target: "notes", id: "n" },
  followCourse: { kind: "followCourse", on: true, code: "CS246" },
  followStudent: { kind: "followStudent", on: true, username: "amara" },
  saveNote: { kind: "saveNote", on: true, noteId: "n" },
  wantCourse: { kind: "wantCourse", on: true, code: "CS246" },
  requestCourse: {
    kind: "requestCourse",
    request: { id: "r", courseCode: "CS 246", name: "", anonymous: false } as never,
  },
  highlight: {
    kind: "highlight",
    noteId: "n",
    id: "h",
    highlight: { id: "h", noteId: "n", title: "N", mark, madeAt: "" },
  },
  personalCard: {
    kind: "personalCard",
    course: "CS246",
    id: "o",
    card: { id: "o", course: "CS246", title: "T", content: "", version: 0 },
  },
  exam: { kind: "exam", code: "CS246", exam: { course: "CS246", date: "2026-12-09", retentionPercent: 90 } },
  studySettings: { kind: "studySettings", settings: { newADay: 5, reviewsADay: 100, retentionPercent: 90 } },
  report: { kind: "report", report: { kind: "note", id: "n", reason: "other", text: "" }, title: "N" },
  position: { kind: "position", position: { audioId: "a", position } },
  study: { kind: "study", device: 1, facts: [], batchUntilMs: 1 },
  createPlaylist: {
    kind: "createPlaylist",
    id: "p",
    body: { id: "p", name: "P" },
    shown: { playlist: {} as never, items: [] },
  },
  deletePlaylist: { kind: "deletePlaylist", id: "p", name: "P" },
  addToPlaylist: { kind: "addToPlaylist", id: "p", name: "P", item },
  changePlaylist: { kind: "changePlaylist", id: "p", name: "P", change: { kind: "rename", name: "Q" } },
} satisfies { [K in Name]: Extract<Change, { kind: K }> };

const { signal } = new AbortController();
const waiting = (change: Change): Entry => ({
  seq: 1,
  id: "1",
  change,
  state: "waiting",
  attempts: 0,
  isDeferred: false,
});

beforeEach(() => asked.mockReset().mockReturnValue({ data: { items: [] }, response: { status: 200 } }));

describe.each(Object.entries(kinds))("a change of the kind %s", (name, kind) => {
  const change: Change = examples[name as Name];
  const { send, merge } = kind as unknown as { send?: (...args: unknown[]) => Promise<unknown>; merge?: unknown };

  it("has the right kind", () => expect(change.kind).toBe(name));

  it("affects an item and belongs to a serial queue", () => {
    expect(entityKeyOf(change)).not.toContain("undefined");
    expect(serialQueueKeyOf(change)).not.toBe("");
  });

  it("has a description for users", () => {
    expect(describeChange(change)).toMatch(/^\S.*\S$/);
    expect([summarizeChanges([change]), summarizeChanges([change, change])]).toEqual([
      `1 ${kind.counted[0]}`,
      `2 ${kind.counted[1]}`,
    ]);
    expect(kind.counted.every((each) => each.length > 0)).toBe(true);
    expect(changeHref(change) ?? "/").toMatch(/^\//);
  });

  it("has a merge rule that leaves one of two equal changes", () => {
    expect(merge).toBeTypeOf("function");
    expect(coalesce([], change)).toEqual({ drop: [], isNeeded: true });
    const { drop, isNeeded } = coalesce([waiting(change)], change);
    expect(1 - drop.length + Number(isNeeded)).toBe(1);
  });

  it("has a sender that makes one request, which its signal aborts", async () => {
    expect(send).toBeTypeOf("function");
    await send?.(change, { signal, isQueued: false });
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      expect.any(String),
      expect.any(String),
      expect.objectContaining({ signal }),
    );
  });
});

test("the generic modules of the outbox mention no kind of change", () => {
  const sources = import.meta.glob<string>(["../*.ts", "./{kind,send,words,merging}.ts", "!../*{.test,-testing}.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  expect(Object.keys(sources)).toContain("../sender.ts");
  const names = Object.keys(kinds).map((name) => `"${name}"`);
  const found = Object.entries(sources).flatMap(([file, text]) =>
    names.filter((name) => text.includes(name)).map((name) => `${file} ${name}`),
  );
  expect(found).toEqual([]);
});
