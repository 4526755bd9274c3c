import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { changeHref, describeChange, summarizeChanges } from "./change-text";
import { type Change, coalesce, type Entry, entityKeyOf, kinds, serialQueueKeyOf } from "./kinds";

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
  bookmark: {
    kind: "bookmark",
    audioId: "a",
    id: "b",
    bookmark: { id: "b", audioId: "a", title: "A", positionMs: 1000, remark: "", madeAt: "" },
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
  study: { kind: "study", device: 1, events: [], batchUntilMs: 1 },
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

  it("has its name in the table as its kind", () => expect(change.kind).toBe(name));

  it("names its item and its serial queue", () => {
    expect(entityKeyOf(change)).not.toContain("undefined");
    expect(serialQueueKeyOf(change)).not.toBe("");
  });

  it("has a description for users", () => {
    expect(describeChange(change)).toMatch(/^\S.*\S$/);
    expect([summarizeChanges([change]), summarizeChanges([change, change])]).toEqual([
      `1 ${kind.countNouns[0]}`,
      `2 ${kind.countNouns[1]}`,
    ]);
    expect(kind.countNouns.every((each) => each.length > 0)).toBe(true);
    expect(changeHref(change) ?? "/").toMatch(/^\//);
  });

  it("has a merge rule that reduces two equal changes to one", () => {
    expect(merge).toBeTypeOf("function");
    expect(coalesce([], change)).toEqual({ drop: [], isNeeded: true });
    const { drop, isNeeded } = coalesce([waiting(change)], change);
    expect(1 - drop.length + Number(isNeeded)).toBe(1);
  });

  it("has a sender that makes one request, which its signal can abort", async () => {
    expect(send).toBeTypeOf("function");
    await send?.(change, { signal, isQueued: false });
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      expect.any(String),
      expect.any(String),
      expect.objectContaining({ signal }),
    );
  });
});

test("the generic modules of the outbox do not refer to a single kind of change", () => {
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

const inPlaylist = (change: object) => ({ kind: "changePlaylist", id: "p", name: "Tonight", change });
/** Text and page of changes of each kind. */
const told: [text: string, href: string | undefined, change: object][] = [
  ["like a course", "/guide/CS246/notes", { kind: "like", on: true, target: "courses", id: "CS246" }],
  ["like a note", "/note/n", { kind: "like", on: true, target: "notes", id: "n" }],
  ["like an audio note", undefined, { kind: "like", on: true, target: "audio", id: "a" }],
  ["remove a like", "/note/n", { kind: "like", on: false, target: "notes", id: "n" }],
  ["follow CS 246", "/guide/CS246/notes", { kind: "followCourse", on: true, code: "CS246" }],
  ["unfollow CS 246", "/guide/CS246/notes", { kind: "followCourse", on: false, code: "CS246" }],
  ["follow @ada", "/u/ada", { kind: "followStudent", on: true, username: "ada" }],
  ["unfollow @ada", "/u/ada", { kind: "followStudent", on: false, username: "ada" }],
  ["add “Pointers” to My Notes", "/note/n", { kind: "saveNote", on: true, noteId: "n", note: { title: "Pointers" } }],
  ["add a note to My Notes", "/note/n", { kind: "saveNote", on: true, noteId: "n" }],
  ["remove a note from My Notes", "/note/n", { kind: "saveNote", on: false, noteId: "n" }],
  ["ask for ART 100", "/upload", { kind: "wantCourse", on: true, code: "ART100" }],
  ["withdraw the request for ART 100", "/upload", { kind: "wantCourse", on: false, code: "ART100" }],
  ["request ART 100", "/upload", { kind: "requestCourse", request: { courseCode: "ART 100" } }],
  ["save a highlight in “Pointers”", "/note/n", { kind: "highlight", noteId: "n", highlight: { title: "Pointers" } }],
  ["remove a highlight", "/note/n", { kind: "highlight", noteId: "n" }],
  ["save a bookmark in “Heaps”", "/audio/a", { kind: "bookmark", audioId: "a", bookmark: { title: "Heaps" } }],
  ["remove a bookmark", "/audio/a", { kind: "bookmark", audioId: "a" }],
  [
    "save your study card “Heap?”",
    "/guide/CS246/my-cards",
    { kind: "personalCard", course: "CS246", card: { title: "Heap?" } },
  ],
  ["remove one of your study cards", "/guide/CS246/my-cards", { kind: "personalCard", course: "CS246" }],
  ["save the date of your exam in CS 246", "/guide/CS246/notes", { kind: "exam", code: "CS246", exam: {} }],
  ["remove the date of your exam in CS 246", "/guide/CS246/notes", { kind: "exam", code: "CS246" }],
  ["save your study settings", "/study", { kind: "studySettings" }],
  ["report “Pointers”", "/note/n", { kind: "report", title: "Pointers", report: { kind: "note", id: "n" } }],
  ["report “Heaps”", undefined, { kind: "report", title: "Heaps", report: { kind: "audio", id: "a" } }],
  ["save your position in a note", undefined, { kind: "position", position: { noteId: "n" } }],
  ["save your position in an audio note", undefined, { kind: "position", position: { audioId: "a" } }],
  ["save answers to study cards", undefined, { kind: "study" }],
  ["create the playlist “Tonight”", "/account", { kind: "createPlaylist", id: "p", body: { name: "Tonight" } }],
  ["delete the playlist “Tonight”", "/playlist/p", { kind: "deletePlaylist", id: "p", name: "Tonight" }],
  [
    "add “Heaps” to the playlist “Tonight”",
    "/playlist/p",
    { kind: "addToPlaylist", id: "p", name: "Tonight", item: { title: "Heaps" } },
  ],
  ["rename the playlist “Tonight”", "/playlist/p", inPlaylist({ kind: "rename", name: "Later" })],
  ["change who sees the playlist “Tonight”", "/playlist/p", inPlaylist({ kind: "show" })],
  ["change the order of “Tonight”", "/playlist/p", inPlaylist({ kind: "move" })],
  ["remove an audio note from “Tonight”", "/playlist/p", inPlaylist({ kind: "remove" })],
  ["restore an audio note in “Tonight”", "/playlist/p", inPlaylist({ kind: "putBack" })],
  ["remove the cover of “Tonight”", "/playlist/p", inPlaylist({ kind: "removeCover" })],
];

test.each(told)("S4.out.3 the text '%s' and the page of a rejected change", (text, href, change) => {
  expect([describeChange(change as Change), changeHref(change as Change)]).toEqual([text, href]);
});

test("pending changes are counted by kind, in the order of the first change of each kind", () => {
  const [like, , audio, , follow] = told.map(([, , change]) => change as Change);
  expect(summarizeChanges([like, follow, audio] as Change[])).toBe("2 likes, 1 followed course");
});
