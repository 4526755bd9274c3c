// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { hashKey, QueryClient, type QueryKey } from "@tanstack/react-query";
import { createSHA256 } from "hash-wasm";
import { beforeEach, expect, test, vi } from "vitest";
import { albumQuery } from "../albums/albums";
import "@/session/session";
import { closePages, signInAs } from "@/api/testing";
import type { OfflineItemRef } from "@/offline/files/items";
import { fakeCaches } from "@/offline/files/testing";
import { noteQuery } from "../notes/notes";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/lib/loading/precache", () => ({
  requestReaderPrecache: async () => undefined,
  requestSearchPrecache: async () => undefined,
}));

/** Ids of the notes of the album on the server; `undefined` if the album does not exist. */
let notes: string[] | undefined;
/** Version of the album's full-text index. */
let words: string;

const ALBUM = "cram";
const album: OfflineItemRef = { kind: "album", id: ALBUM };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const previewOf = (id: string) => `/api/notes/${id}/preview`;
const noteOf = (id: string) => ({ id, title: id, imageUrl: previewOf(id), facts: {} });

async function readingOf(id: string) {
  const sha256 = (await createSHA256()).update(bytesOf(id)).digest("hex");
  return { id, title: id, sha256, sizeBytes: id.length, pages: 1, url: `https://files.test/${id}`, expiresAt: "" };
}

const absent = () =>
  Response.json({ code: "not_found", status: 404, detail: "It is not here any more.", fields: [] }, { status: 404 });

async function answer(input: Request | string): Promise<Response> {
  const url = new URL(typeof input === "string" ? input : input.url, location.origin);
  const [, , noun, id] = url.pathname.split("/");
  if (url.host === "files.test") return new Response(bytesOf(url.pathname.slice(1)));
  if (url.pathname.endsWith("/preview")) return new Response("picture", { headers: { "content-type": "image/png" } });
  if (noun === "library") {
    return Response.json({ items: [{ place: ALBUM, sha256: words, url: `https://files.test/${words}` }] });
  }
  if (url.pathname === "/api/notes/addresses") {
    const { ids } = (await (input as Request).json()) as { ids: string[] };
    const here = ids.filter((each) => notes?.includes(each));
    const items = await Promise.all(here.map(readingOf));
    return Response.json({ items, missing: ids.filter((each) => !here.includes(each)) });
  }
  if (noun === "albums" && notes) return Response.json({ album: {}, notes: { items: notes.map(noteOf) } });
  if (noun === "notes" && id && notes?.includes(id)) return Response.json(noteOf(id));
  if (noun === "audio") return Response.json({ items: [], missing: [] });
  return absent();
}

let allCaches = fakeCaches();
const pictures = () =>
  [...(allCaches.get("note-ninja files amara")?.entries.keys() ?? [])]
    .map((address) => new URL(address).pathname)
    .filter((path) => path.endsWith("/preview"))
    .sort();

function saveData(isOn: boolean): void {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection: { saveData: isOn } }));
}

const until = (check: () => unknown) => vi.waitFor(check);

/** Opens the page of a student with a complete offline copy of the album. */
async function openPage() {
  vi.resetModules();
  signInAs({ uid: "amara", name: "Amara" });
  const [keeper, list, plan, { revalidate }, answers, { OfflineCache }] = await Promise.all([
    import("./service"),
    import("@/offline/files/offline-files"),
    import("./download-plan"),
    import("./revalidate"),
    import("@/offline/cache/query-persister"),
    import("@/offline/cache/store"),
  ]);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answers.installPersister(queries);
  await until(() => expect(list.offlineFiles.get().isRead).toBe(true));
  await keeper.addOfflineItem(
    queries,
    keeper.newOfflineItem(album, "Cram Mode"),
    await plan.downloadPlanOf(queries, album),
  );
  const page = {
    queries,
    things: () => list.offlineFiles.get().items.map(({ title }) => title),
    files: () =>
      [...list.offlineFiles.get().files.values()].flatMap(({ id, isComplete }) => (isComplete ? id : [])).sort(),
    /** Keys of all files of offline copies, complete or not. */
    wanted: () => [...list.offlineFiles.get().files.keys()].sort(),
    isComplete: () => {
      const { items, files } = list.offlineFiles.get();
      return items.every((thing) => list.progressOf(thing, files).isComplete);
    },
    /** Contacts the server and fetches the missing files. */
    contact: async () => {
      const store = list.downloaderPort.store();
      if (store) await revalidate(store, queries);
      await list.downloaderPort.reload();
      await keeper.setPaused(queries, `album ${ALBUM}`, false);
    },
    kept: async (name: string) => (await new OfflineCache("amara").read(name))?.data,
    keptList: async (question: QueryKey) => JSON.stringify((await page.kept(`whole ${hashKey(question)}`)) ?? null),
    words: async () => ((await page.kept(`inside ${ALBUM}`)) as { sha256: string } | undefined)?.sha256,
  };
  await until(() => expect(page.isComplete()).toBe(true));
  await until(async () => expect(await page.words()).toBe(words));
  return page;
}

