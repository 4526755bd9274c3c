// @vitest-environment jsdom
import type { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { ChecksumMismatch, UrlExpired } from "@/offline/files/fetch-file";
import type { FilesStore } from "@/offline/files/files-store";
import type { OfflineFile, OfflineItem } from "@/offline/files/items";
import { OfflineFileDownloader } from "./downloader";

const calls = vi.hoisted(() => ({
  fetchFile: vi.fn(),
  changed: vi.fn(async (_isWaiting: boolean) => undefined),
  signed: vi.fn(),
  purged: vi.fn(),
  words: vi.fn(),
  reader: vi.fn(),
  search: vi.fn(),
}));
let currentStore: object | undefined;
/** Paths that the cache holds. */
const cached = new Map<string, Response>();

vi.mock("@/offline/files/fetch-file", async (original) => ({
  ...(await original<object>()),
  fetchFile: calls.fetchFile,
}));
vi.mock("@/offline/files/cache-storage", () => ({ isCached: async (_: Cache, key: string) => cached.has(key) }));
vi.mock("@/offline/files/offline-files", () => ({
  downloaderPort: { reload: calls.changed, store: () => currentStore },
}));
vi.mock("@/lib/loading/precache", () => ({ requestReaderPrecache: calls.reader, requestSearchPrecache: calls.search }));
vi.mock("../audio/audio", () => ({
  waveformQuery: ({ id }: { id: string }) => `waveform ${id}`,
  recordingQuery: (id: string) => ({ queryKey: id }),
}));
vi.mock("../transcripts/transcripts", () => ({
  transcriptQuery: ({ id, transcriptId }: Record<string, string>) => `transcript ${transcriptId} of ${id}`,
}));
const details: Record<string, object> = { 2: { id: "2", transcriptId: "t" }, 3: { id: "3" } };
vi.mock("@/offline/cache/query-persister", () => ({ readCachedQuery: async (id: string) => details[id] }));
vi.mock("../search/full-text-indexes", () => ({ storeFullTextIndexes: calls.words }));
vi.mock("./revalidate", () => ({
  purgeRemoved: async (_store: object, _queries: object, keys: Set<string>) => {
    calls.purged([...keys]);
    for (const key of keys) files.delete(key);
  },
}));
vi.mock("./download-plan", () => {
  const sign = (kind: string) => async (ids: string[]) => {
    calls.signed(kind, ids);
    return { items: ids.flatMap((id) => onServer.get(`${kind} ${id}`) ?? []) };
  };
  const fileOf = (kind: string) => (item: { id: string; sha256: string }, track?: object) => ({
    ...file(`${kind} ${item.id}`),
    sha256: item.sha256,
    track,
  });
  return {
    signNoteUrls: sign("note"),
    signAudioUrls: sign("audio"),
    noteFile: fileOf("note"),
    audioFile: fileOf("audio"),
  };
});

const onServer = new Map<string, { id: string; url: string; sha256: string; textUrl?: string }>();
let items: OfflineItem[] = [];
const files = new Map<string, OfflineFile>();

function file(key: string, more: object = {}): OfflineFile {
  const [kind, id] = key.split(" ") as ["note", string];
  return { key, kind, id, title: `T${id}`, sha256: "s", isComplete: false, parts: 0, ...more } as OfflineFile;
}
/** Adds an offline copy with these files, which the server has. */
function want(key: string, fileKeys: string[], more: Partial<OfflineItem> = {}): void {
  const [kind, id] = key.split(" ") as ["course", string];
  items.push({
    key,
    kind,
    id,
    title: id,
    files: fileKeys,
    pictures: [],
    state: "wanted",
    hasAssets: true,
    ...more,
  } as OfflineItem);
  for (const each of fileKeys) {
    files.set(each, file(each));
    const fileId = each.split(" ")[1] ?? "";
    onServer.set(each, { id: fileId, url: `https://f/${fileId}`, sha256: "s" });
  }
}

const cache = { put: async (key: string, response: Response) => void cached.set(key, response) };
const store = {
  read: async () => ({ items: [...items], files: new Map(files) }),
  cache: async () => cache,
  cacheKeyOf: ({ key }: OfflineFile) => `/kept/${key}`,
  changeFile: async ({ key }: OfflineFile, change: (each: OfflineFile) => OfflineFile) => {
    const known = files.get(key);
    if (known) files.set(key, change(known));
  },
  changeItem: async (key: string, change: (each: OfflineItem) => OfflineItem) => {
    items = items.map((each) => (each.key === key ? change(each) : each));
  },
  replaceFiles: vi.fn(async (_key: string, _change: object, renewed: OfflineFile[]) => {
    for (const each of renewed) files.set(each.key, each);
  }),
};
const prefetchQuery = vi.fn(async (_query: string) => undefined);
const start = () =>
  new OfflineFileDownloader(store as unknown as FilesStore, { prefetchQuery } as unknown as QueryClient);
const fetched = () => calls.fetchFile.mock.calls.map(([{ file: each, url }]) => `${each.key} ${url}`);
const complete = () => [...files.values()].filter(({ isComplete }) => isComplete).map(({ key }) => key);
const problem = () => items.map(({ state, problem: text }) => (text ? `${state}: ${text}` : state));

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  for (const call of [calls.fetchFile, calls.words, calls.reader, calls.search])
    call.mockReset().mockResolvedValue(undefined);
  vi.spyOn(console, "warn").mockReturnValue();
  currentStore = store;
  items = [];
  files.clear();
  cached.clear();
  onServer.clear();
});
afterEach(() => vi.useRealTimers());

