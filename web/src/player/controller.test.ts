// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
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
import { playerPosition } from "./store";
import { FakeElement, flushPromises, track } from "./testing";

vi.mock("@/session/session", () => import("./controller-testing"));
vi.mock("@/ui/feedback/toast", () => import("./controller-testing"));
vi.mock("@/data/audio/playback", () => import("./controller-testing"));
vi.mock("@/data/positions/resume-positions", () => import("./controller-testing"));

setupPlayerPerTest();

describe("displayed state", () => {
  it("S4.play.1 S4.play.2 follows the state of the WebAssembly player", async () => {
    const tracks = [track("a"), track("b")];
    player.playList(tracks, 1, shelf);
    expect(currentState()).toMatchObject({ isLoading: true, isPlaying: false, index: 1, source: shelf, list: tracks });
    expect(currentState().currentAudio).toBe(tracks[1]);
    await flushPromises();
    element.finishLoading();
    expect(currentState()).toMatchObject({ isLoading: false, isPlaying: true, phase: "playing" });
  });

  it("a position update leaves the rest of the state unchanged", async () => {
    await startPlayback();
    const before = currentState();
    element.bufferedTo = 50;
    element.playTo(3.2);
    expect(playerPosition.get()).toEqual({ positionSecs: 3.2, durationSecs: 100, bufferedSecs: 50 });
    expect(currentState()).toBe(before);
  });

  it("S4.play.10 S9.c.5 the volume is 1 at first, and stored on this device", () => {
    expect([currentState().volume, currentState().isMuted]).toEqual([1, false]);
    player.setVolume(0.3);
    player.setMuted(true);
    createController();
    expect([currentState().volume, currentState().isMuted, element.volume, element.muted]).toEqual([
      0.3,
      true,
      0.3,
      true,
    ]);
    const set = (volume: number) => {
      player.setVolume(volume);
      return [element.volume, element.muted];
    };
    // Moving the volume slider unmutes.
    expect([set(0.4), set(7), set(-1)]).toEqual([
      [0.4, false],
      [1, false],
      [0, false],
    ]);
  });

  it("the speed is stored per shelf", async () => {
    await startPlayback(0, [track("a"), track("r", { shelf: "radio" })]);
    player.setRate(1.5);
    player.next();
    expect([currentState().rate, element.playbackRate]).toEqual([1, 1]);
    player.previous();
    expect([currentState().rate, element.defaultPlaybackRate]).toEqual([1.5, 1.5]);
    createController();
    player.playTrack(track("z"), shelf);
    expect(currentState().rate).toBe(1.5);
  });

  it("further pages are added only to the queue that is playing", async () => {
    await startPlayback();
    player.appendPages("deep-dive", [track("c"), track("d")]);
    player.appendPages("radio", [track("x")]);
    expect(currentState().list.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });
});

describe("continuous playback", () => {
  it("S4.play.9 starts the next track within the `ended` event of the previous one", async () => {
    await startPlayback();
    expect(server.asked).toEqual([["a", "b", "c"]]);
    element.calls.length = 0;
    element.end();
    // No wait in between: a locked phone permits playback only during this event.
    expect(element.calls).toEqual(["src /files/b", "play"]);
  });

  it("S3.chapters.4 names the version of the waveform that came with the URL of the current track", async () => {
    await startPlayback();
    expect(currentState().waveformVersion).toBe("version of a");
    element.end();
    expect(currentState().waveformVersion).toBe("version of b");
  });

  it("S4.play.5 restarts with the first track after the last", async () => {
    await startPlayback(2);
    element.end();
    expect(currentState().currentAudio?.id).toBe("a");
  });

  it("requests the URLs of all tracks in one call, and uses them while they are valid", async () => {
    const tracks = ["a", "b", "c", "d", "e", "f", "g", "h"].map((id) => track(id));
    await startPlayback(1, tracks);
    for (const id of ["c", "d", "e"]) {
      element.end();
      expect(element.calls.slice(-2)).toEqual([`src /files/${id}`, "play"]);
      element.finishLoading();
      await flushPromises();
    }
    expect(server.asked.map((ids) => [...ids].sort())).toEqual([tracks.map(({ id }) => id)]);
  });

  it("S4.play.6 shuffle uses random numbers from the browser", async () => {
    const chance = vi.spyOn(crypto, "getRandomValues");
    const picked = new Set<string | undefined>();
    for (let seed = 0; seed < 16; seed += 1) {
      await startPlayback(
        0,
        ["a", "b", "c", "d"].map((id) => track(id)),
      );
      chance.mockImplementationOnce((into) => {
        (into as unknown as Uint32Array)[0] = seed * 0x1000_0001;
        return into;
      });
      player.shuffle();
      picked.add(currentState().currentAudio?.id);
    }
    expect([...picked].sort()).toEqual(["b", "c", "d"]);
    chance.mockRestore();
  });

  it("S4.play.8 S9.c.5 prefetches the first five tracks, then the next three, with audio only for the next one", async () => {
    const made: FakeElement[] = [];
    class Made extends FakeElement {
      constructor() {
        super();
        made.push(this);
      }
    }
    vi.stubGlobal("Audio", Made);
    const list = ["a", "b", "c", "d", "e", "f", "g"].map((id) => track(id));
    const prepared = () =>
      made
        .filter(({ src }) => src !== "")
        .map(({ src, preload }) => `${src} ${preload}`)
        .sort();
    // Playback starts before the delay for the new list ends.
    await startPlayback(0, list);
    expect(made).toEqual([]);
    await vi.advanceTimersByTimeAsync(250);
    expect(prepared()).toEqual(["/files/b auto", "/files/c metadata", "/files/d metadata", "/files/e metadata"]);

    // The first prepared tracks are complete: the next track prepares only its successors.
    element.end();
    element.finishLoading();
    await flushPromises();
    await vi.advanceTimersByTimeAsync(250);
    expect(prepared()).toEqual(["/files/c auto", "/files/d metadata", "/files/e metadata"]);
  });

  it("S4.play.8 S9.c.5 a queue that immediately replaces another prefetches only its own first five tracks", async () => {
    const made: FakeElement[] = [];
    class Made extends FakeElement {
      constructor() {
        super();
        made.push(this);
      }
    }
    vi.stubGlobal("Audio", Made);
    player.playList([track("x"), track("y")], 0, shelf);
    await startPlayback(0, [track("a"), track("b")]);
    await vi.advanceTimersByTimeAsync(250);
    expect(made.map(({ src, preload }) => `${src} ${preload}`)).toEqual(["/files/b auto"]);
  });

  it.each([{ saveData: true }, { type: "cellular" }])(
    "S4.play.8 S9.c.5 with %j no audio is prefetched",
    async (said) => {
      const made: FakeElement[] = [];
      class Made extends FakeElement {
        constructor() {
          super();
          made.push(this);
        }
      }
      vi.stubGlobal("Audio", Made);
      vi.stubGlobal(
        "navigator",
        Object.assign(Object.create(navigator), { connection: Object.assign(new EventTarget(), said) }),
      );
      createController();
      await startPlayback();
      await vi.advanceTimersByTimeAsync(250);
      expect(made.filter(({ src, preload }) => src !== "" && preload !== "metadata")).toEqual([]);
      vi.unstubAllGlobals();
    },
  );

  it("S4.play.4 a pause by the system pauses the player", async () => {
    await startPlayback();
    element.paused = true;
    element.dispatch("pause");
    expect(currentState().phase).toBe("paused");
    element.paused = false;
    element.dispatch("play");
    element.dispatch("playing");
    expect(currentState().phase).toBe("playing");
  });

  it("S8.play.1 a deleted track shows a message and is skipped", async () => {
    server.gone.add("a");
    player.playList([track("a"), track("b")], 0, shelf);
    await flushPromises();
    expect(server.toasts).toEqual(["Could not play, skipping"]);
    expect(console.warn).toHaveBeenCalled();
    expect(currentState().currentAudio?.id).toBe("b");
    expect(element.src).toBe("/files/b");
  });

  it("S8.play.1 a recording that cannot be prefetched is logged, without other effects", async () => {
    server.gone.add("b");
    await startPlayback();
    await vi.advanceTimersByTimeAsync(250);
    expect(console.warn).toHaveBeenCalledWith("An audio note could not be prepared.", expect.anything());
    expect(server.toasts).toEqual([]);
    expect(currentState()).toMatchObject({ isPlaying: true, phase: "playing" });
    expect(currentState().currentAudio?.id).toBe("a");
  });

  it("S8.play.1 a rejected resume is logged, and the player stays paused", async () => {
    await startPlayback();
    player.pause();
    element.rejection = new DOMException("not allowed", "NotAllowedError");
    player.toggle();
    await flushPromises();
    expect(console.warn).toHaveBeenCalledWith("Playing was refused.", element.rejection);
    expect(currentState()).toMatchObject({ isPlaying: false, phase: "paused" });
  });

  it("S8.play.1 a browser that requires a user gesture shows a message, and blocks nothing", async () => {
    element.rejection = new DOMException("not allowed", "NotAllowedError");
    player.playList([track("a")], 0, shelf);
    await flushPromises();
    element.finishLoading();
    expect(currentState().phase).toBe("paused");
    expect(server.toasts).toEqual(["Your browser blocked playback. Press Play to listen."]);
    element.rejection = undefined;
    player.toggle();
    element.dispatch("playing");
    expect(currentState().isPlaying).toBe(true);
  });

  it("S4.resume.3 an expired URL is replaced and playback continues at the same second", async () => {
    await startPlayback();
    element.playTo(42);
    element.fail(2);
    await flushPromises();
    expect(server.asked.at(-1)).toEqual(["a"]);
    element.finishLoading();
    expect([element.currentTime, currentState().phase]).toEqual([42, "playing"]);
  });

  it("S4.play.3 S9.c.5 looks five times, every 50 ms, for a missing audio element, and logs an error", async () => {
    createController({ hasElement: false });
    player.playTrack(track("a"), shelf);
    await vi.advanceTimersByTimeAsync(249);
    expect(currentState().phase).toBe("loading");
    await vi.advanceTimersByTimeAsync(1);
    expect(currentState().phase).toBe("failed");
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining("no audio element"));
  });
});

