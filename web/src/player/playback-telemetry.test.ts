// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BEACON_BATCH_MAX } from "@/core/limits";
import { PlaybackTelemetry } from "./playback-telemetry";

/** Requests passed to the browser, with bodies parsed as the server parses them. */
let sent: { address: string; body: Promise<unknown> }[];
let beacon: PlaybackTelemetry;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockReturnValue();
  sent = [];
  const sendBeacon = (address: string, body: Blob) => sent.push({ address, body: body.text().then(JSON.parse) }) > 0;
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { sendBeacon }));
  beacon = new PlaybackTelemetry();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("sends all measurements together half a minute after the first one, and only once", async () => {
  beacon.count("slow_load", 2000.4);
  vi.advanceTimersByTime(20_000);
  beacon.count("slow_start", 900.6);
  vi.advanceTimersByTime(9_999);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent.map(({ address }) => address)).toEqual(["/api/beacon"]);
  expect(await sent[0]?.body).toEqual({
    metrics: [
      { name: "slow_load", valueMs: 2000 },
      { name: "slow_start", valueMs: 901 },
    ],
  });
  vi.advanceTimersByTime(60_000);
  beacon.flush();
  expect(sent).toHaveLength(1);
});

test("a hidden page sends its measurements at once, and nothing if there are none", () => {
  beacon.count("slow_load", 2000);
  beacon.flush();
  beacon.flush();
  expect(sent).toHaveLength(1);
  beacon.count("slow_load", 2000);
  vi.advanceTimersByTime(30_000);
  expect(sent).toHaveLength(2);
});

test("collects no more than the server accepts in one request", async () => {
  for (let at = 0; at < BEACON_BATCH_MAX; at += 1) {
    expect(sent).toEqual([]);
    beacon.count("slow_load", at);
  }
  expect(await sent[0]?.body).toMatchObject({ metrics: { length: BEACON_BATCH_MAX } });
  vi.advanceTimersByTime(30_000);
  expect(sent).toHaveLength(1);
});
