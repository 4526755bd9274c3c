// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { AUDIO_POSITIONS_KEY, NOTE_POSITIONS_KEY, userStorage } from "@/lib/browser/storage";
import { audioPositionsQuery, mergeAudioPositions, mergeNotePositions, notePositionsQuery } from "./cached-positions";
import { continueReadingQuery, flushBeforeContinueReading } from "./continue-reading";

vi.mock("@/session/session", () => import("@/api/testing"));

test.each([
  ["recordings", audioPositionsQuery],
  ["notes", notePositionsQuery],
] as const)("S4.resume.1 reads resume positions in %s page by page", async (_kind, query) => {
  const pages = new Map([
    ["", { items: [{ id: "a" }], nextCursor: "c1" }],
    ["?cursor=c1", { items: [{ id: "b" }] }],
  ]);
  vi.stubGlobal("fetch", async (request: Request) => Response.json(pages.get(new URL(request.url).search)));
  const places = await new QueryClient().fetchQuery({ ...query, retry: false } as typeof audioPositionsQuery);
  expect(places).toEqual([{ id: "a" }, { id: "b" }]);
});

test("S4.resume.1 of the server's position and that of this device the newer one counts", () => {
  const positions = { old: { counter: 1 }, same: { counter: 5 }, newer: { counter: 9 }, unsent: { counter: 2 } };
  for (const key of [NOTE_POSITIONS_KEY, AUDIO_POSITIONS_KEY]) {
    userStorage("amara").set(key, JSON.stringify({ positions, unsent: [] }));
  }
  const received = ["old", "same", "newer", "server"].map((id) => ({ id, position: { counter: 5, isTheirs: true } }));
  const notes = mergeNotePositions("amara", received.map(({ id, position }) => ({ noteId: id, position })) as never);
  const audio = mergeAudioPositions("amara", received.map(({ id, position }) => ({ audioId: id, position })) as never);
  const theirs = { counter: 5, isTheirs: true };
  const expected = { old: theirs, same: theirs, newer: { counter: 9 }, unsent: { counter: 2 }, server: theirs };
  expect(Object.fromEntries(notes)).toEqual(expected);
  expect(Object.fromEntries(audio)).toEqual(expected);
});

test("S2.read.1 an open note sends its position before the list of unfinished notes is fetched", async () => {
  const order: string[] = [];
  vi.stubGlobal("fetch", async () => {
    order.push("list");
    return Response.json({ items: [] });
  });
  const read = () => new QueryClient().fetchQuery({ ...continueReadingQuery, retry: false });
  const stop = flushBeforeContinueReading(async () => {
    await Promise.resolve();
    order.push("position");
  });
  expect(await read()).toEqual([]);
  expect(order).toEqual(["position", "list"]);
  stop();
  await read();
  expect(order).toEqual(["position", "list", "list"]);
});
