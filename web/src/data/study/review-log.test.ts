// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInOnSharedComputer } from "@/api/testing";
import { STUDY_SNAPSHOT_MARGIN_MS } from "@/core/limits";
import { installPersister, readCachedQuery } from "@/offline/cache/query-persister";
import { studyLogWatermark } from "../me/device-markers";
import { applyConfirmedChange } from "../sync/apply-confirmed";
import { reviewLogQuery } from "./review-log";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const server = vi.hoisted(() => ({
  asked: [] as string[],
  snapshot: new ArrayBuffer(0),
  log: [] as { events: string; receivedMs: number }[],
}));

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/api/client", () => ({
  unwrap: async (call: Promise<unknown>) => call,
  api: {
    GET: async (path: string, { params }: { params?: { query?: { sinceMs?: number } } }) => {
      server.asked.push([path, params?.query?.sinceMs].filter((each) => each !== undefined).join(" since "));
      const items = server.log.filter(({ receivedMs }) => receivedMs >= (params?.query?.sinceMs ?? 0));
      return path.endsWith("/snapshot") ? server.snapshot : { items };
    },
  },
}));

const amara = { uid: "amara", name: "Amara" };
beforeEach(() => {
  signInAs(amara);
  server.log = [];
  server.snapshot = new ArrayBuffer(0);
});

/** Fetches on a new page, this number of days from now. */
async function askedAfter(days: number): Promise<string[]> {
  const now = Date.now() + days * DAY_MS;
  vi.spyOn(Date, "now").mockReturnValue(now);
  server.asked = [];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  installPersister(queries);
  const { requestedAtMs, snapshotWatermarkMs } = await queries.fetchQuery(reviewLogQuery);
  vi.restoreAllMocks();
  // The result is stored on disk a moment later.
  await vi.waitFor(async () =>
    expect(await readCachedQuery(reviewLogQuery.queryKey)).toMatchObject({ requestedAtMs, snapshotWatermarkMs }),
  );
  return server.asked;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("requests a snapshot of other devices once a week, and continues from it", async () => {
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

test("S4.offline.12 reads only new review events, including those that arrived late", async () => {
  const received = (events: string, agoMs: number) => server.log.push({ events, receivedMs: Date.now() - agoMs });
  /** Returns the log that a new page knows. */
  const read = async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    installPersister(queries);
    server.asked = [];
    const studied = await queries.fetchQuery(reviewLogQuery);
    // The result is stored on disk a moment later.
    const { tail } = studied;
    await vi.waitFor(async () => expect(await readCachedQuery(reviewLogQuery.queryKey)).toMatchObject({ tail }));
    return tail.map(({ events }) => events);
  };
  signInAs({ uid: "ben", name: "Ben" });
  received("first", 60 * MINUTE_MS);
  received("second", 30 * MINUTE_MS);
  expect(await read()).toEqual(["first", "second"]);
  received("late", 45 * MINUTE_MS);
  received("third", MINUTE_MS);
  expect(await read()).toEqual(["first", "second", "late", "third"]);
  const since = (server.log[1]?.receivedMs ?? 0) - STUDY_SNAPSHOT_MARGIN_MS;
  expect([server.asked, since]).toEqual([[`/api/me/study/log since ${since}`], since]);
  expect(studyLogWatermark("ben")).toBe((server.log[3]?.receivedMs ?? 0) - STUDY_SNAPSHOT_MARGIN_MS);
});

/** Returns a page that has just read the log, and a function that counts the requests of the next fetch. */
async function pageThatRead() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  installPersister(queries);
  await queries.fetchQuery(reviewLogQuery);
  server.asked = [];
  return {
    queries,
    asked: async () => {
      await queries.fetchQuery(reviewLogQuery);
      return server.asked.splice(0).filter((each) => each.startsWith("/api/me/study/log")).length;
    },
  };
}

const answers = { kind: "study", device: 1, events: [], batchUntilMs: 0 } as const;

test("S4.offline.12 confirmed answers do not refetch the review log, unless nothing can be stored", async () => {
  const own = await pageThatRead();
  applyConfirmedChange(own.queries, answers, undefined);
  expect(await own.asked()).toBe(0);
  signInOnSharedComputer(amara);
  const shared = await pageThatRead();
  applyConfirmedChange(shared.queries, answers, undefined);
  expect(await shared.asked()).toBe(1);
});

test("refetches the review log after half an hour, and on return if the student may have studied elsewhere", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const visibility = vi.spyOn(document, "visibilityState", "get");
  const hideFor = (ms: number) => {
    for (const [is, laterMs] of [
      ["hidden", ms],
      ["visible", 1],
    ] as const) {
      visibility.mockReturnValue(is);
      document.dispatchEvent(new Event("visibilitychange"));
      vi.setSystemTime(Date.now() + laterMs);
    }
  };
  const page = await pageThatRead();
  hideFor(MINUTE_MS / 2);
  expect(await page.asked()).toBe(0);
  hideFor(MINUTE_MS);
  expect(await page.asked()).toBe(1);
  expect(await page.asked()).toBe(0);
  vi.setSystemTime(Date.now() + 30 * MINUTE_MS);
  expect(await page.asked()).toBe(1);
});

test("a page with a cached review log requests new events at once, in the same batch as its other requests", async () => {
  const page = await pageThatRead();
  void page.queries.fetchQuery({ ...reviewLogQuery, staleTime: 0 });
  // Reading the disk would take longer than this.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(server.asked).toEqual([expect.stringContaining("/api/me/study/log")]);
});

test("a tab that has read the review log tells the other tabs, and those with less of it invalidate theirs", async () => {
  const told: unknown[] = [];
  const tab = new BroadcastChannel("note-ninja writes");
  tab.onmessage = ({ data }: MessageEvent) => told.push(data);
  await pageThatRead();
  await vi.waitFor(() => expect(told).toEqual([{ stale: [reviewLogQuery.queryKey] }]));
  tab.close();
});
