import { beforeEach, expect, test, vi } from "vitest";
import { conflict, notFound, server } from "@/api/client-testing";
import { type Change, kindOf } from "./kinds/kinds";
import type { PlaylistChange } from "./kinds/playlist-view";
import { send } from "./kinds/send";

vi.mock("@/api/client", async () => {
  const testing = await import("@/api/client-testing");
  // The kind for saved notes reads the status of the response.
  const withStatus =
    (method: "PUT" | "DELETE" | "POST" | "PATCH") =>
    (...given: [string]) => {
      const asked = testing.api[method](...given);
      return Object.assign(
        asked.then((answer) => ({ answer, response: { status: answer === "new" ? 201 : 200 } })),
        { asked },
      );
    };
  return {
    ...testing,
    api: { PUT: withStatus("PUT"), DELETE: withStatus("DELETE"), POST: withStatus("POST"), PATCH: withStatus("PATCH") },
    unwrap: (call: { asked: Promise<unknown> } & Promise<unknown>) => call.then(() => call.asked),
  };
});

beforeEach(() => server.reset());

const how = { isQueued: false, signal: new AbortController().signal };
const mark = { sha256: "0", page: 1, quote: "q", prefix: "", suffix: "", colour: "blue" as const, remark: "Why?" };
const highlight = { id: "h", noteId: "n", title: "N", mark, madeAt: "" };
const bookmark = { id: "b", audioId: "a", title: "A", positionMs: 1000, remark: "Here", madeAt: "" };
const exam = { course: "CS246", date: "2026-12-09", retentionPercent: 90 };
const settings = { newADay: 5, reviewsADay: 100, retentionPercent: 90 };
const card = { id: "o", course: "CS246", title: "T", content: "C", version: 0, chapterId: "k1" };
const request = { id: "r", courseCode: "CS246", name: "Objects", anonymous: false } as never;
const report = { kind: "note", id: "n", reason: "other", text: "Wrong" } as never;

test.each<[Change, string, unknown?]>([
  [{ kind: "like", on: true, target: "notes", id: "n" }, "PUT /api/likes/notes/n"],
  [{ kind: "like", on: false, target: "audio", id: "a" }, "DELETE /api/likes/audio/a"],
  [{ kind: "followCourse", on: true, code: "CS246" }, "PUT /api/me/courses/CS246"],
  [{ kind: "followCourse", on: false, code: "CS246" }, "DELETE /api/me/courses/CS246"],
  [{ kind: "followStudent", on: true, username: "ben" }, "PUT /api/me/students/ben"],
  [{ kind: "followStudent", on: false, username: "ben" }, "DELETE /api/me/students/ben"],
  [{ kind: "saveNote", on: true, noteId: "n" }, "PUT /api/me/notes/n"],
  [{ kind: "saveNote", on: false, noteId: "n" }, "DELETE /api/me/notes/n"],
  [{ kind: "wantCourse", on: true, code: "CS246" }, "PUT /api/requested-courses/CS246/vote"],
  [{ kind: "wantCourse", on: false, code: "CS246" }, "DELETE /api/requested-courses/CS246/vote"],
  [{ kind: "requestCourse", request }, "POST /api/requests", request],
  [{ kind: "highlight", noteId: "n", id: "h", highlight }, "PUT /api/me/highlights/n/h", mark],
  [
    { kind: "highlight", noteId: "n", id: "h", highlight, before: mark as never },
    "PUT /api/me/highlights/n/h",
    { ...mark, before: mark },
  ],
  [{ kind: "highlight", noteId: "n", id: "h" }, "DELETE /api/me/highlights/n/h"],
  [
    { kind: "bookmark", audioId: "a", id: "b", bookmark },
    "PUT /api/me/bookmarks/a/b",
    { positionMs: 1000, remark: "Here" },
  ],
  [
    { kind: "bookmark", audioId: "a", id: "b", bookmark, before: "" },
    "PUT /api/me/bookmarks/a/b",
    { positionMs: 1000, remark: "Here", before: "" },
  ],
  [{ kind: "bookmark", audioId: "a", id: "b" }, "DELETE /api/me/bookmarks/a/b"],
  [
    { kind: "personalCard", course: "CS246", id: "o", card, imageAlt: "A heap", version: 2 },
    "PUT /api/me/cards/CS246/o",
    { title: "T", content: "C", chapterId: "k1", imageAlt: "A heap", version: 2 },
  ],
  [{ kind: "personalCard", course: "CS246", id: "o", version: 2 }, "DELETE /api/me/cards/CS246/o?version=2"],
  [{ kind: "personalCard", course: "CS246", id: "o" }, "DELETE /api/me/cards/CS246/o"],
  [
    { kind: "exam", code: "CS246", exam: { ...exam, id: "x" }, before: exam, dropsSetAside: ["y"] },
    "PUT /api/me/exams/CS246",
    { date: "2026-12-09", retentionPercent: 90, dropsSetAside: ["y"], before: exam },
  ],
  [{ kind: "exam", code: "CS246", id: "x" }, "DELETE /api/me/exams/CS246?id=x"],
  [{ kind: "exam", code: "CS246" }, "DELETE /api/me/exams/CS246"],
  [{ kind: "studySettings", settings }, "PUT /api/me/study/settings", settings],
  [
    { kind: "studySettings", settings, before: { ...settings, newADay: 1 } },
    "PUT /api/me/study/settings",
    { ...settings, before: { ...settings, newADay: 1 } },
  ],
  [{ kind: "report", report, title: "N" }, "POST /api/reports", report],
])("S4.out.1 %j is sent as %s", async (change, sent, body) => {
  await send(change, how);
  expect(server.requests).toEqual([body === undefined ? [sent] : [sent, body]]);
});

