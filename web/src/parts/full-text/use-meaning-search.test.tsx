import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { FullTextHit } from "@/core/search/full-text";
import { WorkerError } from "@/core/search/protocol";
import { hitDetail, hitHref } from "./page-hit";
import { isQuestion, useMeaningSearch } from "./use-meaning-search";

vi.mock("@/session/session", () => import("@/api/testing"));

const core = vi.hoisted(() => ({
  near: [] as object[],
  isEnglish: true,
  asked: [] as string[],
  startError: undefined as Error | undefined,
  loaded: vi.fn(),
  stopped: vi.fn(),
  removeModel: vi.fn(),
  state: { status: "ready", model: { file: "m", sha256: "model", sizeBytes: 1 } } as object,
}));
vi.mock("@/core/meaning/meaning", () => ({
  startMeaning: async () => {
    if (core.startError) throw core.startError;
  },
  stopMeaning: core.stopped,
  loadVectors: async (places: readonly string[]) => void core.loaded(places),
  askByMeaning: async ({ question }: { question: string }) => {
    core.asked.push(question);
    return { isEnglish: core.isEnglish, near: core.near };
  },
  fusePages: async (words: { page: number }[], near: number[]) => [
    ...new Set([...words.map(({ page }) => page), ...near]),
  ],
}));
const isSavingData = vi.hoisted(() => ({ value: false }));
vi.mock("@/lib/browser/save-data", () => ({ prefersSaveData: () => isSavingData.value }));
vi.mock("@/core/search/full-text", () => ({
  loadFullTextIndexes: async () => undefined,
  readPassages: async (passages: { note: string; page: number }[]) =>
    passages.map(({ note, page }) =>
      note === "gone" ? undefined : { title: `Title of ${note}`, text: `Text of ${note} ${page}` },
    ),
}));
vi.mock("@/data/search/full-text-indexes", () => ({
  fullTextIndexBytes: vi.fn(),
  vectorsBytes: vi.fn(),
  vectorsFor: (model: string, versions: { vectors?: { model: string } }[]) =>
    versions.filter(({ vectors }) => vectors?.model === model),
}));
vi.mock("@/data/search/meaning-model", async (original) => ({
  ...(await original<object>()),
  useModelState: () => core.state,
  removeModel: core.removeModel,
}));

const word: FullTextHit = {
  place: "CS246",
  note: "n1",
  title: "Locks",
  page: 2,
  score: 1,
  hasAll: false,
  staysFirst: false,
  snippet: "two threads",
  ranges: [[4, 11]],
  mark: "threads",
};
const near = (note: string, page: number, similarity = 0.8) => ({ place: "CS246", note, page, passage: 0, similarity });
const versions = [{ place: "CS246", sha256: "a", vectors: { sha256: "v", model: "model" } }];

function search(text: string, more: object = {}) {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const options = {
    places: ["CS246"],
    versions,
    words: [word],
    limit: 9,
    maxPerNote: 2,
    isEnabled: true,
    shouldPrefetch: false,
    ...more,
  };
  return renderHook(() => useMeaningSearch(text, options), { wrapper }).result;
}

beforeEach(() => {
  core.startError = undefined;
  core.removeModel.mockClear();
  core.asked.length = 0;
  core.loaded.mockClear();
  isSavingData.value = false;
  core.isEnglish = true;
  core.near = [near("n1", 2), near("n1", 2), near("n2", 4), near("gone", 1), near("n3", 1, 0.1), near("n1", 7)];
});

test("S2.find.7 lists pages found by words and by meaning once each, without passages that are gone or about something else", async () => {
  const found = search("stop two threads at once");
  await waitFor(() => expect(found.current.pages).toBeDefined());
  const pages = found.current.pages ?? [];
  expect(pages.map(({ note, page, passage }) => [note, page, passage])).toEqual([
    ["n1", 2, "Text of n1 2"],
    ["n2", 4, "Text of n2 4"],
    ["n1", 7, "Text of n1 7"],
  ]);
  expect(pages.map(hitDetail)).toEqual([
    "By meaning · p. 2 · Title of n1",
    "By meaning · p. 4 · Title of n2",
    "By meaning · p. 7 · Title of n1",
  ]);
  expect(pages.map(hitHref)).toEqual([
    "/note/n1#page=2&passage=Text+of+n1+2",
    "/note/n2#page=4&passage=Text+of+n2+4",
    "/note/n1#page=7&passage=Text+of+n1+7",
  ]);
});

