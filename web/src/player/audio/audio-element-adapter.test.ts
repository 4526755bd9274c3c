// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { fetchSignedAudioUrls } from "@/data/audio/playback";
import { FakeElement, flushPromises } from "../testing";
import { AudioElementAdapter } from "./audio-element-adapter";
import { AudioNotFound, SignedUrlCache } from "./signed-url-cache";

const HOUR_MS = 3_600_000;

let said: string[];
let element: FakeElement;
let asked: string[][];
/** Ids of the upcoming tracks. */
let soon: string[];
let answer: (ids: readonly string[]) => ReturnType<typeof fetchSignedAudioUrls>;
let driver: AudioElementAdapter;

/** Records each event as `name 1 2`. */
const events = new Proxy({} as ConstructorParameters<typeof AudioElementAdapter>[2], {
  get:
    (_, name: string) =>
    (...values: unknown[]) =>
      name !== "onStarting" && said.push([name, ...values].join(" ").trim()),
});

const address = (id: string, version = 1) => ({
  id,
  url: `/files/${id}?v=${version}`,
  expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
  sizeBytes: 1000,
  contentType: "audio/mpeg",
  sha256: "original",
  waveformVersion: "v1",
});

function makeDriver() {
  element = new FakeElement();
  const addresses = new SignedUrlCache(
    () => soon,
    (ids, others) => {
      asked.push([...ids, ...others]);
      return answer([...ids, ...others]);
    },
  );
  driver = new AudioElementAdapter(element.asElement(), addresses, events);
  return addresses;
}

async function playing(id = "a", startSecs = 0) {
  driver.load(1, id, startSecs, 1, false);
  driver.play(1);
  driver.applyLoad();
  await flushPromises();
  element.finishLoading();
  said = [];
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockReturnValue();
  [said, asked, soon] = [[], [], []];
  answer = async (ids) => ({ items: ids.map((id) => address(id, asked.length)), missing: [] });
  makeDriver();
});

afterEach(() => vi.useRealTimers());

describe("starting", () => {
  it("S4.play.2 plays synchronously when the URL is cached", async () => {
    const addresses = makeDriver();
    await addresses.get("a");
    driver.load(1, "a", 0, 1.5, false);
    driver.play(1);
    driver.applyLoad();
    expect(element.calls).toEqual(["src /files/a?v=1", "play"]);
    expect([element.playbackRate, element.preservesPitch]).toEqual([1.5, true]);
  });

  it("requests a missing URL, but calls `play()` synchronously within the user gesture", async () => {
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.applyLoad();
    expect(element.calls).toEqual(["load"]);
    await flushPromises();
    expect(element.calls).toEqual(["load", "src /files/a?v=1", "play"]);
  });

  it("unlock calls an element without a source, and does not interrupt one that has a source", async () => {
    driver.unlock();
    expect(element.calls).toEqual(["load"]);
    await playing();
    element.calls.length = 0;
    driver.unlock();
    expect(element.calls).toEqual([]);
  });

  it("seeks to the start position before it reports a position", async () => {
    driver.load(1, "a", 42, 1, false);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    element.dispatch("timeupdate");
    expect(said).toEqual([]);
    element.finishLoading(90);
    expect(element.currentTime).toBe(42);
    expect(said).toEqual(["onReady 1 90", "onPlaying 1"]);
  });

  it("is ready only at the position to which it seeks", async () => {
    driver.load(1, "a", 42, 1, false);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    element.seeking = true;
    element.finishLoading(90);
    element.dispatch("timeupdate");
    expect(said).toEqual(["onPlaying 1"]);
    element.seeking = false;
    element.dispatch("seeked");
    expect(said).toEqual(["onPlaying 1", "onReady 1 90"]);
    element.dispatch("canplay");
    element.dispatch("seeked");
    expect(said).toHaveLength(2);
  });

  it("is not ready before enough audio is buffered", async () => {
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    element.dispatch("loadedmetadata");
    element.readyState = 2;
    element.dispatch("seeked");
    expect(said).toEqual([]);
    element.finishLoading();
    expect(said).toEqual(["onReady 1 100", "onPlaying 1"]);
  });

  it("a seek before the source is set becomes the new start position", async () => {
    driver.load(1, "a", 42, 1, false);
    driver.play(1);
    driver.applyLoad();
    driver.seek(1, 7);
    await flushPromises();
    driver.seek(1, 9);
    element.finishLoading();
    expect(element.currentTime).toBe(9);
  });

  it("fetches nothing for a track that was never played, and only the URL of the next one while paused", async () => {
    driver.load(1, "a", 42, 1, false);
    driver.applyLoad();
    await flushPromises();
    expect(said).toEqual(["onReady 1"]);
    expect([element.calls, asked]).toEqual([[], []]);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    driver.pause(1);
    element.calls.length = 0;
    driver.load(2, "b", 0, 1, false);
    driver.applyLoad();
    await flushPromises();
    expect(asked).toEqual([["a"], ["b"]]);
    driver.play(2);
    driver.applyLoad();
    expect(element.calls).toEqual(["load", "src /files/b?v=2", "play"]);
  });

  it("S4.play.3 reports a missing audio element", () => {
    driver = new AudioElementAdapter(undefined, makeDriver(), events);
    driver.load(3, "a", 0, 1, false);
    driver.play(3);
    driver.applyLoad();
    expect(said).toEqual(["onNotMounted 3"]);
  });

  it("S8.play.1 a rejected `play()` is logged and pauses the player", async () => {
    element.rejection = new DOMException("not allowed", "NotAllowedError");
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    expect(said).toEqual(["onPlayRejected"]);
    expect(console.warn).toHaveBeenCalled();
  });

  it("an interrupted `play()` does not count as an error", async () => {
    element.rejection = new DOMException("interrupted", "AbortError");
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    expect(said).toEqual([]);
  });
});