test.each<[Change]>([
  [{ kind: "followCourse", on: true, code: "CS246" }],
  [{ kind: "requestCourse", request }],
  [{ kind: "highlight", noteId: "n", id: "h" }],
  [{ kind: "bookmark", audioId: "a", id: "b" }],
  [{ kind: "exam", code: "CS246" }],
])("S4.out.1 %j has no result", async (change) => {
  server.answer = () => ({ ignored: true });
  expect(await send(change, how)).toBeUndefined();
});

test("S4.out.1 a saved note is new only if the server created it", async () => {
  server.answer = () => "new";
  expect(await send({ kind: "saveNote", on: true, noteId: "n" }, how)).toEqual({ saved: "new", isNew: true });
  server.answer = () => "known";
  expect(await send({ kind: "saveNote", on: true, noteId: "n" }, how)).toEqual({ saved: "known", isNew: false });
  expect(await send({ kind: "saveNote", on: false, noteId: "n" }, how)).toEqual({ saved: undefined, isNew: false });
});

test("S4.out.1 removing a saved note that is already gone succeeds, any other error does not", async () => {
  server.reject(notFound());
  expect(await send({ kind: "saveNote", on: false, noteId: "n" }, how)).toMatchObject({ isNew: false });
  server.reject(conflict());
  await expect(send({ kind: "saveNote", on: false, noteId: "n" }, how)).rejects.toThrow("It was changed.");
});

test.each<[Change]>([
  [{ kind: "highlight", noteId: "n", id: "h", highlight, before: mark as never }],
  [{ kind: "bookmark", audioId: "a", id: "b", bookmark, before: "" }],
  [{ kind: "exam", code: "CS246", exam, before: exam }],
  [{ kind: "studySettings", settings, before: settings }],
])("S4.out.3 another attempt of %j has no base if its item is gone", (change) => {
  const kind = kindOf(change);
  expect(kind.retryChange?.(change as never, true)).toEqual({ ...change, before: undefined });
  expect(kind.retryChange?.(change as never, false)).toEqual(change);
});

test.each<[Change, string]>([
  [{ kind: "like", on: true, target: "notes", id: "n" }, "notes n"],
  [{ kind: "followCourse", on: true, code: "CS246" }, "CS246"],
  [{ kind: "followStudent", on: true, username: "Ben" }, "ben"],
  [{ kind: "saveNote", on: true, noteId: "n" }, "n"],
  [{ kind: "wantCourse", on: true, code: "CS246" }, "CS246"],
  [{ kind: "requestCourse", request }, "r"],
  [{ kind: "highlight", noteId: "n", id: "h" }, "h"],
  [{ kind: "bookmark", audioId: "a", id: "b" }, "b"],
  [{ kind: "personalCard", course: "CS246", id: "o" }, "o"],
  [{ kind: "exam", code: "CS246" }, "CS246"],
  [{ kind: "studySettings", settings }, ""],
  [{ kind: "report", report, title: "N" }, "note n"],
])("S4.out.2 %j is about the item %s", (change, id) => {
  expect(kindOf(change).id(change as never)).toBe(id);
});

