// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createController,
  currentState,
  element,
  player,
  server,
  setupPlayerPerTest,
  shelf,
  startPlayback,
} from "./controller-testing";
import { readQueue, writeQueue } from "./positions/player-storage";
import { initialPosition, playerPosition, resumePositions } from "./store";
import { flushPromises, track } from "./testing";

vi.mock("@/session/session", () => import("./controller-testing"));
vi.mock("@/ui/feedback/toast", () => import("./controller-testing"));
vi.mock("@/data/audio/playback", () => import("./controller-testing"));
vi.mock("@/data/positions/resume-positions", () => import("./controller-testing"));

setupPlayerPerTest();

// End the session, because the page would otherwise request positions during the next test.
afterEach(() => {
  for (const end of server.ends) end();
});

describe("resume positions", () => {
  const elsewhere = (audioId: string, positionMs: number, isFinished = false) => ({
    audioId,
    position: {
      counter: Date.now() + 1000,
      device: "phone",
      positionMs,
      durationMs: 100_000,
      isFinished,
      isRestart: false,
    },
  });

  it("S4.resume.1 are stored every 5 s, and sent every 2 min of playback, on pause, and when the page is hidden", async () => {
    const sent = () => server.sent.map(({ position }) => position.positionMs);
    await startPlayback();
    element.playTo(10);
    await vi.advanceTimersByTimeAsync(5000);
    element.playTo(15);
    await flushPromises();
    expect(sent()).toEqual([15_000]);
    await vi.advanceTimersByTimeAsync(5000);
    element.playTo(20);
    await flushPromises();
    expect(sent()).toEqual([15_000]);
    expect(resumePositions.get().get("a")?.positionSecs).toBe(20);
    await vi.advanceTimersByTimeAsync(115_000);
    element.playTo(25);
    await flushPromises();
    expect(sent()).toEqual([15_000, 25_000]);
    player.pause();
    player.seek(40);
    await flushPromises();
    window.dispatchEvent(new Event("pagehide"));
    expect(sent()).toEqual([15_000, 25_000, 40_000]);
  });

  it("S4.resume.1 are sent 2 min after the page was hidden, not 2 min after the message before", async () => {
    await startPlayback();
    const sent = () => server.sent.map(({ position }) => position.positionMs);
    const playFor = async (ms: number, toSecs: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      element.playTo(toSecs);
      await flushPromises();
    };
    await playFor(5000, 10);
    await playFor(100_000, 20);
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    await flushPromises();
    expect(sent()).toEqual([10_000, 20_000]);
    await playFor(25_000, 30);
    expect(sent()).toEqual([10_000, 20_000]);
    await playFor(100_000, 40);
    expect(sent()).toEqual([10_000, 20_000, 40_000]);
    vi.restoreAllMocks();
  });

  it("S4.resume.2 a reload restores the list, paused, at the second, without fetching audio", async () => {
    await startPlayback(1);
    element.playTo(42.5);
    window.dispatchEvent(new Event("pagehide"));
    createController();
    await flushPromises();
    expect(currentState()).toMatchObject({ phase: "paused", index: 1, source: shelf });
    expect(playerPosition.get().positionSecs).toBe(42.5);
    expect(element.calls).toEqual([]);
    player.toggle();
    await flushPromises();
    element.finishLoading();
    expect([element.src, element.currentTime]).toEqual(["/files/b", 42.5]);
  });

  it("S4.play.14 a pause by another tab does not replace the queue that the other tab has stored since", async () => {
    await startPlayback(1);
    const theirs = { tracks: [track("x")], index: 0, source: shelf };
    writeQueue("u1", theirs);
    player.pause();
    player.setVolume(0.5);
    expect(readQueue("u1")).toMatchObject({ tracks: [{ id: "x" }] });
    player.next();
    expect(readQueue("u1")).toMatchObject({ index: 2, tracks: [{ id: "a" }, { id: "b" }, { id: "c" }] });
  });

  it("S4.resume.1 a second browser starts where the first one stopped", async () => {
    server.storedPositions = [elsewhere("b", 61_000)];
    createController();
    await flushPromises();
    await startPlayback(1);
    expect(element.currentTime).toBe(61);
  });

  it("a track that starts before its resume position is known seeks to it", async () => {
    let answer = (_: unknown[]): void => undefined;
    server.storedPositions = new Promise<unknown[]>((resolve) => {
      answer = resolve;
    }) as unknown as unknown[];
    createController();
    await startPlayback(1);
    element.playTo(1);
    answer([elsewhere("b", 61_000)]);
    await flushPromises();
    expect(element.currentTime).toBe(61);
  });

  it("a track that has played for a while does not seek, and a track finished on another device does not restart", async () => {
    await startPlayback(1);
    element.playTo(20);
    server.storedPositions = [elsewhere("b", 61_000)];
    await vi.advanceTimersByTimeAsync(61_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await flushPromises();
    expect(element.currentTime).toBe(20);
    player.pause();
    await flushPromises();
    server.sent.length = 0;
    server.storedPositions = [elsewhere("b", 100_000, true)];
    await vi.advanceTimersByTimeAsync(61_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await flushPromises();
    expect([element.currentTime, server.sent]).toEqual([20, []]);
  });

  it("S4.resume.1 fetches positions of other devices when playback starts, and seeks there", async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    server.storedPositions = [elsewhere("b", 62_000)];
    await startPlayback(1);
    expect(server.askedFor).toEqual(["b"]);
    expect(element.currentTime).toBe(62);
    expect(currentState().phase).toBe("playing");
  });

  it("S4.resume.1 does not fetch the position of a track that follows another one", async () => {
    await startPlayback();
    element.end();
    element.finishLoading();
    await flushPromises();
    expect(currentState()).toMatchObject({ index: 1, phase: "playing" });
    expect(server.askedFor).toEqual(["a"]);
    player.previous();
    await flushPromises();
    expect(server.askedFor).toEqual(["a", "a"]);
  });

  it("S4.resume.1 fetches all positions when a track starts more than a minute after they were read", async () => {
    await vi.advanceTimersByTimeAsync(61_000);
    server.reads = 0;
    server.storedPositions = [elsewhere("b", 62_000)];
    await startPlayback(1);
    expect([server.reads, server.askedFor]).toEqual([1, []]);
    expect(element.currentTime).toBe(62);
  });

  it("S4.resume.1 fetches positions again when playback resumes, and continues where another device stopped", async () => {
    await startPlayback(1);
    element.playTo(30);
    player.pause();
    await vi.advanceTimersByTimeAsync(10_000);
    server.storedPositions = [elsewhere("b", 90_000)];
    player.resume();
    await flushPromises();
    expect(element.currentTime).toBe(90);
  });

  /** Returns the playback position in seconds when the server responds after `before`. */
  const afterLateAnswer = async (before: () => void) => {
    await vi.advanceTimersByTimeAsync(10_000);
    let answer = (_: unknown[]): void => undefined;
    server.storedPositions = new Promise<unknown[]>((resolve) => {
      answer = resolve;
    }) as unknown as unknown[];
    await startPlayback(1);
    before();
    expect(server.askedFor).toEqual(["b"]);
    answer([elsewhere("b", 61_000)]);
    await flushPromises();
    return element.currentTime;
  };

  it("S4.resume.1 a late response does not seek if the student has seeked", async () => {
    expect(await afterLateAnswer(() => player.seek(3))).toBe(3);
  });

  it("S4.resume.1 a late response does not seek if the student has listened for 5 s", async () => {
    expect(await afterLateAnswer(() => element.playTo(5))).toBe(5);
  });

  it("S4.resume.1 a late response seeks if the student has listened for less than 5 s", async () => {
    expect(await afterLateAnswer(() => element.playTo(4.5))).toBe(61);
  });

  it("refetches positions on return unless playback continued on this device", async () => {
    await startPlayback();
    server.reads = 0;
    const comeBack = async () => {
      await vi.advanceTimersByTimeAsync(61_000);
      document.dispatchEvent(new Event("visibilitychange"));
      await flushPromises();
    };
    await comeBack();
    expect(server.reads).toBe(0);
    player.pause();
    await comeBack();
    expect(server.reads).toBe(1);
  });

  it("S2.side.7 S2.mob.4 S4.play.7 when the session ends, playback stops and the user's data is deleted", async () => {
    await startPlayback();
    player.seek(30);
    expect(playerPosition.get().positionSecs).toBe(30);
    for (const end of server.ends) end();
    expect(element.hasAttribute("src")).toBe(false);
    expect(currentState()).toMatchObject({
      currentAudio: undefined,
      list: [],
      index: -1,
      isPlaying: false,
      isLoading: false,
    });
    expect(playerPosition.get()).toEqual(initialPosition);
  });
});
