// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PlayerModule } from "@/core/player";
import { startWasmModule } from "@/core/testing";
import { continueReadingQuery } from "@/data/positions/continue-reading";
import { flushReadingPositions } from "@/data/positions/reading-position-sync";
import type { NotePosition } from "@/data/positions/resume-positions";
import { ReadingPositionTracker } from "./reading-position-tracker";

const sent: { items: NotePosition[]; keepalive: boolean }[] = [];
let answered = 0;
vi.mock("@/data/positions/resume-positions", () => ({
  sendNotePositions: async (items: NotePosition[], keepalive: boolean) => {
    sent.push({ items: structuredClone(items), keepalive });
    await Promise.resolve();
    answered += 1;
    return items;
  },
}));

/** Number of position requests that were answered before each request for the list. */
const hadBeforeList: number[] = [];
vi.mock("@/api/client", () => ({
  unwrap: async (call: Promise<unknown>) => call,
  api: {
    GET: async () => {
      hadBeforeList.push(answered);
      return { items: [] };
    },
  },
}));

let core: PlayerModule;
const note = { id: "n1", pages: 40, position: undefined };
const open = (position?: NotePosition["position"]) =>
  new ReadingPositionTracker("u1", { ...note, ...(position && { position }) }, core);

beforeAll(async () => {
  core = await startWasmModule("player_core");
});

beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  localStorage.clear();
  sent.length = 0;
  hadBeforeList.length = 0;
  answered = 0;
});

const endings = new Set<() => void>();
vi.mock("@/session/session", () => ({
  session: { onEnd: (ending: () => void) => endings.add(ending) && (() => endings.delete(ending)) },
}));

test("a note opens at its resume position on this device, also offline", async () => {
  const first = open();
  expect(first.start(undefined)).toEqual({ page: 1, scrolledFraction: 0 });
  first.record({ page: 17, scrolledFraction: 0.5 }, false);
  first.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(({ items }) => items[0]?.position.page)).toEqual([17]);
  const again = open();
  expect(again.start(undefined)).toEqual({ page: 17, scrolledFraction: 0.5 });
  expect(again.start(17)).toEqual({ page: 17, scrolledFraction: 0.5 });
  expect(again.start(3)).toEqual({ page: 3, scrolledFraction: 0 });
});

test("a newer resume position of another device is used, and opening the note keeps it", async () => {
  const elsewhere = core.recordReading(undefined, "phone", 30, 0.25, 40, false, false, Date.now() + 1000);
  const place = open(elsewhere);
  expect(place.start(undefined)).toEqual({ page: 30, scrolledFraction: 0.25 });
  place.record({ page: 30, scrolledFraction: 0.25 }, false);
  place.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test("sends the position at most every two minutes while reading, and once when the page is hidden", async () => {
  const place = open();
  for (let page = 2; page < 34; page++) {
    place.record({ page, scrolledFraction: 0 }, false);
    await vi.advanceTimersByTimeAsync(4000);
  }
  expect(sent.map(({ items }) => items[0]?.position.page)).toEqual([32]);
  window.dispatchEvent(new Event("pagehide"));
  expect(sent.at(-1)).toMatchObject({ keepalive: true, items: [{ position: { page: 33 } }] });
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event("pagehide"));
  place.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(2);
});

test("sends the position in a short note once, when it is closed", async () => {
  const place = open();
  for (const page of [2, 3]) {
    place.record({ page, scrolledFraction: 0 }, false);
    await vi.advanceTimersByTimeAsync(50_000);
  }
  expect(sent).toEqual([]);
  place.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toMatchObject([{ items: [{ position: { page: 3 } }] }]);
});

test("requests the reading list only after sending the position in the open note", async () => {
  const place = open();
  place.record({ page: 9, scrolledFraction: 0 }, false);
  const queries = new QueryClient();
  await queries.fetchQuery(continueReadingQuery);
  expect(sent.map(({ items }) => items[0]?.position.page)).toEqual([9]);
  expect(hadBeforeList).toEqual([1]);
  place.flush();
  await queries.fetchQuery({ ...continueReadingQuery, staleTime: 0 });
  expect([sent.length, hadBeforeList]).toEqual([1, [1, 1]]);
});

test("the next page sends the position of a page that crashed", async () => {
  const place = open();
  place.record({ page: 9, scrolledFraction: 0 }, false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([]);
  await flushReadingPositions("u1", async () => core);
  expect(sent).toMatchObject([{ items: [{ noteId: "n1", position: { page: 9 } }] }]);
});

test("returning to the beginning saves that position, and reaching the last line finishes the note", async () => {
  const place = open();
  place.record({ page: 9, scrolledFraction: 0 }, false);
  await vi.advanceTimersByTimeAsync(1000);
  place.record({ page: 1, scrolledFraction: 0 }, false);
  place.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)?.items[0]?.position).toMatchObject({ page: 1, isRestart: true, isFinished: false });
  const end = open();
  end.record({ page: 40, scrolledFraction: 0.2 }, true);
  end.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)?.items[0]?.position).toMatchObject({ page: 40, isFinished: true });
  expect(open().start(undefined)).toEqual({ page: 1, scrolledFraction: 0 });
});

test("stores and sends nothing after sign-out", async () => {
  const place = open();
  place.record({ page: 9, scrolledFraction: 0 }, false);
  localStorage.clear();
  for (const ending of endings) ending();
  place.flush();
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent, Object.keys(localStorage)]).toEqual([[], []]);
});

test("sends nothing for a note that was opened but not read", async () => {
  const place = open();
  place.record({ page: 1, scrolledFraction: 0 }, false);
  place.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});
