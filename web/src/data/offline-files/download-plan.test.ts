import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { notFound, server } from "@/api/client-testing";
import { ADDRESSES_MAX } from "@/core/limits";
import { downloadPlanOf, listQueryKey, signNoteUrls } from "./download-plan";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const writeCachedQuery = vi.hoisted(() => vi.fn());
vi.mock("@/offline/cache/query-persister", () => ({
  writeCachedQuery,
  readCachedQuery: async () => undefined,
  deleteCachedQueries: async () => undefined,
}));
const prefetched = vi.hoisted(() => [] as string[]);
const query = vi.hoisted(() => (name: string) => ({
  queryKey: [name],
  queryFn: async () => {
    prefetched.push(name);
    return name;
  },
}));
vi.mock("../study/review-log", () => ({ reviewLogQuery: query("log"), studySettingsQuery: query("settings") }));
vi.mock("../cards/personal-cards", () => ({ personalCardsQuery: (code: string) => query(`own cards ${code}`) }));

let queries: QueryClient;
let answers: Record<string, unknown>;

const note = (id: string, more: object = {}) => ({
  id,
  title: `Title ${id}`,
  facts: { preview: { smallUrl: `/pictures/${id}-small`, largeUrl: `/pictures/${id}-large` } },
  ...more,
});
const audio = (id: string) => ({
  id,
  title: `Title ${id}`,
  subject: "CS 246",
  courseCode: "CS246",
  shelf: "deep-dive",
  durationSecs: 60,
  artworkUrl: `/pictures/${id}`,
  uploaderName: "Ben",
  likes: 3,
});
type Ids = { ids: string[] };

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  prefetched.length = 0;
  writeCachedQuery.mockClear();
  server.reset();
  answers = {};
  server.answer = (request, body) => {
    if (request in answers) return answers[request];
    const items = (body as Ids | undefined)?.ids.toReversed().map((id) => ({ id, sha256: `hash ${id}`, sizeBytes: 5 }));
    if (request === "POST /api/notes/addresses") {
      return {
        items: items?.map((item) => ({ ...item, title: `Title ${item.id}`, url: "/u", expiresAt: "x" })),
        missing: [],
      };
    }
    if (request === "POST /api/audio/addresses") {
      return {
        items: items?.map((item) => ({ ...item, contentType: "audio/mpeg", url: "/u", expiresAt: "x" })),
        missing: [],
      };
    }
    throw notFound();
  };
});

const plan = (kind: string, id: string) => downloadPlanOf(queries, { kind, id } as never);
const empty = { parts: 0, isComplete: false };
const noteFile = (id: string) => ({
  key: `note ${id}`,
  kind: "note",
  id,
  title: `Title ${id}`,
  sha256: `hash ${id}`,
  sizeBytes: 5,
  contentType: "application/pdf",
  reading: { id, title: `Title ${id}`, sha256: `hash ${id}`, sizeBytes: 5 },
  ...empty,
});
const { likes: _likes, ...track } = audio("a1");
const audioFile = {
  key: "audio a1",
  kind: "audio",
  id: "a1",
  title: "Title a1",
  sha256: "hash a1",
  sizeBytes: 5,
  contentType: "audio/mpeg",
  track,
  ...empty,
};

test("S4.offline.9 the plan of a note has both sizes of its image, without the signed URL", async () => {
  answers = { "GET /api/notes/n1": note("n1") };
  expect(await plan("note", "n1")).toEqual({
    files: [noteFile("n1")],
    pictures: ["/pictures/n1-small", "/pictures/n1-large"],
    list: undefined,
  });
});

test("the plan of an album note has its own image, and that of a deleted note has none", async () => {
  answers = { "GET /api/notes/n1": note("n1", { kind: "album", imageUrl: "/pictures/own" }) };
  expect((await plan("note", "n1")).pictures).toEqual(["/pictures/own", "/pictures/n1-large"]);
  answers = {};
  expect(await plan("note", "n2")).toEqual({ files: [noteFile("n2")], pictures: [], list: undefined });
});

test("S4.offline.9 the plan of a course has its notes in order, recordings, cards, and what studying needs", async () => {
  answers = {
    "GET /api/courses/CS246/notes": { notes: { items: [note("n2")], nextCursor: "c1" } },
    "GET /api/courses/CS246/notes?cursor=c1": { notes: { items: [note("n1")] } },
    "GET /api/courses/CS246/chapters": { items: [{ id: "k1" }] },
    "GET /api/courses/CS246/chapters/k1": { cards: [{ image: { url: "/pictures/card" } }, {}] },
    "GET /api/courses/CS246/audio": { items: [audio("a1")] },
    "GET /api/courses/CS246": { courseCode: "CS246" },
  };
  const { files, pictures, list } = await plan("course", "CS246");
  expect(files).toEqual([noteFile("n2"), noteFile("n1"), audioFile]);
  expect(pictures).toEqual(["/pictures/n2-small", "/pictures/n1-small", "/pictures/a1", "/pictures/card"]);
  expect(list?.queryKey).toEqual(listQueryKey({ kind: "course", id: "CS246" }));
  expect(list?.data.pages).toHaveLength(2);
  expect(prefetched).toEqual(["log", "settings", "own cards CS246"]);
  expect(server.asked("GET /api/courses/CS246").some(([request]) => request === "GET /api/courses/CS246")).toBe(true);
});

