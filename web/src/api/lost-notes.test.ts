// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAnswers, keptAnswer } from "./kept/answers";
import { lostNotesQuery } from "./lost-notes";
import { signInAs, signInPassingAs } from "./testing";

const MINUTE_MS = 60_000;

const server = vi.hoisted(() => ({ asked: 0 }));

vi.mock("./session", () => import("./testing"));
vi.mock("./client", () => ({
  payload: async (call: Promise<unknown>) => call,
  api: {
    GET: async () => {
      server.asked += 1;
      return { items: [{ noteId: `n${server.asked}` }] };
    },
  },
}));

const amara = { uid: "amara", name: "Amara" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  localStorage.clear();
  signInAs(amara);
  server.asked = 0;
});

afterEach(() => vi.useRealTimers());

/** The ids that a page that was just opened is told. */
async function told(uid = amara.uid): Promise<string[]> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepAnswers(queries);
  const query = lostNotesQuery(uid);
  const lost = await queries.fetchQuery(query);
  // It is on the disk a moment later.
  await vi.waitFor(async () => expect([lost, undefined]).toContainEqual(await keptAnswer(query.queryKey)));
  return lost.map(({ noteId }) => noteId);
}

test("which notes were deleted is asked once in half an hour, also over several pages", async () => {
  expect(await told()).toEqual(["n1"]);
  vi.setSystemTime(Date.now() + 20 * MINUTE_MS);
  expect(await told()).toEqual(["n1"]);
  // That a page was shown what was known does not make it younger.
  vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
  expect(await told()).toEqual(["n2"]);
});

test("where nothing may be kept each page asks, and so does one whose clock was put back", async () => {
  expect(await told()).toEqual(["n1"]);
  vi.setSystemTime(Date.now() - MINUTE_MS);
  expect(await told()).toEqual(["n2"]);
  signInPassingAs({ uid: "ben", name: "Ben" });
  expect(await told("ben")).toEqual(["n3"]);
  expect(await told("ben")).toEqual(["n4"]);
});