const listQuestion = albumQuery(ALBUM).queryKey;
const detailOf = (id: string) => hashKey(noteQuery(id).queryKey);

beforeEach(() => {
  closePages();
  allCaches = fakeCaches();
  notes = ["A", "B"];
  words = "one";
  vi.unstubAllGlobals();
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("indexedDB", new IDBFactory());
  localStorage.clear();
});

test("S4.offline.10 deletes previews, full text and cached responses of an item that was taken down", async () => {
  const page = await openPage();
  await page.queries.fetchQuery(noteQuery("A"));
  await until(async () => expect(await page.kept(detailOf("A"))).toBeDefined());
  expect(pictures()).toEqual([previewOf("A"), previewOf("B")]);
  expect(await page.keptList(listQuestion)).toContain('"A"');

  notes = ["B"];
  await page.contact();
  expect([page.files(), pictures()]).toEqual([["B"], [previewOf("B")]]);
  expect(await page.kept(detailOf("A"))).toBeUndefined();
  await until(async () => expect(await page.keptList(listQuestion)).not.toContain('"A"'));

  // The server rebuilds the index of the remaining notes a moment later.
  words = "two";
  await page.contact();
  await until(async () => expect(await page.words()).toBe("two"));
  await until(() => expect(page.isComplete()).toBe(true));
  // No file is due for revalidation, so no request is sent.
  words = "three";
  await page.contact();
  expect([await page.words(), page.isComplete()]).toEqual(["two", true]);
});

test("S4.offline.10 deletes the cached list and the full text of an offline copy when all its items are gone", async () => {
  notes = ["A"];
  const page = await openPage();
  notes = [];
  await page.contact();
  expect([page.things(), pictures()]).toEqual([[], []]);
  expect([await page.kept(hashKey(listQuestion)), await page.keptList(listQuestion), await page.words()]).toEqual([
    undefined,
    "null",
    undefined,
  ]);
});

test("S4.offline.10 notes added to an album are downloaded after some hours unless data saving is on, and removed ones are deleted anyway", async () => {
  const page = await openPage();
  const now = Date.now();
  const clock = vi.spyOn(Date, "now");
  const laterBy = (hours: number) => clock.mockReturnValue(now + hours * 3_600_000);
  notes = ["B", "C"];
  const moved = notes;
  // Note A exists, but is no longer in the album.
  notes = [...moved, "A"];
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const said = await answer(input);
    const isList = input instanceof Request && input.url.includes("/api/albums/");
    return isList ? Response.json({ album: {}, notes: { items: moved.map(noteOf) } }) : said;
  });
  await page.contact();
  expect(page.files()).toEqual(["A", "B"]);

  laterBy(7);
  saveData(true);
  words = "two";
  await page.contact();
  expect([page.wanted(), pictures(), await page.words()]).toEqual([["note B"], [previewOf("B")], "one"]);

  laterBy(14);
  saveData(false);
  await page.contact();
  await until(() => expect([page.files(), page.isComplete()]).toEqual([["B", "C"], true]));
  expect(pictures()).toEqual([previewOf("B"), previewOf("C")]);
  await until(async () => expect(await page.words()).toBe("two"));

  laterBy(21);
  vi.stubGlobal("fetch", async (input: Request | string) =>
    input instanceof Request && input.url.includes("/api/albums/") ? absent() : answer(input),
  );
  await page.contact();
  expect([page.things(), page.files(), pictures()]).toEqual([[], [], []]);
  clock.mockRestore();
});
