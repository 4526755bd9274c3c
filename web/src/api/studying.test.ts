// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { keepAnswers, keptAnswer } from "./kept/answers";
import { studiedQuery } from "./studying";
import { signInAs } from "./testing";

const DAY_MS = 86_400_000;

const server = vi.hoisted(() => ({ asked: [] as string[], snapshot: new ArrayBuffer(0) }));

vi.mock("./session", () => import("./testing"));
vi.mock("./client", () => ({
  payload: async (call: Promise<unknown>) => call,
  api: {
    GET: async (path: string, { params }: { params?: { query?: { sinceMs?: number } } }) => {
      server.asked.push([path, params?.query?.sinceMs].filter((each) => each !== undefined).join(" since "));
      return path.endsWith("/snapshot") ? server.snapshot : { items: [] };
    },
  },
}));

signInAs({ uid: "amara", name: "Amara" });

/** Asks on a page that was just opened, so many days from now. */
async function askedAfter(days: number): Promise<string[]> {
  const now = Date.now() + days * DAY_MS;
  vi.spyOn(Date, "now").mockReturnValue(now);
  server.asked = [];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepAnswers(queries);
  const { askedMs, coveredMs } = await queries.fetchQuery(studiedQuery);
  vi.restoreAllMocks();
  // It is on the disk a moment later.
  await vi.waitFor(async () => expect(await keptAnswer(studiedQuery.queryKey)).toMatchObject({ askedMs, coveredMs }));
  return server.asked;
}

afterEach(() => vi.restoreAllMocks());

test("a device asks for a snapshot of the others once a week, and then goes on from it", async () => {
  const log = "/api/me/study/log";
  const snapshot = "/api/me/study/snapshot";
  expect(await askedAfter(0)).toEqual([snapshot, log]);
  expect(await askedAfter(6)).toEqual([log]);
  const coveredMs = Date.now() + 7 * DAY_MS;
  server.snapshot = new ArrayBuffer(9);
  new DataView(server.snapshot).setBigUint64(1, BigInt(coveredMs), true);
  expect(await askedAfter(8)).toEqual([snapshot, `${log} since ${coveredMs}`]);
  expect(await askedAfter(9)).toEqual([`${log} since ${coveredMs}`]);
});
