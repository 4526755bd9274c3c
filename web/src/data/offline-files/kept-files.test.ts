// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { createSHA256 } from "hash-wasm";
import { beforeEach, expect, test, vi } from "vitest";
import "@/session/session";
import { closePages, signInAs, signOutForTest } from "@/api/testing";
import { PART_BYTES } from "@/offline/files/cache-keys";
import type { OfflineFile, OfflineItem, OfflineItemKind } from "@/offline/files/items";
import { fakeCaches } from "@/offline/files/testing";

vi.mock("@/session/session", () => import("@/api/testing"));

/** Files in storage by note id, and their hashes according to the API. */
const files = new Map<string, Uint8Array<ArrayBuffer>>();
const hashes = new Map<string, string>();
const courses = new Map<string, string>();
/** Ids of the notes with text. */
const texts = new Set<string>();
/** Called for each part request; throws to simulate a failure. */
let fault: () => void = () => undefined;
let fetched: string[] = [];
/** Result of storing the reader through the service worker. */
let reader: () => Promise<void> = async () => undefined;

/** Result of storing the full-text indexes of these courses and albums. */
let words: (places: readonly string[]) => Promise<void> = async () => undefined;

vi.mock("../search/full-text-indexes", () => ({
  storeFullTextIndexes: (places: readonly string[]) => words(places),
  deleteFullTextIndexes: async () => undefined,
}));
/** The mocked plan of a course consists of its remaining files; `revalidate.test.ts` covers real plans. */
vi.mock("./download-plan", async (original) => {
  const plan = await original<typeof import("./download-plan")>();
  const planOf = async (_: QueryClient, thing: OfflineItem) => {
    const { items } = await plan.signNoteUrls(thing.files.map((key) => key.replace("note ", "")));
    return { files: items.map(plan.noteFile), pictures: [] };
  };
  return { ...plan, downloadPlanOf: planOf };
});
vi.mock("@/lib/loading/precache", () => ({
  requestReaderPrecache: () => reader(),
  requestSearchPrecache: async () => undefined,
}));
vi.mock("@/api/client", () => ({
  unwrap: async (answer: Promise<unknown>) => answer,
  api: {
    POST: async (_path: string, { body }: { body: { ids: string[] } }) => ({
      items: body.ids.flatMap((id) => {
        const bytes = files.get(id);
        const sha256 = hashes.get(id);
        return bytes && sha256
          ? {
              id,
              course: courses.get(id),
              title: id,
              sha256,
              sizeBytes: bytes.length,
              pages: 1,
              url: `https://f/${id}`,
              ...(texts.has(id) && { textUrl: `https://f/${id}-text` }),
            }
          : [];
      }),
      missing: body.ids.filter((id) => !files.has(id)),
    }),
    GET: async () => {
      throw new Error("Nothing else is asked.");
    },
  },
}));

async function publish(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  files.set(id, bytes);
  hashes.set(id, (await createSHA256()).update(bytes).digest("hex"));
}

/** Returns bytes that differ in each part. */
function ofSize(size: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let part = 0; part * PART_BYTES < size; part++) bytes.fill(seed + part, part * PART_BYTES);
  return bytes;
}

async function fetchPart(url: string, { headers, signal }: { headers: { range: string }; signal: AbortSignal }) {
  signal.throwIfAborted();
  if (url.endsWith("-text")) return Response.json({ version: 1, pages: [] });
  const id = url.split("/").at(-1) ?? "";
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range) ?? [];
  fault();
  fetched.push(`${id} ${Number(from) / PART_BYTES}`);
  const part = files.get(id)?.slice(Number(from), Number(to) + 1);
  return part ? new Response(part, { status: 206 }) : new Response(null, { status: 404 });
}

/** Waits for a condition. Fires `online` events, so that no retry delay passes. */
const until = (check: () => void) =>
  vi.waitFor(() => {
    window.dispatchEvent(new Event("online"));
    check();
  });

let allCaches = fakeCaches();
const queries = new QueryClient();

