// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { findInterruptedImport, startOrResumeImport } from "./import-progress";
import {
  continuationTitle,
  findContinuations,
  importAcrossChapters,
  overflowChapterCount,
  splitByChapterCapacity,
} from "./split-import";

const newImport = () => startOrResumeImport("amara", "/chapter", "digest", undefined);

const server = vi.hoisted(() => ({
  chapters: [] as { id: string; number: number; title: string; cards?: { id: string }[] }[],
  sent: [] as { chapter: string; cards: number }[],
  removed: [] as string[],
  /** Number of times that another administrator takes the next chapter number first. */
  races: 0,
}));
vi.mock("@/data/cards/chapters", () => ({
  chapterQuery: (_: string, id: string) => ({
    queryKey: ["chapter", id],
    queryFn: async () => ({ cards: server.chapters.find((each) => each.id === id)?.cards ?? [] }),
  }),
  chaptersQuery: () => ({ queryKey: ["chapters"], queryFn: async () => [...server.chapters] }),
  createChapter: async (_: string, id: string, fields: { number: number; title: string }) => {
    if (server.races > 0) {
      server.races -= 1;
      server.chapters.push({ id: `other ${server.races}`, number: fields.number, title: "Another" });
      throw new ApiProblem({ code: "conflict", status: 409, detail: "Taken." });
    }
    if (!server.chapters.some((each) => each.id === id)) server.chapters.push({ id, cards: [], ...fields });
  },
  deleteChapter: async (_: string, id: string) => {
    server.chapters = server.chapters.filter((each) => each.id !== id);
  },
}));
vi.mock("@/data/cards/card-imports", () => ({
  chapterImporter: (_: string, chapter: string) => async (batch: { id: string }[]) => {
    server.sent.push({ chapter, cards: batch.length });
    server.chapters.find(({ id }) => id === chapter)?.cards?.push(...batch);
  },
  chapterRemover: (_: string, chapter: string) => async (ids: string[]) => {
    server.removed.push(`${chapter} ${ids.join(" ")}`);
  },
}));

afterEach(() => {
  server.chapters = [];
  server.sent = [];
  server.removed = [];
  localStorage.clear();
});

const one = (freeCards: number) => [{ id: "first", freeCards }];

const batches = (sizes: number[]) =>
  sizes.map((size) => Array.from({ length: size }, (_, index) => ({ id: `${index}` })));

test("S6.import.5 batches are split where a chapter is full, without losing cards", () => {
  const sizes = (room: number, ...given: number[]) =>
    splitByChapterCapacity(batches(given), one(room)).map(({ length }) => length);
  expect(sizes(200, 50, 50, 50, 50)).toEqual([50, 50, 50, 50]);
  expect(sizes(70, 50, 50, 50)).toEqual([50, 20, 30, 50]);
  expect(sizes(0, 50)).toEqual([50]);
  expect(sizes(199, 50, 50, 50, 50, 50)).toEqual([50, 50, 50, 49, 1, 50]);
  expect(sizes(10, 450)).toEqual([10, 200, 200, 40]);
  expect([
    overflowChapterCount(200, one(200)),
    overflowChapterCount(201, one(200)),
    overflowChapterCount(2004, one(193)),
  ]).toEqual([0, 1, 10]);
});

test("S6.import.5 cards that exceed a chapter go into new chapters at the end, also if a number is taken or on retry", async () => {
  server.chapters.push({ id: "first", number: 1, title: "Sorting" }, { id: "last", number: 7, title: "Heaps" });
  server.races = 1;
  const { send } = importAcrossChapters(new QueryClient(), "CS246", { title: "Sorting" }, one(150));
  const cut = splitByChapterCapacity(batches([100, 100, 100, 100]), one(150));
  const { signal } = new AbortController();
  const sent = newImport();
  let before = 0;
  for (const batch of cut) {
    // Send each batch twice, as after a lost response.
    await send(batch as never, undefined, signal, before, sent);
    await send(batch as never, undefined, signal, before, sent);
    before += batch.length;
  }
  const [, , taken, second, third, ...others] = server.chapters;
  expect(taken?.title).toBe("Another");
  expect([second, third]).toMatchObject([
    { id: second?.id, number: 9, title: "Sorting (2)", description: "" },
    { id: third?.id, number: 10, title: "Sorting (3)", description: "" },
  ]);
  expect(others).toEqual([]);
  const sum = (chapter: string | undefined) =>
    server.sent.filter((sent) => sent.chapter === chapter).reduce((sum, { cards }) => sum + cards, 0) / 2;
  expect([sum("first"), sum(second?.id), sum(third?.id)]).toEqual([150, 200, 50]);
});