test("S4.out.1 only adding a saved note is retried while the server is unavailable", () => {
  const isRetried = (on: boolean, code: string) => {
    const change = { kind: "saveNote", on, noteId: "n" } as const;
    return kindOf(change).isRetried?.(change as never, { code } as never);
  };
  expect([isRetried(true, "unavailable"), isRetried(false, "unavailable"), isRetried(true, "conflict")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("S4.own.1 a confirmed personal card gives later changes its version, and a removed one none", () => {
  const change: Change = { kind: "personalCard", course: "CS246", id: "o", card, version: 2 };
  const { confirmed } = kindOf(change);
  const rewrite = (result: object) => confirmed?.(change as never, result as never).rewrite?.(change as never);
  expect(rewrite({ card: { ...card, version: 7 } })).toMatchObject({ version: 7 });
  expect(rewrite({ edition: 3 })).toEqual({ ...change, version: undefined });
});

const changeOf = (change: PlaylistChange): Change => ({
  kind: "changePlaylist",
  id: "p",
  name: "P",
  change,
  version: 3,
});
const track = { audioId: "a", title: "A", addedAt: "" } as never;

test.each<[PlaylistChange, [string, unknown?][], [string, unknown?][]]>([
  [
    { kind: "show", visibility: "private" },
    [["PATCH /api/playlists/p", { visibility: "private", version: 3 }]],
    [["PATCH /api/playlists/p", { visibility: "private" }]],
  ],
  [
    { kind: "move", audioId: "a", after: "b" },
    [["POST /api/playlists/p/order", { audioId: "a", after: "b", version: 3 }]],
    [["POST /api/playlists/p/order", { audioId: "a", after: "b" }]],
  ],
  [
    { kind: "move", audioId: "a", after: undefined },
    [["POST /api/playlists/p/order", { audioId: "a", version: 3 }]],
    [["POST /api/playlists/p/order", { audioId: "a" }]],
  ],
  [{ kind: "remove", audioId: "a" }, [["DELETE /api/playlists/p/items/a"]], [["DELETE /api/playlists/p/items/a"]]],
  [
    { kind: "putBack", item: track, after: "b" },
    [["PUT /api/playlists/p/items/a"], ["POST /api/playlists/p/order", { audioId: "a", after: "b", version: 4 }]],
    [["PUT /api/playlists/p/items/a"], ["POST /api/playlists/p/order", { audioId: "a", after: "b" }]],
  ],
  [
    { kind: "removeCover", coverUrl: "c" },
    [["DELETE /api/playlists/p/cover?replaces=c"]],
    [["DELETE /api/playlists/p/cover?replaces=c"]],
  ],
])(
  "S4.out.6 the change %j of a playlist names the version that was seen, unless it was queued",
  async (change, online, queued) => {
    const result = { id: "p", version: 4 };
    server.answer = (request) => (request.includes("/items/") ? { playlist: result } : result);
    expect(await send(changeOf(change), how)).toEqual(result);
    expect(server.requests).toEqual(online);
    server.requests = [];
    await send(changeOf(change), { ...how, isQueued: true });
    expect(server.requests).toEqual(queued);
  },
);

test("S4.out.6 a rejected change that is sent again replaces any cover or name", async () => {
  const again = (change: PlaylistChange) => kindOf(changeOf(change)).retryChange?.(changeOf(change), false) as Change;
  await send(again({ kind: "removeCover", coverUrl: "c" }), { ...how, isQueued: true });
  await send(again({ kind: "rename", name: "New", before: "Old" }), { ...how, isQueued: true });
  await send(again({ kind: "show", visibility: "public" }), { ...how, isQueued: true });
  expect(server.requests).toEqual([
    ["DELETE /api/playlists/p/cover"],
    ["PATCH /api/playlists/p", { name: "New" }],
    ["PATCH /api/playlists/p", { visibility: "public" }],
  ]);
});
