import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { cutAtChapters, intoChapters, newChapters, titleOf } from "./spread";

const server = vi.hoisted(() => ({
  chapters: [] as { id: string; number: number; title: string }[],
  sent: [] as { chapter: string; cards: number }[],
  /** Another administrator is quicker so often. */
  races: 0,
}));
vi.mock("@/api/study", () => ({
  chaptersQuery: () => ({ queryKey: ["chapters"], queryFn: async () => [...server.chapters] }),
  createChapter: async (_: string, id: string, fields: { number: number; title: string }) => {
    if (server.races > 0) {
      server.races -= 1;
      server.chapters.push({ id: `other ${server.races}`, number: fields.number, title: "Another" });
      throw new ApiProblem({ code: "conflict", status: 409, detail: "Taken." });
    }
    if (!server.chapters.some((each) => each.id === id)) server.chapters.push({ id, ...fields });
  },
}));
vi.mock("@/api/card-imports", () => ({
  intoChapter: (_: string, chapter: string) => async (batch: unknown[]) => {
    server.sent.push({ chapter, cards: batch.length });
  },
}));

const batches = (sizes: number[]) => sizes.map((size) => Array.from({ length: size }, () => ({})));

test("S6.import.5 batches are cut where a chapter is full, and none is lost", () => {
  const sizes = (room: number, ...given: number[]) => cutAtChapters(batches(given), room).map(({ length }) => length);
  expect(sizes(200, 50, 50, 50, 50)).toEqual([50, 50, 50, 50]);
  expect(sizes(70, 50, 50, 50)).toEqual([50, 20, 30, 50]);
  expect(sizes(0, 50)).toEqual([50]);
  expect(sizes(199, 50, 50, 50, 50, 50)).toEqual([50, 50, 50, 49, 1, 50]);
  expect(sizes(10, 450)).toEqual([10, 200, 200, 40]);
  expect([newChapters(200, 200), newChapters(201, 200), newChapters(2004, 193)]).toEqual([0, 1, 10]);
});

test("S6.import.5 what a chapter has no room for goes into new ones behind the last, also when a number is taken meanwhile or it is sent again", async () => {
  server.chapters.push({ id: "first", number: 1, title: "Sorting" }, { id: "last", number: 7, title: "Heaps" });
  server.races = 1;
  const send = intoChapters(new QueryClient(), "CS246", { id: "first", title: "Sorting" }, 150);
  const cut = cutAtChapters(batches([100, 100, 100, 100]), 150);
  const { signal } = new AbortController();
  let before = 0;
  for (const batch of cut) {
    // Each is sent twice, as after an answer that was lost.
    await send(batch as never, undefined, signal, before);
    await send(batch as never, undefined, signal, before);
    before += batch.length;
  }
  const [, , taken, second, third, ...others] = server.chapters;
  expect(taken?.title).toBe("Another");
  expect([second, third]).toEqual([
    { id: second?.id, number: 9, title: "Sorting (2)", description: "" },
    { id: third?.id, number: 10, title: "Sorting (3)", description: "" },
  ]);
  expect(others).toEqual([]);
  const sum = (chapter: string | undefined) =>
    server.sent.filter((sent) => sent.chapter === chapter).reduce((sum, { cards }) => sum + cards, 0) / 2;
  expect([sum("first"), sum(second?.id), sum(third?.id)]).toEqual([150, 200, 50]);
});

test("S6.import.5 a long title keeps its number", () => {
  expect(titleOf({ title: "x".repeat(200) }, 12)).toMatch(/^x{195} \(12\)$/);
});