test("a list that was read with missing pages is read again, at most three times in all", async () => {
  const read = vi.spyOn(queries, "fetchInfiniteQuery");
  const part = { pages: [{ notes: { items: [note("n1")], nextCursor: "c1" } }], pageParams: [""] };
  const whole = { pages: [...part.pages, { notes: { items: [note("n2")] } }], pageParams: ["", "c1"] };
  read.mockResolvedValueOnce(part as never).mockResolvedValueOnce(whole as never);
  expect((await plan("album", "cram")).files.map(({ id }) => id)).toEqual(["n1", "n2"]);
  expect(read).toHaveBeenCalledTimes(2);
  read.mockClear().mockResolvedValue(part as never);
  answers = { "GET /api/courses/CS246/chapters": { items: [] }, "GET /api/courses/CS246/audio": { items: [] } };
  expect((await plan("course", "CS246")).files.map(({ id }) => id)).toEqual(["n1"]);
  expect(read).toHaveBeenCalledTimes(3);
});

test("the plan of an album has the images of its notes", async () => {
  answers = {
    "GET /api/albums/cram": { notes: { items: [note("n1"), note("n2", { imageUrl: "/pictures/own" })] } },
  };
  const { files, pictures, list } = await plan("album", "cram");
  expect(files.map(({ id }) => id)).toEqual(["n1", "n2"]);
  expect(pictures).toEqual(["/pictures/n1-small", "/pictures/own"]);
  expect(list?.queryKey).toEqual(listQueryKey({ kind: "album", id: "cram" }));
});

test("the plans of a recording and of a shelf have their images", async () => {
  answers = { "GET /api/audio/a1": audio("a1"), "GET /api/shelves/deep-dive": { audio: { items: [audio("a1")] } } };
  expect(await plan("audio", "a1")).toEqual({ files: [audioFile], pictures: ["/pictures/a1"], list: undefined });
  expect(writeCachedQuery.mock.calls).toEqual([[["audio", "detail", "a1"], audio("a1")]]);
  const { files, list } = await plan("shelf", "deep-dive");
  expect(files).toEqual([audioFile]);
  expect(list?.queryKey).toEqual(listQueryKey({ kind: "shelf", id: "deep-dive" }));
});

test("the plan of a playlist has its cover, and omits deleted recordings", async () => {
  answers = {
    "GET /api/playlists/p1": {
      playlist: { coverUrl: "/pictures/cover" },
      items: { items: [{ audioId: "a1", audio: audio("a1") }, { audioId: "a9" }] },
    },
  };
  const { files, pictures, list } = await plan("playlist", "p1");
  expect(files).toEqual([audioFile]);
  expect(pictures).toEqual(["/pictures/cover", "/pictures/a1"]);
  expect(list?.queryKey).toEqual(listQueryKey({ kind: "playlist", id: "p1" }));
});

test("images of other hosts are not downloaded, and each of our own images is downloaded once", async () => {
  const items = [
    note("n1", { imageUrl: "https://elsewhere.test/pictures/a" }),
    note("n2", { imageUrl: "/api/pictures/b" }),
    note("n3", { imageUrl: "/api/pictures/b" }),
    note("n4", { imageUrl: "/other/c" }),
    note("n5", { facts: {} }),
  ];
  answers = { "GET /api/albums/cram": { notes: { items } } };
  expect((await plan("album", "cram")).pictures).toEqual(["/api/pictures/b"]);
});

test("a note or recording has no list, and a missing playlist rejects", async () => {
  expect([listQueryKey({ kind: "note", id: "n1" }), listQueryKey({ kind: "audio", id: "a1" })]).toEqual([
    undefined,
    undefined,
  ]);
  await expect(plan("playlist", "p9")).rejects.toEqual(notFound());
  await expect(plan("audio", "a9")).rejects.toEqual(notFound());
});

test("URLs are requested in batches, and the missing items of all batches are returned", async () => {
  const ids = Array.from({ length: ADDRESSES_MAX + 1 }, (_, index) => `n${index}`);
  server.answer = (_, body) => {
    const [first, ...others] = (body as Ids).ids;
    return { items: others, missing: [first] };
  };
  const { items, missing } = await signNoteUrls(ids);
  expect(server.requests.map(([, body]) => (body as Ids).ids.length)).toEqual([ADDRESSES_MAX, 1]);
  expect(missing).toEqual(["n0", ids.at(-1)]);
  expect(items).toHaveLength(ADDRESSES_MAX - 1);
});