describe("during playback", () => {
  it("S4.play.4 distinguishes a pause by the system from one by the player", async () => {
    await playing();
    driver.pause(1);
    element.dispatch("pause");
    expect(said).toEqual([]);
    driver.play(1);
    driver.applyLoad();
    element.paused = true;
    element.dispatch("pause");
    expect(said).toEqual(["onPaused"]);
  });

  it("ignores the pause event that a browser fires before the end", async () => {
    await playing();
    element.end();
    expect(said).toEqual(["onEnded 1"]);
  });

  it("S4.play.7 unloading removes the source", async () => {
    await playing();
    driver.unload();
    expect(element.hasAttribute("src")).toBe(false);
    expect(element.calls.at(-1)).toBe("load");
    element.dispatch("playing");
    expect(said).toEqual([]);
  });

  it("ignores events of an earlier load", async () => {
    await playing();
    const before = [...element.calls];
    driver.pause(7);
    driver.seek(7, 3);
    driver.play(7);
    driver.applyLoad();
    expect([element.calls, element.currentTime]).toEqual([before, 0]);
  });

  it("reports the buffered range", async () => {
    await playing();
    element.bufferedTo = 33;
    element.dispatch("progress");
    expect([said, driver.bufferedSecs]).toEqual([["onBuffered"], 33]);
  });
});

