import "fake-indexeddb/auto";
import { createHash } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { OfflineCache } from "@/offline/cache/store";
import { cacheKeyOf, cacheName, PART_BYTES, partKey, textKey } from "@/offline/files/cache-keys";
import { fakeCaches } from "@/offline/files/testing";
import { fetchImageWithFallback, parseRange, respondFromOfflineFile } from "./offline-files";

test.each([
  [null, "whole"],
  ["bytes=0-1", { first: 0, last: 1 }],
  ["bytes=0-", { first: 0, last: 99 }],
  ["bytes=40-59", { first: 40, last: 59 }],
  ["bytes=90-500", { first: 90, last: 99 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-500", { first: 0, last: 99 }],
  ["bytes=-0", "beyond"],
  ["bytes=100-", "beyond"],
  ["bytes=9-3", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["lines=1-2", "whole"],
] as const)("S4.offline.9 parses the range %s of 100 bytes", (header, span) => {
  expect(parseRange(header, 100)).toEqual(span);
});

const sizeBytes = 2 * PART_BYTES + 10;
const content = Buffer.alloc(sizeBytes);
for (let at = 0; at < sizeBytes; at += 1000) content.writeUInt32LE(at, Math.min(at, sizeBytes - 4));
const file = cacheKeyOf("amara", { id: "A", sha256: "a".repeat(64) });
let all = fakeCaches();

beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  all = fakeCaches();
  const cache = await caches.open(cacheName("amara"));
  for (let part = 0; part * PART_BYTES < sizeBytes; part++) {
    await cache.put(partKey(file, part), new Response(content.slice(part * PART_BYTES, (part + 1) * PART_BYTES)));
  }
  await cache.put(file, Response.json({ sizeBytes, contentType: "audio/mpeg" }));
});

const textOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const bytesOf = async (answer: Response) => textOf(Buffer.from(await answer.arrayBuffer()));

const ask = (range?: string, address = file) =>
  respondFromOfflineFile(new Request(`http://localhost${address}`, range ? { headers: { range } } : {}));

test("S4.offline.9 serves ranges of an offline file across its parts, to the last byte", async () => {
  const probe = await ask("bytes=0-1");
  expect([probe.status, probe.headers.get("content-range"), probe.headers.get("content-length")]).toEqual([
    206,
    `bytes 0-1/${sizeBytes}`,
    "2",
  ]);
  const across = await ask(`bytes=${PART_BYTES - 3}-${2 * PART_BYTES + 2}`);
  expect(await bytesOf(across)).toBe(textOf(content.subarray(PART_BYTES - 3, 2 * PART_BYTES + 3)));
  const whole = await ask();
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect(await bytesOf(whole)).toBe(textOf(content));
  expect((await ask(`bytes=${sizeBytes}-`)).status).toBe(416);
});

test("S4.offline.9 returns nothing for missing or partial offline files, and creates no cache", async () => {
  expect((await ask(undefined, cacheKeyOf("ben", { id: "A", sha256: "a".repeat(64) }))).status).toBe(404);
  expect([...all.keys()]).toEqual([cacheName("amara")]);
  await (await caches.open(cacheName("amara"))).delete(partKey(file, 1));
  await expect((await ask()).arrayBuffer()).rejects.toThrow();
  expect((await ask()).status).toBe(404);
});

const picture = "http://localhost/api/notes/A/preview";
const showPicture = async () => (await fetchImageWithFallback(new Request(picture))).text();

/** Makes `uid` the last signed-in user, who owns cached responses. */
async function beOwner(uid: string): Promise<void> {
  vi.stubGlobal("indexedDB", new IDBFactory());
  const store = new OfflineCache(uid);
  await store.write("a question", { data: 1, at: 1 });
  store.close();
}

test("S4.offline.9 serves an image from the network, and the offline copy if that fails", async () => {
  await (await caches.open(cacheName("amara"))).put(picture, new Response("kept"));
  await beOwner("amara");
  vi.stubGlobal("fetch", async () => new Response("newest"));
  expect(await showPicture()).toBe("newest");
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await showPicture()).toBe("kept");
});

test("S4.offline.11 does not serve images or files of another user", async () => {
  await (await caches.open(cacheName("amara"))).put(picture, new Response("kept"));
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  await beOwner("ben");
  await expect(showPicture()).rejects.toThrow("Failed to fetch");
  expect((await ask()).status).toBe(404);
  expect([...all.keys()]).toEqual([cacheName("amara")]);
  vi.stubGlobal("indexedDB", new IDBFactory());
  await expect(showPicture()).rejects.toThrow("Failed to fetch");
});

test("S2.text.5 serves the text of an offline note to its owner only", async () => {
  expect((await ask(undefined, textKey(file))).status).toBe(404);
  await (await caches.open(cacheName("amara"))).put(textKey(file), Response.json({ version: 1 }));
  expect(await (await ask(undefined, textKey(file))).json()).toEqual({ version: 1 });
  const other = cacheKeyOf("ben", { id: "A", sha256: "a".repeat(64) });
  expect((await ask(undefined, textKey(other))).status).toBe(404);
});