test("S4.offline.9 files are fetched one after the other, from addresses that are requested for all at once", async () => {
  want("course a", ["note 1", "audio 2"]);
  want("course b", ["note 3"], { state: "paused" });
  await start().run();
  expect(fetched()).toEqual(["note 1 https://f/1", "audio 2 https://f/2"]);
  expect(calls.signed.mock.calls).toEqual([
    ["note", ["1"]],
    ["audio", ["2"]],
  ]);
  expect(complete()).toEqual(["note 1", "audio 2"]);
  expect(calls.changed.mock.calls).toEqual([[false], [false]]);
});

test("S4.offline.9 addresses of ten files are requested ahead, without those that are complete", async () => {
  want(
    "course a",
    Array.from({ length: 12 }, (_, at) => `note ${at}`),
  );
  files.set("note 1", file("note 1", { isComplete: true }));
  await start().run();
  expect(calls.signed.mock.calls.filter(([kind]) => kind === "note").map(([, ids]) => ids)).toEqual([
    ["0", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
    ["11"],
  ]);
  expect(complete()).toHaveLength(12);
});

test("S4.offline.9 a file that is in the cache is not fetched again", async () => {
  want("course a", ["note 1"]);
  cached.set("/kept/note 1", new Response());
  await start().run();
  expect(calls.signed).not.toHaveBeenCalled();
  expect(calls.fetchFile).not.toHaveBeenCalled();
  expect(complete()).toEqual(["note 1"]);
});

test("S4.offline.9 the progress is stored after each part", async () => {
  want("course a", ["note 1"]);
  calls.fetchFile.mockImplementation(async ({ onPart }) => {
    await onPart(3);
    expect(files.get("note 1")?.parts).toBe(3);
    expect(calls.changed.mock.calls).toEqual([[false]]);
  });
  await start().run();
  expect(complete()).toEqual(["note 1"]);
});

test("S4.offline.10 a file that the server no longer has is removed", async () => {
  want("course a", ["note 1", "note 2"]);
  onServer.delete("note 1");
  await start().run();
  expect(calls.purged.mock.calls).toEqual([[["note 1"]]]);
  expect(fetched()).toEqual(["note 2 https://f/2"]);
});

test("S4.offline.10 a file that has changed on the server is renewed before it is fetched", async () => {
  want("course a", ["note 1"]);
  onServer.set("note 1", { id: "1", url: "https://f/new", sha256: "other" });
  await start().run();
  expect(store.replaceFiles.mock.calls.map(([key, , [renewed]]) => [key, renewed?.sha256])).toEqual([
    ["course a", "other"],
  ]);
  expect(fetched()).toEqual(["note 1 https://f/new"]);
  expect(calls.purged).not.toHaveBeenCalled();
});

test("S4.offline.9 failed attempts are repeated after 1, 3, 10, 30 and 60 s, and from the start after a success", async () => {
  want("course a", ["note 1", "note 2"]);
  let failures = 7;
  calls.fetchFile.mockImplementation(async () => {
    if (failures-- > 0) throw new TypeError("fetch failed");
  });
  const running = start().run();
  const attempts = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return calls.fetchFile.mock.calls.length;
  };
  expect(await attempts(999)).toBe(1);
  expect(calls.changed.mock.calls).toEqual([[true]]);
  expect(await attempts(1)).toBe(2);
  expect(await attempts(2999)).toBe(2);
  expect(await attempts(1)).toBe(3);
  expect(await attempts(10_000)).toBe(4);
  expect(await attempts(30_000)).toBe(5);
  expect(await attempts(59_999)).toBe(5);
  expect(await attempts(1)).toBe(6);
  expect(await attempts(60_000)).toBe(7);
  // The first file arrives, and the second one fails once.
  calls.fetchFile.mockImplementationOnce(async () => undefined);
  failures = 1;
  expect(await attempts(60_000)).toBe(9);
  expect(complete()).toEqual(["note 1"]);
  expect(await attempts(1000)).toBe(10);
  await running;
  expect(complete()).toEqual(["note 1", "note 2"]);
});

