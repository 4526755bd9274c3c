import { beforeEach, expect, test, vi } from "vitest";
import { loadReader, prefetchNoteRanges, prefetchReaderCode, readerStylesheets } from "../prefetch";

const fakes = vi.hoisted(() => ({
  preload: vi.fn(),
  loadPlayer: vi.fn(),
  prestart: vi.fn(),
  ranges: vi.fn(),
  preloadDocument: vi.fn(),
}));
vi.mock("react-dom", () => ({ preload: fakes.preload }));
vi.mock("@/core/player", () => ({ loadPlayer: fakes.loadPlayer }));
vi.mock("@/lib/loading/load-chunk", () => ({ loadChunk: (load: () => Promise<unknown>) => load() }));
vi.mock("./pdf-worker", () => ({ prestartPdfWorker: fakes.prestart }));
vi.mock("./range-prefetch", () => ({ prefetchRanges: fakes.ranges }));
vi.mock("../reader-code", () => ({ readerModule: { preloadDocument: fakes.preloadDocument } }));
vi.mock("../engine.css?url", () => ({ default: "/engine.css" }));
vi.mock("../reader.css?url", () => ({ default: "/reader.css" }));
vi.mock("../room.css?url", () => ({ default: "/room.css" }));
vi.mock("../text/text.css?url", () => ({ default: "/text.css" }));

beforeEach(() => {
  for (const each of Object.values(fakes)) each.mockReset();
  fakes.loadPlayer.mockResolvedValue({});
});
const note = { id: "n1" } as never;
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("S2.read.7 the code of the reader is preloaded with its styles, its worker and the player", async () => {
  fakes.loadPlayer.mockRejectedValue(new Error("Offline."));
  prefetchReaderCode();
  await settle();
  expect(readerStylesheets).toEqual(["/reader.css", "/room.css", "/engine.css", "/text.css"]);
  expect(fakes.preload.mock.calls).toEqual(readerStylesheets.map((sheet) => [sheet, { as: "style" }]));
  expect([fakes.prestart.mock.calls.length, fakes.loadPlayer.mock.calls.length]).toEqual([1, 1]);
  expect(await loadReader()).toEqual({ preloadDocument: fakes.preloadDocument });
});

test("S2.read.7 a note that is likely to be read has its first ranges prefetched", async () => {
  prefetchNoteRanges(Promise.resolve(note));
  await settle();
  expect(fakes.ranges.mock.calls).toEqual([[note]]);
  expect(fakes.preloadDocument).not.toHaveBeenCalled();
  expect(fakes.preload).toHaveBeenCalled();
});

test("S2.read.7 a note that cannot be fetched has no ranges prefetched", async () => {
  prefetchNoteRanges(Promise.reject(new Error("Offline.")));
  await settle();
  expect(fakes.ranges).not.toHaveBeenCalled();
});
