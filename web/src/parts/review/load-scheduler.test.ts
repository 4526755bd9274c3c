import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { loadScheduler, loadSchedulerIfUsed } from "./load-scheduler";

const MINUTE_MS = 60_000;

const server = vi.hoisted(() => ({
  studied: {} as Record<string, unknown>,
  whole: [] as { events: string; receivedMs: number }[],
  wholeReads: 0,
  kept: [] as Record<string, unknown>[],
  sent: [] as Uint8Array[],
  settings: {} as object,
}));
/** Entries of the outbox, and sent entries that the review log may not contain yet. */
const waiting = vi.hoisted(() => ({ entries: [] as unknown[], sent: [] as unknown[] }));

/** Fake core that records its input, and rejects a snapshot whose last byte is 0. */
class Told {
  told: string[] = [];
  restore(bytes: Uint8Array) {
    this.told.push(`snapshot ${bytes.at(-1)}`);
    return bytes.at(-1) === 0 ? undefined : 1;
  }
  read(bytes: Uint8Array) {
    this.told.push(String.fromCharCode(...bytes));
    return true;
  }
  add(device: number) {
    this.told.push(`waiting ${device}`);
  }
  setCourse(code: string, ids: string) {
    this.told.push(`${code}: ${ids}`);
  }
  configure() {}
  needsAll() {
    return this.told.includes("late") && this.told.some((each) => each.startsWith("snapshot"));
  }
  snapshot(beforeMs: number) {
    return new TextEncoder().encode(`123456789${this.told.length} before ${beforeMs > 0}`);
  }
  free() {}
}

vi.mock("@/core/study", () => ({ loadStudy: async () => ({ StudyCore: Told }) }));
vi.mock("@/lib/browser/deflate", () => ({
  deflate: async (bytes: Uint8Array) => bytes,
  inflate: async (bytes: Uint8Array) => bytes,
}));
vi.mock("@/offline/cache/query-persister", () => ({ currentOfflineCache: () => undefined }));
vi.mock("@/offline/outbox/acknowledged", () => ({ acknowledgedOfKind: async () => waiting.sent }));
vi.mock("@/offline/outbox/queue", () => ({ outbox: { reload: async () => waiting.entries } }));
vi.mock("@/data/study/review-log", () => ({
  reviewLogQuery: { queryKey: ["studying", "log"], queryFn: async () => server.studied, staleTime: 0 },
  studySettingsQuery: { queryKey: ["studying", "settings"], queryFn: async () => server.settings },
  readStudyLog: async () => {
    server.wholeReads += 1;
    return server.whole;
  },
  cacheReviewLog: async (studied: Record<string, unknown>) => void server.kept.push(studied),
  uploadSnapshot: async (snapshot: Uint8Array) => void server.sent.push(snapshot),
}));

const batch = (text: string, receivedMs = Date.now()) => ({ events: btoa(text), receivedMs });
const told = async (queries = new QueryClient()) => ((await loadScheduler(queries)).core as unknown as Told).told;

beforeEach(() => {
  Object.assign(server, {
    studied: { snapshotWatermarkMs: 0, tail: [], decks: {} },
    whole: [],
    wholeReads: 0,
    kept: [],
    sent: [],
    settings: {},
  });
  Object.assign(waiting, { entries: [], sent: [] });
});

test("S4.offline.5 combines the snapshot, later events, and pending and just-sent ratings", async () => {
  server.studied = {
    snapshot: new Uint8Array(10).fill(7),
    snapshotWatermarkMs: 5,
    tail: [batch("one"), batch("two")],
    decks: { CS246: "A B" },
  };
  waiting.entries = [{ change: { kind: "study", device: 3, events: [] } }, { change: { kind: "like" } }];
  waiting.sent = [{ device: 4, events: [] }];
  expect(await told()).toEqual(["snapshot 7", "one", "two", "CS246: A B", "waiting 3", "waiting 4"]);
  expect(server.wholeReads).toBe(0);
});

test("reads the whole review log if the snapshot is incomplete or unreadable", async () => {
  server.whole = [batch("all"), batch("late")];
  const tail = [batch("late")];
  server.studied = { snapshot: new Uint8Array(10).fill(7), snapshotWatermarkMs: 5, tail, decks: {} };
  expect(await told()).toEqual(["all", "late"]);
  server.studied = { snapshot: new Uint8Array(10), snapshotWatermarkMs: 5, tail, decks: {} };
  expect(await told()).toEqual(["all", "late"]);
  expect(server.wholeReads).toBe(2);
});

test("a long review log is condensed into a snapshot for this and other devices once all its events have arrived", async () => {
  const long = Array.from({ length: 20 }, (_, number) => batch(`old ${number}`, Date.now() - 21 * MINUTE_MS));
  server.studied = { snapshotWatermarkMs: 0, tail: [...long, batch("new")], decks: {} };
  await told();
  await vi.waitFor(() => expect(server.sent).toHaveLength(1));
  expect(new TextDecoder().decode(server.sent[0])).toBe("12345678920 before true");
  expect(server.kept[0]).toMatchObject({ tail: [{ events: btoa("new") }], decks: {} });
});

test("a short or recent review log is not condensed", async () => {
  const fresh = Array.from({ length: 40 }, (_, number) => batch(`new ${number}`));
  server.studied = { snapshotWatermarkMs: 0, tail: [...fresh, batch("old", 5)], decks: {} };
  await told();
  await new Promise((resolve) => setTimeout(resolve));
  expect(server.sent).toEqual([]);
});

test("returns undefined without loading the scheduler if the student has never studied", async () => {
  expect(await loadSchedulerIfUsed(new QueryClient())).toBeUndefined();
  server.studied = { snapshotWatermarkMs: 0, tail: [batch("one")], decks: {} };
  expect(await loadSchedulerIfUsed(new QueryClient())).toBeDefined();
});

test("S2.study.6 a loaded scheduler names the memory model that it uses", async () => {
  expect((await loadScheduler(new QueryClient())).memory).toBeUndefined();
  const memory = { fittedMs: 1, reviews: 400, parameters: [1] };
  server.settings = { memory };
  expect((await loadScheduler(new QueryClient())).memory).toEqual(memory);
});