test("S4.offline.9 the pause ends when the browser is online again, or when the copies change", async () => {
  want("course a", ["note 1"]);
  calls.fetchFile.mockRejectedValueOnce(new TypeError("fetch failed"));
  calls.fetchFile.mockRejectedValueOnce(new TypeError("fetch failed"));
  const fetcher = start();
  const running = fetcher.run();
  await vi.advanceTimersByTimeAsync(10);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.fetchFile).toHaveBeenCalledTimes(2);
  fetcher.onChange({ items, files });
  await running;
  expect(complete()).toEqual(["note 1"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("S4.offline.9 an expired address is requested again, and other failures keep it", async () => {
  want("course a", ["note 1"]);
  calls.fetchFile.mockRejectedValueOnce(new TypeError("fetch failed"));
  calls.fetchFile.mockRejectedValueOnce(new UrlExpired("403"));
  const running = start().run();
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.signed.mock.calls.filter(([kind]) => kind === "note")).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3000);
  await running;
  expect(calls.signed.mock.calls.filter(([kind]) => kind === "note")).toHaveLength(2);
  expect(complete()).toEqual(["note 1"]);
});

const api = (status: number) => new ApiProblem({ code: "internal", status, detail: `Said ${status}.` });
const FULL = "This device is out of space. Remove something here or free some space, then try again.";
test.each([
  [new DOMException("Full.", "QuotaExceededError"), [`stopped: ${FULL}`]],
  [api(403), ["stopped: Said 403."]],
  [api(400), ["stopped: Said 400."]],
  [api(499), ["stopped: Said 499."]],
  [api(401), ["wanted"]],
  [api(429), ["wanted"]],
  [api(500), ["wanted"]],
  [api(0), ["wanted"]],
  [new TypeError("fetch failed"), ["wanted"]],
])("S4.offline.9 after the failure %s the copy is %j", async (error, expected) => {
  want("course a", ["note 1"]);
  calls.fetchFile.mockRejectedValueOnce(error);
  const running = start().run();
  await vi.advanceTimersByTimeAsync(500);
  expect(problem()).toEqual(expected);
  expect(vi.mocked(console.warn).mock.calls).toHaveLength(expected[0] === "wanted" ? 1 : 0);
  await vi.advanceTimersByTimeAsync(1000);
  await running;
});

test("S4.offline.9 a file may arrive damaged once, and the second time its copy stops", async () => {
  want("course a", ["note 1"]);
  calls.fetchFile.mockRejectedValue(new ChecksumMismatch("Damaged."));
  const running = start().run();
  await vi.advanceTimersByTimeAsync(10);
  expect(problem()).toEqual(["wanted"]);
  await vi.advanceTimersByTimeAsync(1000);
  await running;
  expect(problem()).toEqual(["stopped: “T1” could not be downloaded correctly. Try again later."]);
  expect(calls.fetchFile).toHaveBeenCalledTimes(2);
});

/** Starts a download that only ends when it is cancelled. */
function startEndless() {
  let signal: AbortSignal | undefined;
  calls.fetchFile.mockImplementationOnce(
    (asked: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal = asked.signal;
        asked.signal.addEventListener("abort", () => reject(asked.signal.reason));
      }),
  );
  const fetcher = start();
  return { fetcher, running: fetcher.run(), isCancelled: () => signal?.aborted };
}

