// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import {
  deleteCachedQueries,
  installPersister,
  readCachedQuery,
  writeCachedQuery,
} from "@/offline/cache/query-persister";
import { transcriptQuery } from "../transcripts/transcripts";
import { recordingQuery, shelfQuery } from "./audio";
import { courseAudioQuery } from "./course-audio";

vi.mock("@/session/session", () => import("@/api/testing"));
const server = vi.hoisted(() => ({ recordings: [] as object[], isReachable: true }));
vi.mock("@/api/client", () => ({
  unwrap: <T>(call: Promise<T>) => call,
  api: {
    GET: async (path: string) => {
      if (!server.isReachable) throw new TypeError("Failed to fetch");
      const [first] = server.recordings;
      return path === "/api/shelves/{shelf}"
        ? { audio: { items: server.recordings } }
        : path === "/api/courses/{code}/audio"
          ? { items: server.recordings }
          : first;
    },
  },
}));

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } });
installPersister(queries);
const kept = (id: string, transcriptId: string) => transcriptQuery({ id, transcriptId }).queryKey;
const keptTexts = async () => {
  const all = [kept("r1", "t1"), kept("r1", "t2"), kept("r2", "t3")];
  return Promise.all(all.map(readCachedQuery));
};

beforeEach(async () => {
  server.isReachable = true;
  signInAs({ uid: "amara", name: "Amara" });
  await writeCachedQuery(kept("r1", "t1"), "first");
  await writeCachedQuery(kept("r1", "t2"), "second");
  await writeCachedQuery(kept("r2", "t3"), "other");
});

const reads: [string, () => Promise<unknown>][] = [
  ["the page of the recording", () => queries.fetchQuery({ ...recordingQuery("r1"), staleTime: 0 })],
  ["its shelf", () => queries.fetchInfiniteQuery({ ...shelfQuery("radio"), staleTime: 0 })],
  ["its course", () => queries.fetchQuery({ ...courseAudioQuery("CS246"), staleTime: 0 })],
];

test.each(reads)(
  "S4.offline.10 a transcript that %s no longer contains is deleted from the device",
  async (_, read) => {
    server.recordings = [{ id: "r1" }];
    await read();
    await vi.waitFor(async () => expect(await keptTexts()).toEqual([undefined, undefined, "other"]));
  },
);

test("S4.offline.10 only the current transcript of a recording stays on the device", async () => {
  server.recordings = [{ id: "r1", transcriptId: "t2" }];
  await reads[0]?.[1]();
  await vi.waitFor(async () => expect(await keptTexts()).toEqual([undefined, "second", "other"]));
});

test.each(reads.slice(1))(
  "S4.offline.10 a cached recording whose transcript %s does not name is deleted",
  async (_, read) => {
    await writeCachedQuery(recordingQuery("r1").queryKey, { id: "r1", transcriptId: "t1" });
    await writeCachedQuery(recordingQuery("r2").queryKey, { id: "r2", transcriptId: "t3" });
    server.recordings = [{ id: "r1" }, { id: "r2", transcriptId: "t3" }];
    await read();
    await vi.waitFor(async () => expect(await readCachedQuery(recordingQuery("r1").queryKey)).toBeUndefined());
    expect(await readCachedQuery(recordingQuery("r2").queryKey)).toBeDefined();
  },
);

test("S4.offline.10 a transcript stays on the device if the server cannot be reached", async () => {
  server.isReachable = false;
  await expect(reads[0]?.[1]()).rejects.toThrow();
  // The cache handles requests in order.
  await deleteCachedQueries(["audio", "transcript"], () => false);
  expect(await keptTexts()).toEqual(["first", "second", "other"]);
});