describe("failures", () => {
  it("a network error requests a new URL, a decoding error does not", async () => {
    await playing();
    element.fail(2);
    expect(said).toEqual(["onFailed 1 false"]);
    await playing();
    element.fail(3);
    expect(said).toEqual(["onFailed 1 true"]);
  });

  it("a rejected source counts as an expired URL at first, and with a new URL as a broken file", async () => {
    await playing();
    element.fail(4);
    expect(said).toEqual(["onFailed 1 false"]);
    driver.load(2, "a", 42, 1, true);
    driver.play(2);
    driver.applyLoad();
    await flushPromises();
    expect(element.src).toBe("/files/a?v=2");
    element.fail(4);
    expect(said).toEqual(["onFailed 1 false", "onFailed 2 true"]);
  });

  it("a deleted recording cannot be played", async () => {
    answer = async () => ({ items: [], missing: ["a"] });
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    expect(said).toEqual(["onFailed 1 true"]);
  });

  it("S4.resume.3 waits without a network and resumes at the same second when it is back", async () => {
    answer = async () => Promise.reject(new Error("unreachable"));
    driver.load(1, "a", 42, 1, false);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    await vi.advanceTimersByTimeAsync(1000);
    expect([said, asked.length]).toEqual([[], 2]);
    answer = async (ids) => ({ items: ids.map((id) => address(id)), missing: [] });
    window.dispatchEvent(new Event("online"));
    await flushPromises();
    element.finishLoading();
    expect([element.src, element.currentTime]).toEqual(["/files/a?v=1", 42]);
  });

  it("a pause while waiting for the network is remembered", async () => {
    answer = async () => Promise.reject(new Error("unreachable"));
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.applyLoad();
    await flushPromises();
    driver.pause(1);
    answer = async (ids) => ({ items: ids.map((id) => address(id)), missing: [] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(element.src).toBe("");
  });

  it("a stalled download counts as a lost connection", async () => {
    await playing();
    element.dispatch("waiting");
    element.bufferedTo = 5;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(said).toEqual(["onWaiting 1"]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(said).toEqual(["onWaiting 1", "onFailed 1 false"]);
  });

  it("a failed source is not opened again until the player requests it", async () => {
    await playing();
    element.fail(3);
    driver.applyLoad();
    await flushPromises();
    expect(said).toEqual(["onFailed 1 true"]);
    expect(element.calls.filter((call) => call === "play")).toHaveLength(1);
    driver.load(2, "a", 0, 1, true);
    driver.play(2);
    driver.applyLoad();
    await flushPromises();
    expect(element.calls.filter((call) => call === "play")).toHaveLength(2);
  });

  it("requests a new URL after a long pause instead of trying an expired one", async () => {
    await playing();
    driver.pause(1);
    vi.advanceTimersByTime(HOUR_MS);
    driver.play(1);
    driver.applyLoad();
    expect(said).toEqual(["onFailed 1 false"]);
  });
});

describe("URLs", () => {
  it("URL requests of the same task are batched, at most twenty per call", async () => {
    const addresses = makeDriver();
    const ids = Array.from({ length: 25 }, (_, at) => `n${at}`);
    await Promise.all([...ids, ...ids].map((id) => addresses.get(id)));
    expect(asked.map((each) => each.length)).toEqual([20, 5]);
    await addresses.get("n3");
    expect(asked).toHaveLength(2);
  });

  it("URLs of the next tracks are requested together with the current one, if the call has room", async () => {
    const addresses = makeDriver();
    soon = ["b", "c", "d", "e", "f", "g", "h", "i", "too late"];
    await addresses.get("b");
    await addresses.get("i");
    expect(asked).toEqual([["b", "c", "d", "e", "f", "g", "h", "i"]]);
    soon = ["x", "y", "z"];
    const many = Array.from({ length: 18 }, (_, at) => `n${at}`);
    await Promise.all(many.map((id) => addresses.get(id)));
    expect(asked.slice(1)).toEqual([[...many, "x", "y"]]);
  });

  it("a request for a URL that is already loading shares its response", async () => {
    const addresses = makeDriver();
    soon = ["b"];
    let arrive: () => void = () => undefined;
    answer = (ids) =>
      new Promise((resolve) => {
        arrive = () => resolve({ items: ids.map((id) => address(id)), missing: [] });
      });
    const first = addresses.get("a");
    await flushPromises();
    const second = addresses.get("b");
    await flushPromises();
    arrive();
    expect([await first, await second]).toEqual(["/files/a?v=1", "/files/b?v=1"]);
    expect(asked).toEqual([["a", "b"]]);
  });

  it("refetches a dropped next track when it becomes current", async () => {
    const addresses = makeDriver();
    soon = ["b"];
    answer = async () => ({ items: [address("a")], missing: ["b"] });
    expect(await addresses.get("a")).toBe("/files/a?v=1");
    await expect(addresses.get("b")).rejects.toBeInstanceOf(AudioNotFound);
    expect(asked).toEqual([["a", "b"], ["b"]]);
  });

  it("a URL that is about to expire is not used", async () => {
    const addresses = makeDriver();
    await addresses.get("a");
    vi.advanceTimersByTime(HOUR_MS - 61_000);
    expect(addresses.getCached("a")).toBe("/files/a?v=1");
    vi.advanceTimersByTime(2000);
    expect(addresses.getCached("a")).toBeUndefined();
    expect(await addresses.get("a")).toBe("/files/a?v=2");
  });

  it("requesting the URL of a deleted recording is an error", async () => {
    answer = async () => ({ items: [], missing: ["a"] });
    await expect(makeDriver().get("a")).rejects.toBeInstanceOf(AudioNotFound);
  });
});
