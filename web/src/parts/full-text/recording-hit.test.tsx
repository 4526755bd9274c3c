import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { recordingQuery } from "@/data/audio/audio";
import { initialState, playerState } from "@/player/store";
import { RecordingHitDetail, recordingHitHref, usePlayRecordingHit } from "./recording-hit";

const { player, fetchTrack, toast } = vi.hoisted(() => ({
  player: { playTrack: vi.fn(), seek: vi.fn(), resume: vi.fn(), unlock: vi.fn(), prefetch: vi.fn() },
  fetchTrack: vi.fn(),
  toast: vi.fn(),
}));
vi.mock("@/player/player", () => ({ player }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/data/audio/audio", async (original) => ({
  ...(await original<typeof import("@/data/audio/audio")>()),
  fetchTrack,
}));
vi.mock("@/core/durations", () => ({ useDurations: () => ({ clock: (secs: number) => `${secs} s` }) }));

const hit = (note: string, page: number) => ({ note, title: `About ${note}`, page });
const track = (id: string) => ({ id, title: `About ${id}` });
const queries = new QueryClient();
const play = () =>
  renderHook(() => usePlayRecordingHit(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  }).result.current;

beforeEach(() => {
  vi.clearAllMocks();
  queries.clear();
  playerState.set(initialState);
});

test("S2.heard.2 a passage links to the recording and its second, and a passage without a time to the recording", () => {
  expect(recordingHitHref(hit("r1", 752))).toBe("/audio/r1?t=751");
  expect(recordingHitHref(hit("r1", 0))).toBe("/audio/r1");
  const detail = (page: number) => render(<RecordingHitDetail hit={hit("r1", page)} />).container.textContent;
  expect([detail(752), detail(1), detail(0)]).toEqual(["751 s · About r1", "0 s · About r1", "About r1"]);
});

test("S2.heard.2 the passage that was pressed last plays from its second when its recording has loaded", async () => {
  const arrivals = new Map<string, () => void>();
  fetchTrack.mockImplementation((_queries: QueryClient, id: string) => {
    return new Promise((resolve) => arrivals.set(id, () => resolve(track(id))));
  });
  const press = play();
  press(hit("r1", 11));
  press(hit("r2", 21));
  expect(player.unlock).toHaveBeenCalledTimes(2);
  arrivals.get("r2")?.();
  arrivals.get("r1")?.();
  await waitFor(() => expect(player.seek).toHaveBeenCalledWith(20));
  expect(player.playTrack).toHaveBeenCalledOnce();
  expect(player.playTrack).toHaveBeenCalledWith(track("r2"), expect.anything());
});

test.each([
  ["another recording is current", { currentAudio: track("r9"), isPlaying: true }],
  ["the current recording was resumed", { isPlaying: true }],
])("S2.heard.2 a late response does not interrupt playback after %s", async (_what, started) => {
  playerState.set({ ...playerState.get(), currentAudio: track("r8") as never, isPlaying: false });
  let arrive = (_track: object) => {};
  fetchTrack.mockReturnValue(new Promise<object>((resolve) => (arrive = resolve)));
  play()(hit("r1", 11));
  playerState.set({ ...playerState.get(), ...(started as object) });
  arrive(track("r1"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(player.unlock).toHaveBeenCalledOnce();
  expect(player.playTrack).not.toHaveBeenCalled();
});

test("S2.heard.2 a known recording plays at once, and the current one seeks", () => {
  queries.setQueryData(recordingQuery("r1").queryKey, track("r1") as never);
  play()(hit("r1", 11));
  expect(player.seek).toHaveBeenCalledWith(10);
  expect(fetchTrack).not.toHaveBeenCalled();
  playerState.set({ ...playerState.get(), currentAudio: track("r3") as never });
  play()(hit("r3", 31));
  expect(player.seek).toHaveBeenLastCalledWith(30);
  expect(player.resume).toHaveBeenCalledOnce();
  expect(player.playTrack).toHaveBeenCalledOnce();
});

test("S2.heard.2 a passage without a time does not play, and a failure is reported", async () => {
  play()(hit("r4", 0));
  expect(player.unlock).not.toHaveBeenCalled();
  fetchTrack.mockRejectedValue(new Error("no network"));
  play()(hit("r4", 5));
  await waitFor(() => expect(toast).toHaveBeenCalledWith(expect.stringContaining("“About r4”"), { kind: "error" }));
});
