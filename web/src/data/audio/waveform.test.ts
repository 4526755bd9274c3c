import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { waveformQuery } from "./audio";

vi.mock("@/api/client", () => import("@/api/client-testing"));

const YEAR_MS = 365 * 24 * 3_600_000;
let queries: QueryClient;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  queries = new QueryClient();
  server.reset();
  server.answer = () => ({ peaks: [], chapters: [], silences: [], version: "v1" });
});

async function requestsAfter(later: { waveformVersion?: string }, ms: number): Promise<number> {
  await queries.fetchQuery(waveformQuery({ id: "a1", waveformVersion: "v1" }));
  vi.setSystemTime(Date.now() + ms);
  await queries.fetchQuery(waveformQuery({ id: "a1", ...later }));
  return server.asked("GET").length;
}

test("S3.chapters.4 a waveform is fetched once while the recording has the same version", async () => {
  expect(await requestsAfter({ waveformVersion: "v1" }, YEAR_MS)).toBe(1);
});

test("S3.chapters.4 a waveform is fetched again for another or an unknown version", async () => {
  expect(await requestsAfter({ waveformVersion: "v2" }, 61_000)).toBe(2);
  queries.clear();
  expect(await requestsAfter({}, 61_000)).toBe(4);
});

test("S3.chapters.4 a holder of another version never names it, so that the server decides", async () => {
  await queries.fetchQuery(waveformQuery({ id: "a1", waveformVersion: "v1" }));
  vi.setSystemTime(Date.now() + 61_000);
  server.answer = () => ({ peaks: [], chapters: [], silences: [], version: "v2" });
  const old = waveformQuery({ id: "a1", waveformVersion: "v0" });
  expect(await queries.fetchQuery(old)).toMatchObject({ version: "v2" });
  const path = "GET /api/audio/a1/waveform";
  expect(server.requests).toEqual([[`${path}?version=v1`], [path]]);
});
