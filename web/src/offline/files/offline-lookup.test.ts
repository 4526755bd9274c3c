import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OfflineFile } from "./items";
import { offlineAudioUrls, offlineNote } from "./offline-lookup";

const store = vi.hoisted(() => ({
  files: new Map<string, unknown>(),
  cached: new Set<string>(),
  isExpired: false,
  closed: 0,
}));
vi.mock("./files-store", () => ({
  FilesStore: class {
    readonly uid: string;
    constructor(uid: string) {
      this.uid = uid;
    }
    isExpired = async () => store.isExpired;
    file = async (key: string) => store.files.get(key);
    cacheKeyOf = ({ id }: { id: string }) => `/offline/${this.uid}/${id}`;
    cache = async () => ({ match: async (url: string) => (store.cached.has(url) ? {} : undefined) });
    close = () => {
      store.closed += 1;
    };
  },
}));

const NOW_MS = Date.UTC(2026, 10, 14);
const file = (kind: "note" | "audio", id: string, more: Partial<OfflineFile> = {}) => ({
  key: `${kind} ${id}`,
  kind,
  id,
  sha256: `hash ${id}`,
  sizeBytes: 5,
  contentType: "audio/mpeg",
  isComplete: true,
  ...more,
});
const keep = (...files: ReturnType<typeof file>[]) => {
  for (const each of files) {
    store.files.set(each.key, each);
    store.cached.add(`/offline/u1/${each.id}`);
  }
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
  Object.assign(store, { files: new Map(), cached: new Set(), isExpired: false, closed: 0 });
  vi.stubGlobal("navigator", { serviceWorker: { controller: {} } });
});
afterEach(() => void vi.useRealTimers());

test("S4.offline.9 a note that is kept on the device opens from it, for a day", async () => {
  keep(file("note", "n1", { reading: { id: "n1", title: "Heaps", pages: 3 } as never }));
  expect(await offlineNote("u1", "n1")).toEqual({
    id: "n1",
    title: "Heaps",
    pages: 3,
    url: "/offline/u1/n1",
    expiresAt: "2026-11-15T00:00:00.000Z",
  });
  expect(await offlineNote("u1", "n2")).toBeUndefined();
  expect(store.closed).toBe(2);
});

test("S4.offline.9 of several recordings, the kept ones are found", async () => {
  keep(file("audio", "a1"), file("audio", "a3"), file("note", "a2"));
  const found = { contentType: "audio/mpeg", sizeBytes: 5, expiresAt: "2026-11-15T00:00:00.000Z", waveformVersion: "" };
  expect(await offlineAudioUrls("u1", ["a1", "a2", "a3"])).toEqual([
    { ...found, id: "a1", sha256: "hash a1", url: "/offline/u1/a1" },
    { ...found, id: "a3", sha256: "hash a3", url: "/offline/u1/a3" },
  ]);
});

test.each([
  ["that is not complete", () => keep(file("audio", "a1", { isComplete: false }))],
  ["whose bytes were deleted by the browser", () => void store.cached.clear()],
  ["that was not confirmed for too long", () => Object.assign(store, { isExpired: true })],
  ["without a service worker that serves it", () => vi.stubGlobal("navigator", { serviceWorker: {} })],
  ["in a browser without service workers", () => vi.stubGlobal("navigator", {})],
])("a recording %s is not played from the device", async (_, change) => {
  keep(file("audio", "a1"));
  change();
  expect(await offlineAudioUrls("u1", ["a1"])).toEqual([]);
});

test("an old copy closes the database", async () => {
  store.isExpired = true;
  expect(await offlineNote("u1", "n1")).toBeUndefined();
  expect(store.closed).toBe(1);
});

test("S2.text.5 a kept note names its text only if that is stored", async () => {
  keep(file("note", "n1", { reading: { id: "n1" } as never }));
  expect((await offlineNote("u1", "n1"))?.textUrl).toBeUndefined();
  store.cached.add("/offline/u1/n1/text");
  expect((await offlineNote("u1", "n1"))?.textUrl).toBe("/offline/u1/n1/text");
});