describe("other tabs and the system", () => {
  it("S4.play.14 playback pauses other tabs, and playback in another tab pauses this one", async () => {
    const other = new BroadcastChannel("note-ninja player");
    const heard = new Promise((resolve) => other.addEventListener("message", resolve, { once: true }));
    await startPlayback();
    vi.useRealTimers();
    await heard;
    other.postMessage("playing");
    await vi.waitFor(() => expect(currentState().phase).toBe("paused"));
    other.close();
  });

  it("reports seeks to the system, which advances the position itself in between", async () => {
    const told: unknown[] = [];
    const setPositionState = (position?: { position?: number }) => told.push(position?.position);
    vi.stubGlobal("navigator", { mediaSession: { setActionHandler: () => undefined, setPositionState } });
    vi.stubGlobal("MediaMetadata", class {});
    createController();
    await startPlayback();
    element.playTo(1);
    told.length = 0;
    for (const second of [2, 3, 4]) element.playTo(second);
    expect(told).toEqual([]);
    player.seek(60);
    expect(told).toEqual([60]);
  });

  it("S9.c.4 slow starts are counted and sent together when the page is hidden", async () => {
    player.playList([track("a")], 0, shelf);
    await vi.advanceTimersByTimeAsync(2500);
    element.finishLoading();
    window.dispatchEvent(new Event("pagehide"));
    expect(server.metrics.map(({ name }) => name)).toEqual(["slow_load", "slow_start"]);
    expect(console.warn).toHaveBeenCalledWith("Slow audio: slow_load took 2500 ms.");
    expect(console.warn).toHaveBeenCalledWith("Slow audio: slow_start took 2500 ms.");
  });

  it("S9.c.4 only a load above 2000 ms and a start above 500 ms are slow", async () => {
    const counted = async (ms: number) => {
      server.metrics.length = 0;
      createController();
      player.playList([track(`after ${ms}`)], 0, shelf);
      await vi.advanceTimersByTimeAsync(ms);
      element.finishLoading();
      window.dispatchEvent(new Event("pagehide"));
      return server.metrics.map(({ name }) => name);
    };
    expect(await counted(500)).toEqual([]);
    expect(await counted(501)).toEqual(["slow_start"]);
    expect(await counted(2000)).toEqual(["slow_start"]);
    expect(await counted(2001)).toEqual(["slow_load", "slow_start"]);
  });

  it("the sleep timer stops playback after the chosen minutes", async () => {
    await startPlayback();
    player.setSleepTimer(1);
    expect(currentState().sleep?.kind).toBe("minutes");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([currentState().phase, currentState().sleep]).toEqual(["paused", undefined]);
  });

  it("S2.chapters.2 the sleep timer stops playback at the end of the chapter, and not after a seek", async () => {
    await startPlayback();
    const chapters = [0, 20, 40].map((secs) => ({ startMs: secs * 1000, title: `From ${secs}` }));
    player.setChapters("b", chapters);
    expect([currentState().chapters, currentState().chapter]).toEqual([[], -1]);
    player.setChapters("a", chapters);
    expect([currentState().chapters, currentState().chapter]).toEqual([chapters, 0]);
    player.setSleepTimer("chapter");
    player.nextChapter();
    element.playTo(21);
    expect([currentState().phase, currentState().chapter]).toEqual(["playing", 1]);
    player.previousChapter();
    element.playTo(19);
    element.playTo(20.2);
    expect([currentState().phase, currentState().sleep]).toEqual(["paused", undefined]);
  });

  it("S2.chapters.2 without chapters the end of the chapter is the end of the track", async () => {
    await startPlayback();
    player.setSleepTimer("chapter");
    element.end();
    expect([currentState().phase, currentState().currentAudio?.id]).toEqual(["ended", "a"]);
  });

  it("the sleep timer stops playback at the end of the track", async () => {
    await startPlayback();
    player.setSleepTimer("end");
    element.end();
    expect([currentState().phase, currentState().currentAudio?.id, currentState().sleep]).toEqual([
      "ended",
      "a",
      undefined,
    ]);
  });
});