test("S6.import.5 a shortened title keeps its number", () => {
  expect(continuationTitle({ title: "x".repeat(200) }, 12)).toMatch(/^x{195} \(12\)$/);
});

test("S6.import.5 an interrupted import resumes in the chapters that it created", async () => {
  server.chapters.push({ id: "first", number: 1, title: "Sorting" }, { id: "second", number: 2, title: "Sorting (2)" });
  expect(findContinuations({ title: "Sorting" }, server.chapters).map(({ id }) => id)).toEqual(["second"]);
  const places = [
    { id: "first", freeCards: 0 },
    { id: "second", freeCards: 150 },
  ];
  expect(overflowChapterCount(151, places)).toBe(1);
  const cut = splitByChapterCapacity(batches([100, 100]), places);
  expect(cut.map(({ length }) => length)).toEqual([100, 50, 50]);
  const { send } = importAcrossChapters(new QueryClient(), "CS246", { title: "Sorting" }, places);
  let before = 0;
  for (const batch of cut) {
    await send(batch as never, undefined, new AbortController().signal, before, newImport());
    before += batch.length;
  }
  expect(server.sent.map(({ cards }) => cards)).toEqual([100, 50, 50]);
  expect(server.sent.map(({ chapter }) => server.chapters.find(({ id }) => id === chapter)?.title)).toEqual([
    "Sorting (2)",
    "Sorting (2)",
    "Sorting (3)",
  ]);
});

test("S6.import.5 undoing an import removes its chapters, but only its own cards from chapters with others", async () => {
  server.chapters.push({ id: "first", number: 1, title: "Sorting" });
  const { send, undo } = importAcrossChapters(new QueryClient(), "CS246", { title: "Sorting" }, one(1));
  const { signal } = new AbortController();
  const sent = newImport();
  await send([{ id: "a" }] as never, undefined, signal, 0, sent);
  await send([{ id: "b" }] as never, undefined, signal, 1, sent);
  await send([{ id: "c" }] as never, undefined, signal, 201, sent);
  const [, , third] = server.chapters;
  // Another administrator replaced the only card of the last chapter.
  if (third) third.cards = [{ id: "another" }];
  const reports: [number, number][] = [];
  await undo(sent, (removed, of) => reports.push([removed, of]));
  expect(server.chapters.map(({ id }) => id)).toEqual(["first", third?.id]);
  expect(server.removed).toEqual(["first a", `${third?.id} c`]);
  expect(reports).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test("S6.import.5 an import after an undone one creates its own chapters", async () => {
  server.chapters.push({ id: "first", number: 1, title: "Sorting" });
  const { send, undo } = importAcrossChapters(new QueryClient(), "CS246", { title: "Sorting" }, one(0));
  const { signal } = new AbortController();
  const sent = newImport();
  await send([{ id: "a" }] as never, undefined, signal, 0, sent);
  const [, undone] = server.chapters;
  await undo(sent, () => undefined);
  expect(server.chapters.map(({ id }) => id)).toEqual(["first"]);
  await send([{ id: "b" }] as never, undefined, signal, 0, newImport());
  const [, made] = server.chapters;
  expect(made).toMatchObject({ title: "Sorting (2)", cards: [{ id: "b" }] });
  expect(made?.id).not.toBe(undone?.id);
});

test("S6.import.5 after a reload, undoing a continued import also removes the chapters and cards of its first part", async () => {
  server.chapters.push({ id: "first", number: 1, title: "Sorting" });
  const { signal } = new AbortController();
  const interrupted = newImport();
  const before = importAcrossChapters(new QueryClient(), "CS246", { title: "Sorting" }, one(1));
  await before.send([{ id: "a" }] as never, undefined, signal, 0, interrupted);
  await before.send([{ id: "b" }] as never, undefined, signal, 1, interrupted);

  const second = server.chapters[1]?.id ?? "";
  const places = [
    { id: "first", freeCards: 0 },
    { id: second, freeCards: 199 },
  ];
  const found = await findInterruptedImport("amara", "/chapter", signal);
  const continued = startOrResumeImport("amara", "/chapter", "digest", found);
  const after = importAcrossChapters(new QueryClient(), "CS246", { title: "Sorting" }, places);
  await after.send([{ id: "c" }] as never, undefined, signal, 0, continued);
  expect(server.chapters.map(({ cards }) => cards?.length)).toEqual([undefined, 2]);
  await after.undo(continued, () => undefined);
  expect(server.chapters.map(({ id }) => id)).toEqual(["first"]);
  expect(server.removed).toEqual(["first a"]);
});
