import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { audioKeys, recordingQuery, waveformQuery } from "../audio/audio";
import {
  transcriptQuery,
  usePutChapters,
  usePutTranscript,
  useRemoveChapters,
  useRemoveTranscript,
} from "./transcripts";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));

let queries: QueryClient;
const shelf = audioKeys.shelf("deep-dive");
beforeEach(() => {
  server.reset();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(shelf as readonly string[], {});
});
afterEach(cleanup);
const use = <Result,>(hook: () => Result): Result => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
};
const file = new File(["WEBVTT"], "a.vtt");
const audio = { id: "a1", transcriptId: "t2" };

test("S2.transcript.1 a transcript is read from its signed URL", async () => {
  server.answer = () => ({ url: "/signed" });
  const fetch = vi.fn(async () => Response.json({ timed: true, lines: [] }));
  vi.stubGlobal("fetch", fetch);
  expect(await queries.fetchQuery(transcriptQuery(audio))).toEqual({ timed: true, lines: [] });
  expect(server.requests).toEqual([["GET /api/audio/a1/transcript"]]);
  expect(fetch).toHaveBeenCalledWith("/signed", { signal: expect.any(AbortSignal) });
});

test("S2.transcript.1 a changed transcript has another key, and a recording without one is not asked for it", () => {
  expect(transcriptQuery(audio).queryKey).toEqual([...audioKeys.transcripts, "a1", "t2"]);
  expect(transcriptQuery({ id: "a1" }).queryKey.at(-1)).toBe("");
  expect([transcriptQuery(audio).enabled, transcriptQuery({ id: "a1" }).enabled]).toEqual([true, false]);
});

test("S2.transcript.1 a transcript that was replaced asks to reload the page", async () => {
  server.answer = () => ({ url: "/signed" });
  vi.stubGlobal("fetch", async () => new Response("", { status: 403 }));
  await expect(queries.fetchQuery(transcriptQuery(audio))).rejects.toMatchObject({
    status: 403,
    code: "not_found",
    message: "The transcript could not be loaded. Reload the page.",
  });
});

test("S2.transcript.1 a transcript that cannot be reached says so", async () => {
  server.answer = () => ({ url: "/signed" });
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(queries.fetchQuery(transcriptQuery(audio))).rejects.toMatchObject({ code: "unreachable" });
  expect(warn.mock.calls[0]?.[0]).toBe("A transcript could not be fetched.");
});

test("S2.transcript.1 a transcript that is no longer wanted is not reported as unreachable", async () => {
  server.answer = () => ({ url: "/signed" });
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const { queryKey } = transcriptQuery(audio);
  const reading = queries.fetchQuery(transcriptQuery(audio)).catch(() => "cancelled");
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  await queries.cancelQueries({ queryKey });
  expect(await reading).toBe("cancelled");
  expect(warn).not.toHaveBeenCalled();
});

test("a transcript is sent and removed, which shows the changed recording and refetches the lists", async () => {
  const changed = { id: "a1", title: "Heaps", transcriptId: "t3" };
  server.answer = () => changed;
  await use(usePutTranscript).mutateAsync({ id: "a1", file });
  expect(server.requests).toEqual([["PUT /api/audio/a1/transcript", file]]);
  expect(queries.getQueryData(recordingQuery("a1").queryKey)).toEqual(changed);
  expect(queries.getQueryState(shelf)?.isInvalidated).toBe(true);
  server.answer = () => ({ id: "a1", title: "Heaps" });
  await use(useRemoveTranscript).mutateAsync("a1");
  expect(server.requests.at(-1)).toEqual(["DELETE /api/audio/a1/transcript"]);
  expect(queries.getQueryData(recordingQuery("a1").queryKey)).toEqual({ id: "a1", title: "Heaps" });
});

test("chapters are sent and removed, which shows them on the waveform", async () => {
  server.answer = () => ({ peaks: [], chapters: [{ title: "One", startMs: 0 }] });
  await use(() => usePutChapters("a1")).mutateAsync(file);
  expect(server.requests).toEqual([["PUT /api/audio/a1/chapters", file]]);
  expect(queries.getQueryData(waveformQuery({ id: "a1" }).queryKey)).toMatchObject({ chapters: [{ title: "One" }] });
  server.answer = () => ({ peaks: [] });
  await use(() => useRemoveChapters("a1")).mutateAsync();
  expect(server.requests.at(-1)).toEqual(["DELETE /api/audio/a1/chapters"]);
  expect(queries.getQueryData(waveformQuery({ id: "a1" }).queryKey)).toEqual({ peaks: [] });
});