test.each([
  ["is kept", () => items, false],
  ["was removed", () => [], true],
  ["was paused", () => items.map((each) => ({ ...each, state: "paused" as const })), true],
  ["no longer has the file", () => items.map((each) => ({ ...each, files: ["note 2"] })), true],
])("S4.offline.9 a change after which the copy %s cancels its download: %#", async (_, change, isCancelled) => {
  want("course a", ["note 1"]);
  const download = startEndless();
  await vi.advanceTimersByTimeAsync(0);
  items = change();
  download.fetcher.onChange({ items, files });
  expect(download.isCancelled()).toBe(isCancelled);
  download.fetcher.stop();
  await download.running;
  expect(console.warn).not.toHaveBeenCalled();
  expect(problem().some((each) => each.startsWith("stopped"))).toBe(false);
});

test("S4.offline.11 nothing more is fetched after the session has ended, also during a pause", async () => {
  want("course a", ["note 1", "note 2"]);
  const download = startEndless();
  await vi.advanceTimersByTimeAsync(0);
  download.fetcher.stop();
  await download.running;
  expect(calls.fetchFile).toHaveBeenCalledTimes(1);
  calls.fetchFile.mockReset().mockRejectedValue(new TypeError("fetch failed"));
  const fetcher = start();
  const running = fetcher.run();
  await vi.advanceTimersByTimeAsync(10);
  fetcher.stop();
  await running;
  expect(calls.fetchFile).toHaveBeenCalledTimes(1);
  currentStore = undefined;
  await start().run();
  expect(calls.fetchFile).toHaveBeenCalledTimes(1);
});

test("S4.offline.9 after the files come the reader, the words, the search, the pictures, the waveforms and the transcripts", async () => {
  want("course a", ["note 1", "audio 2", "audio 3", "audio 4"], {
    hasAssets: false,
    pictures: ["/p/1", "/p/2", "/p/3", "/p/4"],
  });
  cached.set("/p/1", new Response());
  calls.search.mockRejectedValueOnce(new Error("No worker."));
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    if (url === "/p/3") throw new TypeError("fetch failed");
    if (url === "/p/4") return new Response("gone", { status: 404 });
    return new Response("picture", { headers: { "content-type": "image/webp", etag: "x" } });
  });
  await start().run();
  expect(calls.reader).toHaveBeenCalledTimes(1);
  expect(calls.words.mock.calls.map(([places]) => places)).toEqual([["a"]]);
  expect(asked).toEqual(["/p/2", "/p/3", "/p/4"]);
  expect([...cached.keys()]).toEqual(["/p/1", "/p/2"]);
  expect([...(cached.get("/p/2")?.headers ?? [])]).toEqual([["content-type", "image/webp"]]);
  expect(prefetchQuery.mock.calls).toEqual([["waveform 2"], ["transcript t of 2"], ["waveform 3"], ["waveform 4"]]);
  expect(items[0]?.hasAssets).toBe(true);
});

const metadata: Record<string, object> = {
  "note 1": { reading: { course: "CS246" } },
  "audio 1": { reading: { course: "CS246" } },
  "audio 3": { track: { shelf: "radio" } },
  "audio 4": { track: { shelf: "radio", courseCode: "CS246" } },
};