/** Opens a page for this user. */
async function openPage(uid: string) {
  vi.resetModules();
  signInAs({ uid, name: uid });
  const [keeper, list, plan, confirm] = await Promise.all([
    import("./service"),
    import("@/offline/files/offline-files"),
    import("./download-plan"),
    import("./revalidate"),
  ]);
  await vi.waitFor(() => expect(list.offlineFiles.get().isRead).toBe(true));
  const whole = () =>
    [...list.offlineFiles.get().files.values()].filter(({ isComplete }) => isComplete).map(({ id }) => id);
  return {
    list,
    whole,
    things: () => list.offlineFiles.get().items.map(({ title, state }) => `${title} ${state}`),
    isComplete: () => {
      const { items, files: all } = list.offlineFiles.get();
      return items.every((thing) => list.progressOf(thing, all).isComplete);
    },
    problem: () => list.offlineFiles.get().items[0]?.problem,
    keep: async (title: string, ids: string[], pictures: string[] = [], kind: OfflineItemKind = "course") => {
      const { items } = await plan.signNoteUrls(ids);
      const thing: OfflineItem = keeper.newOfflineItem({ kind, id: title }, title);
      const wanted: OfflineFile[] = items.map(plan.noteFile);
      await keeper.addOfflineItem(queries, thing, { files: wanted, pictures });
    },
    remove: (title: string) => keeper.removeOfflineItem(queries, `course ${title}`),
    pause: (title: string, isPaused: boolean) => keeper.setPaused(queries, `course ${title}`, isPaused),
    confirm: async () => {
      const store = list.downloaderPort.store();
      if (store) await confirm.revalidate(store, queries);
      await list.downloaderPort.reload();
    },
  };
}

const cacheNames = () => [...allCaches.keys()];
const addresses = (uid: string) => [...(allCaches.get(`note-ninja files ${uid}`)?.entries.keys() ?? [])];

beforeEach(() => {
  // Pages of earlier tests would fetch too.
  closePages();
  allCaches = fakeCaches();
  files.clear();
  hashes.clear();
  courses.clear();
  texts.clear();
  fetched = [];
  fault = () => undefined;
  reader = async () => undefined;
  words = async () => undefined;
  vi.stubGlobal("fetch", fetchPart);
  vi.stubGlobal("indexedDB", new IDBFactory());
  localStorage.clear();
});

test("S4.offline.9 an interrupted download resumes, and is complete only if its hash matches", async () => {
  await publish("A", ofSize(3 * PART_BYTES + 5, 1));
  await publish("B", ofSize(100, 2));
  let calls = 0;
  fault = () => {
    calls += 1;
    if (calls % 2 === 1) throw new TypeError("The connection broke.");
  };
  const page = await openPage("amara");
  await page.keep("Course", ["A", "B"]);
  await until(() => expect(page.whole()).toEqual(["A", "B"]));
  // No part was fetched twice.
  expect([...fetched].sort()).toEqual(["A 0", "A 1", "A 2", "A 3", "B 0"]);
  expect(calls).toBe(10);
  // The first page of this file imports all its modules, which takes time.
}, 20_000);

test("a download shows as waiting only while the connection is lost, and then resumes", async () => {
  await publish("A", ofSize(3 * PART_BYTES, 1));
  await publish("B", ofSize(10, 2));
  const page = await openPage("amara");
  const isWaiting = () => page.list.offlineFiles.get().isWaiting;
  const seen: boolean[] = [];
  page.list.offlineFiles.watch(() => seen.push(isWaiting()));
  await page.keep("One", ["A"]);
  await until(() => expect(page.isComplete()).toBe(true));
  expect(seen).not.toContain(true);
  fault = () => {
    throw new TypeError("The connection broke.");
  };
  await page.keep("Two", ["B"]);
  await vi.waitFor(() => expect(isWaiting()).toBe(true));
  fault = () => undefined;
  await until(() => expect([page.isComplete(), isWaiting()]).toEqual([true, false]));
});

test("S4.offline.9 a file that arrives damaged twice is rejected with an error", async () => {
  await publish("A", ofSize(2 * PART_BYTES, 1));
  hashes.set("A", "0".repeat(64));
  const page = await openPage("amara");
  await page.keep("Course", ["A"]);
  await until(() => expect(page.things()).toEqual(["Course stopped"]));
  expect(page.problem()).toBe("“A” could not be downloaded correctly. Try again later.");
  await until(() => expect([page.whole(), addresses("amara")]).toEqual([[], []]));
});

test("S4.offline.9 an offline copy of notes is complete only once the reader code is cached, which is retried until then", async () => {
  await publish("A", ofSize(10, 1));
  const page = await openPage("amara");
  const seen: unknown[] = [];
  reader = async () => {
    seen.push([page.whole(), page.isComplete()]);
    if (seen.length === 1) throw new Error("The connection broke.");
  };
  await page.keep("Course", ["A"]);
  await until(() => expect(page.isComplete()).toBe(true));
  expect(seen).toEqual([
    [["A"], false],
    [["A"], false],
  ]);
});

