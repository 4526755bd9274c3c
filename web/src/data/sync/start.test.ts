// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import type { SavedNote } from "@/api/models";
import "@/session/session";
import { closePages, signInAs } from "@/api/testing";
import type { Change } from "@/offline/outbox/kinds/table";

vi.mock("@/session/session", () => import("@/api/testing"));
/** Changes that arrived at the server. */
const arrived = vi.fn((_queries: QueryClient, _change: Change) => undefined);
vi.mock("./arrived", () => ({
  applyConfirmedChange: (queries: QueryClient, change: Change) => arrived(queries, change),
}));
const startSending = vi.fn();
vi.mock("@/offline/outbox/sender", () => ({ startSending: () => startSending() }));
/** Signals that the server stopped or resumed responding. */
let keptChanged: () => void = () => undefined;
vi.mock("@/offline/cache/answers", () => ({
  watchKept: (watcher: () => void) => {
    keptChanged = watcher;
  },
}));

const OLD = "nn:u:amara:saved";
const note = (id: string) => ({ id, originalNoteId: id, title: id, addedAt: "2026-11-14T12:00:00Z" }) as SavedNote;
const liked = (id: string): Change => ({ kind: "like", on: true, target: "notes", id });
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Opens a new page. */
async function openPage() {
  vi.resetModules();
  const { startOutbox } = await import("./start");
  const { senderPort, outbox, enqueueChange } = await import("@/offline/outbox/queue");
  const { ApiProblem } = await import("@/api/problem");
  startOutbox(queries);
  return {
    add: enqueueChange,
    waiting: async () =>
      (await outbox.settled()).map(({ change }) => ("noteId" in change ? change.noteId : change.kind)),
    changes: async () => (await outbox.settled()).map(({ change }) => change),
    /** Confirms all pending changes. */
    send: async () => {
      for (const entry of await outbox.settled()) senderPort.sent(entry, { saved: true } as never);
    },
    refuse: async (code: "not_found" | "conflict", status: number) => {
      for (const entry of await outbox.settled())
        senderPort.refused(entry, new ApiProblem({ code, status, detail: "No." }));
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

test("S4.add.2 notes that an older version has kept to be sent are sent by this one, and only once", async () => {
  localStorage.setItem(OLD, JSON.stringify({ notes: [note("n1")], outbox: [note("n2"), note("n3")] }));
  const page = await openPage();
  await vi.waitFor(async () => expect(await page.waiting()).toEqual(["n2", "n3"]));
  await page.send();
  expect(arrived.mock.calls.map(([, change]) => change)).toMatchObject([
    { kind: "saveNote", on: true, noteId: "n2", note: { title: "n2" } },
    { kind: "saveNote", on: true, noteId: "n3", note: { title: "n3" } },
  ]);
  // The server's list stays on this device.
  await vi.waitFor(() => expect(JSON.parse(localStorage.getItem(OLD) ?? "")).toEqual([note("n1")]));
});

test("S4.add.2 nothing of what an older version has kept is lost where this device can keep no change", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const old = JSON.stringify({ notes: [], outbox: [note("n2")] });
  localStorage.setItem(OLD, old);
  const refused = vi.fn(() => {
    throw new DOMException("Closed.", "SecurityError");
  });
  vi.stubGlobal("indexedDB", { open: refused });
  await openPage();
  await vi.waitFor(() =>
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining("not be kept"), expect.anything()),
  );
  await new Promise(setImmediate);
  expect(localStorage.getItem(OLD)).toBe(old);
  vi.mocked(console.warn).mockRestore();
});

test("a page begins to send once, and takes over what waits for who signs in later", async () => {
  closePages();
  localStorage.setItem(OLD, JSON.stringify({ notes: [], outbox: [note("n2")] }));
  const page = await openPage();
  page.startAgain();
  expect(startSending).toHaveBeenCalledOnce();
  expect(await page.waiting()).toEqual([]);
  signInAs({ uid: "amara", name: "Amara" });
  await vi.waitFor(async () => expect(await page.waiting()).toEqual(["n2"]));
});

test("what was deleted meanwhile is asked for anew, and nothing is for another refusal", async () => {
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

test("answers to study cards wait for more no longer once the server stops to answer, or does so again", async () => {
  const page = await openPage();
  await page.add({ kind: "study", device: 1, facts: [], batchUntilMs: Date.now() + 60_000 } as never);
  expect(await page.changes()).toMatchObject([{ batchUntilMs: expect.any(Number) }]);
  keptChanged();
  await vi.waitFor(async () => expect(await page.changes()).toMatchObject([{ batchUntilMs: 0 }]));
});

test("what other tabs send while this page does not know whose it is arrives when it does, and only their own", async () => {
  closePages();
  await openPage();
  const tab = new BroadcastChannel("note-ninja outbox");
  const told = new BroadcastChannel("note-ninja outbox");
  const isTold = new Promise((resolve) =>
    told.addEventListener("message", ({ data }) => data.uid === "amara" && resolve(data)),
  );
  const say = (uid: string, id: string) =>
    tab.postMessage({ type: "sent", uid, entry: { seq: 1, id, change: liked(id) }, answer: { liked: true, count: 1 } });
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

test("what was asked for early is asked again once the server has been told something since", async () => {
  const page = await openPage();
  const { takePrefetched, keepEarly } = await import("@/lib/loading/early");
  keepEarly("GET /api/me/likes", Promise.resolve(new Response("early")));
  void page.add(liked("n1"));
  await vi.waitFor(async () => expect(await page.waiting()).toEqual(["like"]));
  await page.send();
  expect(await (await takePrefetched("GET /api/me/likes", async () => new Response("asked again"))).text()).toBe(
    "asked again",
  );
});