test.each([
  ["course", ["note 1"], [["x"]], 1],
  ["album", ["note 1"], [["x"]], 1],
  ["playlist", ["audio 1"], [["CS246"]], 0],
  ["shelf", ["audio 2"], [], 0],
  ["shelf", ["audio 3"], [["audio_radio"]], 0],
  ["course", ["note 1", "audio 4"], [["x", "audio_CS246"]], 1],
])("S4.offline.9 a %s with %j stores the words of %j", async (kind, keys, expected, readers) => {
  want(`${kind} x`, keys, { hasAssets: false });
  for (const key of keys) files.set(key, file(key, { isComplete: true, ...metadata[key] }));
  await start().run();
  expect(calls.words.mock.calls.map(([places]) => places)).toEqual(expected);
  expect(calls.reader).toHaveBeenCalledTimes(readers);
});

test.each([
  [new TypeError("fetch failed"), true],
  [api(0), true],
  [api(500), false],
  [new Error("Broken."), false],
])("S4.offline.9 words that fail with %s are fetched again: %s", async (error, isRepeated) => {
  want("course a", [], { hasAssets: false });
  calls.words.mockRejectedValueOnce(error);
  const running = start().run();
  await vi.advanceTimersByTimeAsync(10);
  expect(items[0]?.hasAssets).toBe(!isRepeated);
  await vi.advanceTimersByTimeAsync(1000);
  await running;
  expect(calls.words).toHaveBeenCalledTimes(isRepeated ? 2 : 1);
  expect(items[0]?.hasAssets).toBe(true);
});

test("S4.offline.9 without the code of the reader, a copy of notes is not complete", async () => {
  want("course a", ["note 1"], { hasAssets: false });
  files.set("note 1", file("note 1", { isComplete: true }));
  calls.reader.mockRejectedValueOnce(new Error("No worker."));
  const running = start().run();
  await vi.advanceTimersByTimeAsync(10);
  expect(items[0]?.hasAssets).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  await running;
  expect(items[0]?.hasAssets).toBe(true);
});

test("S2.text.5 the text of each note is stored beside its file, unless it has none or an old one", async () => {
  want("course a", ["note 1", "note 2", "note 3", "audio 4"], { hasAssets: false });
  onServer.set("note 1", { id: "1", url: "https://f/1", sha256: "s", textUrl: "https://f/1-text" });
  onServer.set("note 2", { id: "2", url: "https://f/2", sha256: "s", textUrl: "https://f/2-text" });
  onServer.set("note 3", { id: "3", url: "https://f/3", sha256: "s", textUrl: "https://f/3-text" });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    if (url === "https://f/1-text") return Response.json({ version: 1, pages: [] });
    return url === "https://f/2-text" ? Response.json({ pages: [] }) : new Response(null, { status: 404 });
  });
  await start().run();
  expect(asked).toEqual(["https://f/1-text", "https://f/2-text", "https://f/3-text"]);
  expect(await cached.get("/kept/note 1/text")?.json()).toEqual({ version: 1, pages: [] });
  expect(cached.has("/kept/note 2/text")).toBe(false);
  expect(cached.has("/kept/note 3/text")).toBe(false);
  expect(items[0]?.hasAssets).toBe(true);
});

test("S2.text.5 a stored text is not fetched again, and a missing connection is tried again", async () => {
  want("course a", ["note 1", "note 2"], { hasAssets: false });
  cached.set("/kept/note 1/text", new Response());
  onServer.set("note 2", { id: "2", url: "https://f/2", sha256: "s", textUrl: "https://f/2-text" });
  const fetching = vi.fn(async () => Response.json({ version: 1, pages: [] }));
  fetching.mockRejectedValueOnce(new TypeError("fetch failed"));
  vi.stubGlobal("fetch", fetching);
  const running = start().run();
  await vi.advanceTimersByTimeAsync(1000);
  await running;
  expect(fetching.mock.calls).toHaveLength(2);
  expect(cached.has("/kept/note 2/text")).toBe(true);
});