test("S4.offline.9 downloads a course's full text with it, and retries only after a lost connection", async () => {
  await publish("A", ofSize(10, 1));
  const page = await openPage("amara");
  const asked: string[] = [];
  words = async (places) => {
    asked.push(places.join());
    if (asked.length === 1) throw new TypeError("The connection broke.");
    throw new Error("The file store says 500.");
  };
  await page.keep("CS246", ["A"]);
  await until(() => expect(page.isComplete()).toBe(true));
  expect(asked).toEqual(["CS246", "CS246"]);
});

test("downloads the full text of each course in a playlist once", async () => {
  for (const [id, course] of ["CS246", "MATH137", "CS246"].entries()) {
    await publish(`${id}`, ofSize(10, id));
    courses.set(`${id}`, course);
  }
  const page = await openPage("amara");
  const asked: (readonly string[])[] = [];
  words = async (places) => void asked.push(places);
  await page.keep("Exam", ["0", "1", "2"], [], "playlist");
  await until(() => expect(page.isComplete()).toBe(true));
  await page.keep("cram", ["0"], [], "album");
  await until(() => expect(page.isComplete()).toBe(true));
  expect(asked).toEqual([["CS246", "MATH137"], ["cram"]]);
});

test("S4.offline.9 downloads previews, except opaque and failed responses", async () => {
  await publish("A", ofSize(10, 1));
  const answers: Record<string, Response> = {
    "https://f/seen.jpg": new Response("picture", { headers: { "content-type": "image/jpeg" } }),
    "https://f/opaque.jpg": Object.defineProperty(new Response("hidden"), "type", { value: "opaque" }),
    "https://f/gone.jpg": new Response("no", { status: 404 }),
  };
  vi.stubGlobal("fetch", async (url: string, how: never) => answers[url] ?? fetchPart(url, how));
  const page = await openPage("amara");
  await page.keep("Course", ["A"], Object.keys(answers));
  await until(() => expect(page.isComplete()).toBe(true));
  await until(() => expect(addresses("amara")).toContain("https://f/seen.jpg"));
  expect(addresses("amara").filter((address) => address.endsWith(".jpg"))).toEqual(["https://f/seen.jpg"]);
});

test("S4.offline.9 files evicted by the browser no longer count as downloaded, and are downloaded again", async () => {
  await publish("A", ofSize(10, 1));
  await publish("B", ofSize(10, 2));
  const page = await openPage("amara");
  await page.keep("Course", ["A", "B"]);
  await until(() => expect(page.isComplete()).toBe(true));
  await page.pause("Course", true);
  const [lost] = addresses("amara").filter((address) => /\/A\/[0-9a-f]{64}$/.test(address));
  allCaches.get("note-ninja files amara")?.entries.delete(lost ?? "");
  await page.confirm();
  expect([page.whole(), page.isComplete()]).toEqual([["B"], false]);
  await page.pause("Course", false);
  await until(() => expect([page.whole(), page.isComplete()]).toEqual([["A", "B"], true]));
});

test("S4.offline.9 a download stops and says so when storage is full, keeps its files and resumes later", async () => {
  await publish("A", ofSize(10, 1));
  await publish("B", ofSize(10, 2));
  const page = await openPage("amara");
  fault = () => {
    if (fetched.length > 0) throw new DOMException("Full.", "QuotaExceededError");
  };
  await page.keep("Course", ["A", "B"]);
  await until(() => expect(page.things()).toEqual(["Course stopped"]));
  expect([page.whole(), page.problem()]).toEqual([["A"], expect.stringContaining("out of space")]);
  fault = () => undefined;
  await page.pause("Course", false);
  await until(() => expect(page.whole()).toEqual(["A", "B"]));
});

