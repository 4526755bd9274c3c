import { afterEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { HttpRangeTransport } from "./http-range-transport";

vi.mock("pdfjs-dist/legacy/build/pdf.mjs", () => ({
  PDFDataRangeTransport: class {
    onDataRange = vi.fn();
  },
}));

const note = (url: string, sha256 = "a") => ({ id: "N", url, sha256, sizeBytes: 100 }) as ReadableNote;
const events = () => ({ onReachable: vi.fn(), onReplaced: vi.fn(), onGone: vi.fn() });
const part = (bytes: number) => new Response(new Uint8Array(bytes), { status: 206 });

afterEach(() => vi.useRealTimers());

function answer(answers: (Response | Error)[]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const next = answers.shift();
    if (!next || next instanceof Error) throw next ?? new Error("Nothing more was expected.");
    return next;
  });
  return asked;
}

test("S2.read.5 an expired URL is replaced once, and the range is read from the new one", async () => {
  const asked = answer([new Response("", { status: 403 }), part(10)]);
  const ask = vi.fn(async () => note("new"));
  const told = events();
  const ranges = new HttpRangeTransport(note("old"), ask, told);
  ranges.requestDataRange(0, 10);
  await vi.waitFor(() => expect(ranges.onDataRange).toHaveBeenCalledOnce());
  expect(asked).toEqual(["old", "new"]);
  expect(ask).toHaveBeenCalledOnce();
  expect(told.onReachable).not.toHaveBeenCalledWith(false);
});

test("offline, the reader says so, and a click retries", async () => {
  vi.useFakeTimers();
  answer([new Error("offline"), new Error("offline"), part(10)]);
  const told = events();
  const ranges = new HttpRangeTransport(note("old"), vi.fn(), told);
  ranges.requestDataRange(0, 10);
  await vi.waitFor(() => expect(told.onReachable).toHaveBeenLastCalledWith(false));
  ranges.retry();
  await vi.waitFor(() => expect(told.onReachable).toHaveBeenLastCalledWith(true));
  expect(ranges.onDataRange).toHaveBeenCalledOnce();
});

test("if the file behind the new URL has changed, reading stops with an error", async () => {
  answer([new Response("", { status: 403 })]);
  const told = events();
  const ranges = new HttpRangeTransport(note("old"), async () => note("new", "b"), told);
  ranges.requestDataRange(0, 10);
  await vi.waitFor(() => expect(told.onReplaced).toHaveBeenCalledOnce());
  expect(ranges.onDataRange).not.toHaveBeenCalled();
});

test("reports that a note was deleted since it was opened", async () => {
  answer([new Response("", { status: 403 })]);
  const gone = new ApiProblem({ code: "not_found", status: 404, detail: "Note not found." });
  const told = events();
  const ranges = new HttpRangeTransport(
    note("old"),
    async () => {
      throw gone;
    },
    told,
  );
  ranges.requestDataRange(0, 10);
  await vi.waitFor(() => expect(told.onGone).toHaveBeenCalledWith(gone));
});

test("rejects a response that is shorter than the requested range", async () => {
  answer([part(4), part(10)]);
  const ranges = new HttpRangeTransport(note("old"), vi.fn(), events());
  ranges.requestDataRange(0, 10);
  await vi.waitFor(() => expect(ranges.onDataRange).toHaveBeenCalledWith(0, new Uint8Array(10)));
});

test("failed reads are retried after 1, 3 and 10 s, and then every 30 s", async () => {
  vi.useFakeTimers();
  const asked = answer([]);
  const ranges = new HttpRangeTransport(note("old"), vi.fn(), events());
  ranges.requestDataRange(0, 10);
  await vi.advanceTimersByTimeAsync(0);
  // The first retry has no delay.
  const counts = [asked.length];
  for (const seconds of [1, 3, 10, 30, 30]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    counts.push(asked.length);
    await vi.advanceTimersByTimeAsync(1);
    counts.push(asked.length);
  }
  expect(counts).toEqual([2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]);
  ranges.abort();
});