test("S2.find.7 a page with all words shows these words, and a page with some of them that is not near shows its own", async () => {
  const all = { ...word, hasAll: true };
  const found = search("stop two threads at once", { words: [all, { ...word, note: "n8" }] });
  await waitFor(() => expect(found.current.pages).toBeDefined());
  const [first, second] = found.current.pages ?? [];
  expect([first && hitHref(first), second && hitDetail(second)]).toEqual([
    "/note/n1#page=2&find=threads",
    "p. 2 · Locks",
  ]);
});

test("S2.find.7 limits the pages of one note and all pages", async () => {
  const one = search("stop two threads at once", { maxPerNote: 1 });
  await waitFor(() => expect(one.current.pages?.map(({ note }) => note)).toEqual(["n1", "n2"]));
  const short = search("stop two threads at once", { limit: 1 });
  await waitFor(() => expect(short.current.pages).toHaveLength(1));
});

test.each([
  ["a search for two words", "two threads", {}],
  [
    "vectors of another model",
    "stop two threads",
    { versions: [{ ...versions[0], vectors: { sha256: "v", model: "old" } }] },
  ],
  ["a signed-out visitor", "stop two threads", { isEnabled: false }],
  ["words that are still searched", "stop two threads", { words: undefined }],
])("S2.find.7 does not ask by meaning for %s", async (_, text, more) => {
  const found = search(text, more);
  const other = search("a question of five words");
  await waitFor(() => expect(other.current.pages).toBeDefined());
  expect(core.asked).toEqual(["a question of five words"]);
  expect(found.current.pages).toBeUndefined();
});

test("S2.find.7 loads what a question needs when the box of one course is focused", async () => {
  search("", { shouldPrefetch: true });
  await waitFor(() => expect(core.loaded).toHaveBeenCalledWith(["CS246"]));
});

test.each([
  ["data saving is on", { shouldPrefetch: true }, true],
  ["the box has no focus", {}, false],
  ["several courses are searched", { shouldPrefetch: true, places: ["CS246", "MATH135"] }, false],
  [
    "the device has no model for these notes",
    { shouldPrefetch: true, versions: [{ place: "CS246", sha256: "a" }] },
    false,
  ],
])("S2.find.7 loads nothing before a question if %s", async (_, more, isSaving) => {
  isSavingData.value = isSaving;
  search("", more);
  // This search loads later.
  search("a question of five words", { places: ["STAT230"] });
  await waitFor(() => expect(core.loaded).toHaveBeenCalledWith(["STAT230"]));
  expect(core.loaded).toHaveBeenCalledTimes(1);
});

test("S2.find.7 a question in another language keeps the pages found by words", async () => {
  core.isEnglish = false;
  const found = search("wie stoppe ich zwei Threads");
  await waitFor(() => expect(found.current.isEnglish).toBe(false));
  expect(found.current).toMatchObject({ pages: undefined, isPending: false, isError: false });
});

test("S2.find.8 an older model stays in use while a newer one is downloaded", async () => {
  const ready = core.state as { model: object };
  core.state = { status: "downloading", receivedBytes: 0, sizeBytes: 1, stored: ready.model };
  const found = search("stop two threads at once");
  await waitFor(() => expect(found.current.pages).toBeDefined());
  core.state = ready;
});

test("S2.find.8 the encoder stops when another tab removes the model", async () => {
  const ready = core.state;
  core.stopped.mockClear();
  search("");
  expect(core.stopped).not.toHaveBeenCalled();
  core.state = { status: "absent" };
  search("");
  expect(core.stopped).toHaveBeenCalledTimes(1);
  core.state = ready;
});

test.each([
  ["is removed if its file is damaged", new WorkerError("catalogue", "Too short."), 1],
  ["stays after another error", new Error("No memory."), 0],
])("S2.find.8 the model %s", async (_, error, removals) => {
  core.startError = error;
  const found = search("stop two threads at once");
  await waitFor(() => expect(found.current.isError).toBe(true));
  expect(core.removeModel).toHaveBeenCalledTimes(removals);
});

test("S2.find.7 three words may be a question", () => {
  expect(["", "two threads ", " why  two threads"].map(isQuestion)).toEqual([false, false, true]);
});