test("S4.offline.10 an item that was taken down is deleted at the first contact, and changed content is replaced", async () => {
  await publish("A", ofSize(10, 1));
  await publish("B", ofSize(10, 2));
  await publish("C", ofSize(10, 3));
  const page = await openPage("amara");
  await page.keep("Course", ["A", "B"]);
  await page.keep("Other", ["C"]);
  await until(() => expect(page.whole()).toEqual(["A", "B", "C"]));
  const before = addresses("amara").length;
  files.delete("A");
  files.delete("C");
  await publish("B", ofSize(20, 4));
  const sendsNothing = { connection: { saveData: true } };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), sendsNothing));
  await page.confirm();
  expect([page.whole(), page.things()]).toEqual([["B"], ["Course wanted"]]);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection: { saveData: false } }));
  await page.confirm();
  expect(page.whole()).toEqual([]);
  await page.pause("Course", false);
  await until(() => expect(page.whole()).toEqual(["B"]));
  expect(addresses("amara").length).toBeLessThan(before);
});

test.each([
  [29.99, ["Course wanted"], ["A"]],
  [30.01, [], []],
])(
  "S4.offline.10 after %s days without a response of the server these copies are left: %j",
  async (days, things, whole) => {
    await publish("A", ofSize(10, 1));
    const page = await openPage("amara");
    await page.keep("Course", ["A"]);
    await until(() => expect(page.whole()).toEqual(["A"]));
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + days * 86_400_000);
    const later = await openPage("amara");
    expect([later.things(), later.whole()]).toEqual([things, whole]);
    expect(addresses("amara").length > 0).toBe(whole.length > 0);
    // A deleted file can be stored again at once.
    await later.keep("Course", ["A"]);
    await until(() => expect(later.whole()).toEqual(["A"]));
    clock.mockRestore();
  },
);

test("S4.offline.11 another user cannot see offline copies, and signing out deletes them", async () => {
  await publish("A", ofSize(10, 1));
  const page = await openPage("amara");
  await page.keep("Course", ["A"]);
  await until(() => expect(page.whole()).toEqual(["A"]));
  const other = await openPage("ben");
  expect([other.things(), other.whole()]).toEqual([[], []]);
  const { deleteAllFiles, usersWithFiles } = await import("@/offline/files/delete-files");
  expect(await usersWithFiles()).toContain("amara");
  await deleteAllFiles();
  expect([await usersWithFiles(), cacheNames()]).toEqual([[], []]);
});

test("S4.offline.11 offline copies left while another user was signed in are found only by their owner", async () => {
  await publish("A", ofSize(10, 1));
  const page = await openPage("amara");
  await page.keep("Course", ["A"]);
  await until(() => expect(page.whole()).toEqual(["A"]));
  // Another user signed in.
  localStorage.clear();
  const { detectOfflineFiles, hasOfflineFiles } = await import("@/offline/files/has-offline-files");
  expect([await detectOfflineFiles("ben"), hasOfflineFiles("ben")]).toEqual([false, false]);
  expect([await detectOfflineFiles("amara"), hasOfflineFiles("amara")]).toEqual([true, true]);
});

test("removing an offline copy keeps files that another copy uses", async () => {
  await publish("A", ofSize(10, 1));
  await publish("B", ofSize(10, 2));
  const page = await openPage("amara");
  await page.keep("One", ["A", "B"]);
  await page.keep("Two", ["B"]);
  await until(() => expect(page.whole()).toEqual(["A", "B"]));
  await page.remove("One");
  expect([page.whole(), page.things()]).toEqual([["B"], ["Two wanted"]]);
  expect(addresses("amara").every((address) => address.includes("/B/"))).toBe(true);
});

test("S4.offline.11 downloads no more parts after sign-out", async () => {
  await publish("A", ofSize(10, 1));
  await publish("B", ofSize(4 * PART_BYTES, 2));
  const page = await openPage("amara");
  await page.keep("One", ["A"]);
  await until(() => expect(page.whole()).toEqual(["A"]));
  fetched = [];
  const left = new Promise<void>((resolve) => {
    fault = () => {
      signOutForTest();
      resolve();
    };
  });
  await page.keep("Two", ["B"]);
  await left;
  fault = () => undefined;
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(fetched).toEqual(["B 0"]);
});

test("S2.text.5 the text of a note survives the check of the cache, and is deleted with the copy", async () => {
  texts.add("n1");
  await publish("n1", ofSize(10, 1));
  const page = await openPage("amara");
  await page.keep("CS246", ["n1"]);
  await until(() => expect(page.isComplete()).toBe(true));
  await page.confirm();
  expect(addresses("amara").filter((address) => address.endsWith("/text"))).toHaveLength(1);
  await page.remove("CS246");
  await vi.waitFor(() => expect(addresses("amara")).toEqual([]));
});
