// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import "@/session/session";
import { closePages, signInAs } from "@/api/testing";
import type { Change } from "@/offline/outbox/kinds/kinds";

vi.mock("@/session/session", () => import("@/api/testing"));
/** Changes that arrived at the server. */
const arrived = vi.fn((_queries: QueryClient, _change: Change) => undefined);
vi.mock("./apply-confirmed", () => ({
  applyConfirmedChange: (queries: QueryClient, change: Change) => arrived(queries, change),
}));
const startSending = vi.fn();
vi.mock("@/offline/outbox/sender", () => ({ startSending: () => startSending() }));
/** Called to signal that the server stopped or resumed responding. */
let keptChanged: () => void = () => undefined;
vi.mock("@/offline/cache/query-persister", () => ({
  subscribeStale: (watcher: () => void) => {
    keptChanged = watcher;
  },
}));

const liked = (id: string): Change => ({ kind: "like", on: true, target: "notes", id });
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Opens a new page. */
async function openPage() {
  vi.resetModules();
  const { startOutbox } = await import("./start-outbox");
  const { senderPort, outbox, enqueueChange } = await import("@/offline/outbox/queue");
  const { ApiProblem } = await import("@/api/problem");
  startOutbox(queries);
  return {
    add: enqueueChange,
    waiting: async () =>
      (await outbox.reload()).map(({ change }) => ("noteId" in change ? change.noteId : change.kind)),
    changes: async () => (await outbox.reload()).map(({ change }) => change),
    /** Confirms all pending changes. */
    send: async () => {
      for (const entry of await outbox.reload()) senderPort.reportSent(entry, { saved: true } as never);
    },
    refuse: async (code: "not_found" | "conflict", status: number) => {
      for (const entry of await outbox.reload())
        senderPort.reportRejected(entry, new ApiProblem({ code, status, detail: "No." }));
    },
    startAgain: () => startOutbox(queries),
  };
}

beforeEach(() => {
  closePages();
  vi.stubGlobal("indexedDB", new IDBFactory());
  localStorage.clear();
  arrived.mockClear();
  startSending.mockClear();
  signInAs({ uid: "amara", name: "Amara" });
});

test("a page starts sending pending changes only once", async () => {
  const page = await openPage();
  page.startAgain();
  expect(startSending).toHaveBeenCalledOnce();
});

test("refetches data after 404, but not after other errors", async () => {
  const queryFn = vi.fn(async () => "shown");
  const stop = new QueryObserver(queries, {
    queryKey: ["shown"],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledOnce());
  const page = await openPage();
  const like = () => page.add(liked("n1")).catch(() => "refused");
  const first = like();
  await vi.waitFor(async () => expect(await page.waiting()).toEqual(["like"]));
  await page.refuse("conflict", 409);
  expect(await first).toBe("refused");
  expect(queryFn).toHaveBeenCalledOnce();
  const second = like();
  await vi.waitFor(async () => expect(await page.waiting()).toEqual(["like"]));
  await page.refuse("not_found", 404);
  expect(await second).toBe("refused");
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  stop();
});

test("held card ratings are released when the server stops responding or responds again", async () => {
  const page = await openPage();
  await page.add({ kind: "study", device: 1, events: [], batchUntilMs: Date.now() + 60_000 } as never);
  expect(await page.changes()).toMatchObject([{ batchUntilMs: expect.any(Number) }]);
  keptChanged();
  await vi.waitFor(async () => expect(await page.changes()).toMatchObject([{ batchUntilMs: 0 }]));
});

test("changes sent by other tabs before the session is restored are applied afterwards, and only the user's own", async () => {
  closePages();
  await openPage();
  const tab = new BroadcastChannel("note-ninja outbox results");
  const told = new BroadcastChannel("note-ninja outbox results");
  const isTold = new Promise((resolve) =>
    told.addEventListener("message", ({ data }) => data.uid === "amara" && resolve(data)),
  );
  const say = (uid: string, id: string) =>
    tab.postMessage({ type: "sent", uid, entry: { seq: 1, id, change: liked(id) }, result: { liked: true, count: 1 } });
  say("ben", "n1");
  say("amara", "n2");
  await isTold;
  expect(arrived).not.toHaveBeenCalled();
  signInAs({ uid: "amara", name: "Amara" });
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
  expect(arrived.mock.calls.map(([, change]) => change)).toEqual([liked("n2")]);
  tab.close();
  told.close();
});

test("a prefetched response is discarded once a change was sent", async () => {
  const page = await openPage();
  const { takePrefetched, storePrefetched } = await import("@/lib/loading/prefetched-responses");
  storePrefetched("GET /api/me/likes", Promise.resolve(new Response("early")));
  void page.add(liked("n1"));
  await vi.waitFor(async () => expect(await page.waiting()).toEqual(["like"]));
  await page.send();
  expect(await (await takePrefetched("GET /api/me/likes", async () => new Response("asked again"))).text()).toBe(
    "asked again",
  );
});
