import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { Change } from "./kinds";
import { type PersonalCardChange, personalCard } from "./personal-card";
import { type ChangePlaylist, changePlaylist } from "./playlist";
import { send, sendBatch } from "./send";

const [put, patch, remove] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);

vi.mock("@/api/client", () => ({
  keepalive: {},
  unwrap: async (call: Promise<unknown>) => call,
  api: { PUT: put, PATCH: patch, DELETE: remove },
}));

const { signal } = new AbortController();
const card = { id: "c", course: "CS246", title: "Front", content: "Back", version: 0 };
const edit: Change = { kind: "personalCard", course: "CS246", id: "c", card, version: 3 };

beforeEach(() => {
  for (const mock of [put, patch, remove]) mock.mockReset();
});

test("S4.own.1 an edit of a personal card that another device removed creates it again", async () => {
  const gone = new ApiProblem({ code: "not_found", status: 404, detail: "There is no such study card." });
  put.mockRejectedValueOnce(gone).mockResolvedValueOnce({ card, edition: 5 });
  expect(await send(edit, { isQueued: true, signal })).toEqual({ card, edition: 5 });
  expect(put.mock.calls.map(([, { body }]) => body.version)).toEqual([3, undefined]);
});

test("S4.own.1 removing a personal card sends the version that was seen, until the student decides a conflict", async () => {
  remove.mockResolvedValue({ edition: 6 });
  const removal: PersonalCardChange = { kind: "personalCard", course: "CS246", id: "c", version: 3 };
  await send(removal, { isQueued: true, signal });
  await send(personalCard.retryChange?.(removal, false) ?? removal, { isQueued: true, signal });
  const path = { code: "CS246", cardId: "c" };
  expect(remove.mock.calls.map(([, call]) => call.params)).toEqual([
    { path, query: { version: 3 } },
    { path, query: {} },
  ]);
});

test("S3.exam.2 set-aside exams are deleted only when the student chooses one", async () => {
  const known = { course: "CS246", id: "CS246.1", date: "2026-12-09", retentionPercent: 90 };
  const exam = { ...known, setAside: [{ ...known, course: "CS246E", date: "2026-12-11" }] };
  put.mockResolvedValue(exam);
  await send({ kind: "exam", code: "CS246", exam }, { isQueued: false, signal });
  await send({ kind: "exam", code: "CS246", exam: known, dropsSetAside: ["CS246E"] }, { isQueued: false, signal });
  const body = { date: "2026-12-09", retentionPercent: 90 };
  expect(put.mock.calls.map(([, call]) => call.body)).toEqual([body, { ...body, dropsSetAside: ["CS246E"] }]);
});

test("S3.exam.2 a removal of an exam includes its id if it is known", async () => {
  remove.mockResolvedValue(undefined);
  await send({ kind: "exam", code: "CS246", id: "CS246.1" }, { isQueued: false, signal });
  await send({ kind: "exam", code: "CS246" }, { isQueued: false, signal });
  const path = { code: "CS246" };
  expect(remove.mock.calls.map(([, call]) => call.params)).toEqual([{ path, query: { id: "CS246.1" } }, { path }]);
});

test("S4.out.6 S7.wr.8 a playlist change sends the version that was seen, or the playlist's name if it was queued", async () => {
  const rename: ChangePlaylist = {
    kind: "changePlaylist",
    id: "p",
    name: "P",
    change: { kind: "rename", name: "Q", before: "P" },
    version: 3,
  };
  await send(rename, { isQueued: false, signal });
  await send(rename, { isQueued: true, signal });
  await send(changePlaylist.retryChange?.(rename, false) ?? rename, { isQueued: true, signal });
  const bodies = patch.mock.calls.map(([, { body }]) => body);
  expect(bodies).toEqual([{ name: "Q", nameBefore: "P", version: 3 }, { name: "Q", nameBefore: "P" }, { name: "Q" }]);
});

test("S4.out.1 each of several positions in one request gets its own result", async () => {
  put.mockImplementation(async (_path, { body }) => ({ items: body.items.toReversed() }));
  const places = ["a", "b", "c"].map((audioId) => ({ kind: "position", position: { audioId } }) as unknown as Change);
  expect(await sendBatch(places, signal)).toEqual([[{ audioId: "a" }], [{ audioId: "b" }], [{ audioId: "c" }]]);
  expect(put).toHaveBeenCalledTimes(1);
});

test("S1.j.7 removing a cover sends the cover that was shown", async () => {
  remove.mockResolvedValue({});
  const removal = (coverUrl?: string): ChangePlaylist => ({
    kind: "changePlaylist",
    id: "p",
    name: "Finals",
    change: { kind: "removeCover", coverUrl },
  });
  await send(removal("/api/playlists/p/cover/c"), { isQueued: false, signal });
  await send(removal(), { isQueued: true, signal });
  expect(remove.mock.calls.map(([, { params }]) => params.query)).toEqual([
    { replaces: "/api/playlists/p/cover/c" },
    {},
  ]);
});
