import { beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { chapterImporter, chapterRemover, personalCardsImporter, personalCardsRemover, withIds } from "./card-imports";
import { createDeckUpload, readDeck } from "./decks";

vi.mock("@/api/client", () => import("@/api/client-testing"));

beforeEach(() => server.reset());
const { signal } = new AbortController();
const row = (title: string, more: object = {}) => ({ id: `id-${title}`, title, content: "C", ...more }) as never;

test("the cards of all batches get ascending ids, and keep their text and batch", () => {
  const batches = withIds([[row("A"), row("B")], [], [row("C")]]);
  expect(batches.map((batch) => batch.map(({ title }) => title))).toEqual([["A", "B"], [], ["C"]]);
  const ids = batches.flatMap((batch) => batch.map(({ id }) => id));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(3);
});

test.each([
  ["a chapter", chapterImporter("CS246", "k1"), "POST /api/courses/CS246/chapters/k1/cards/import", {}],
  ["the student's cards", personalCardsImporter("CS246", ""), "POST /api/me/cards/CS246/import", {}],
  [
    "the student's cards of a chapter",
    personalCardsImporter("CS246", "k1"),
    "POST /api/me/cards/CS246/import",
    { chapterId: "k1" },
  ],
])("cards are imported into %s, with pictures only from their deck", async (_, send, request, more) => {
  const batch = [row("A", { picture: "p.png", extra: 1 }), row("B")];
  const plain = [
    { id: "id-A", title: "A", content: "C" },
    { id: "id-B", title: "B", content: "C" },
  ];
  await send(batch, undefined, signal);
  await send(batch, "d1", signal);
  expect(server.requests).toEqual([
    [request, { cards: plain, ...more }],
    [request, { cards: [{ ...plain[0], picture: "p.png" }, plain[1]], deck: "d1", ...more }],
  ]);
});

test("imported cards are removed by their ids", async () => {
  await chapterRemover("CS246", "k1")(["a"]);
  await personalCardsRemover("CS246")(["b"]);
  expect(server.requests).toEqual([
    ["POST /api/courses/CS246/chapters/k1/cards/remove", { ids: ["a"] }],
    ["POST /api/me/cards/CS246/remove", { ids: ["b"] }],
  ]);
});

test("a deck is announced by its file, without its content type", async () => {
  const file = { id: "d1", fileName: "a.apkg", sizeBytes: 9, sha256: "ab" };
  await createDeckUpload({ ...file, contentType: "application/zip" }, signal);
  expect(server.requests).toEqual([["POST /api/decks", file]]);
});

test("the cards of a deck are read from its signed URL", async () => {
  server.answer = () => ({ url: "/signed" });
  const fetch = vi.fn(async () => Response.json({ cards: ["c"], leftOut: ["s"] }));
  vi.stubGlobal("fetch", fetch);
  expect(await readDeck("d1", signal)).toEqual({ id: "d1", cards: ["c"], skipped: ["s"] });
  expect(server.requests).toEqual([["GET /api/decks/d1"]]);
  expect(fetch).toHaveBeenCalledWith("/signed", { signal });
  fetch.mockResolvedValue(new Response("", { status: 403 }));
  await expect(readDeck("d1", signal)).rejects.toThrow("The cards of a deck could not be loaded (403).");
});
