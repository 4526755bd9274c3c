// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeElement, settled } from "../testing";
import { AudioGone, SignedUrlCache } from "./addresses";
import { Driver } from "./driver";

const HOUR_MS = 3_600_000;

let said: string[];
let element: FakeElement;
let asked: string[][];
/** Ids of the upcoming tracks. */
let soon: string[];
let answer: (
  ids: readonly string[],
) => Promise<{ items: { id: string; url: string; expiresAt: string }[]; missing: string[] }>;
let driver: Driver;

/** Records each event as `name 1 2`. */
const events = new Proxy({} as ConstructorParameters<typeof Driver>[2], {
  get:
    (_, name: string) =>
    (...values: unknown[]) =>
      name !== "onStarting" && said.push([name, ...values].join(" ").trim()),
});

const address = (id: string, version = 1) => ({
  id,
  url: `/files/${id}?v=${version}`,
  expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
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
  driver = new Driver(element.asElement(), addresses, events);
  return addresses;
}

async function playing(id = "a", startSecs = 0) {
  driver.load(1, id, startSecs, 1, false);
  driver.play(1);
  driver.settle();
  await settled();
  element.arrive();
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
  it("S4.play.2 plays within the call when the address is at hand", async () => {
    const addresses = makeDriver();
    await addresses.get("a");
    driver.load(1, "a", 0, 1.5, false);
    driver.play(1);
    driver.settle();
    expect(element.calls).toEqual(["src /files/a?v=1", "play"]);
    expect([element.playbackRate, element.preservesPitch]).toEqual([1.5, true]);
  });

  it("asks for an address it does not have, and touches the element within the press all the same", async () => {
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.settle();
    expect(element.calls).toEqual(["load"]);
    await settled();
    expect(element.calls).toEqual(["load", "src /files/a?v=1", "play"]);
  });

  it("goes to where it is to start before anything is said about the position", async () => {
    driver.load(1, "a", 42, 1, false);
    driver.play(1);
    driver.settle();
    await settled();
    element.say("timeupdate");
    expect(said).toEqual([]);
    element.arrive(90);
    expect(element.currentTime).toBe(42);
    expect(said).toEqual(["onReady 1 90", "onPlaying 1"]);
  });

  it("is ready where it was sent to, and not while it is still on the way there", async () => {
    driver.load(1, "a", 42, 1, false);
    driver.play(1);
    driver.settle();
    await settled();
    element.seeking = true;
    element.arrive(90);
    element.say("timeupdate");
    expect(said).toEqual(["onPlaying 1"]);
    element.seeking = false;
    element.say("seeked");
    expect(said).toEqual(["onPlaying 1", "onReady 1 90"]);
    element.say("canplay");
    element.say("seeked");
    expect(said).toHaveLength(2);
  });

  it("is not ready before there is sound to go on with", async () => {
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.settle();
    await settled();
    element.say("loadedmetadata");
    element.readyState = 2;
    element.say("seeked");
    expect(said).toEqual([]);
    element.arrive();
    expect(said).toEqual(["onReady 1 100", "onPlaying 1"]);
  });

  it("takes a seek that comes before the source is there as the new start", async () => {
    driver.load(1, "a", 42, 1, false);
    driver.play(1);
    driver.settle();
    driver.seek(1, 7);
    await settled();
    driver.seek(1, 9);
    element.arrive();
    expect(element.currentTime).toBe(9);
  });

  it("fetches nothing of a track that nobody has played, and of one that is paused on after another only its address", async () => {
    driver.load(1, "a", 42, 1, false);
    driver.settle();
    await settled();
    expect(said).toEqual(["onReady 1"]);
    expect([element.calls, asked]).toEqual([[], []]);
    driver.play(1);
    driver.settle();
    await settled();
    driver.pause(1);
    element.calls.length = 0;
    driver.load(2, "b", 0, 1, false);
    driver.settle();
    await settled();
    expect(asked).toEqual([["a"], ["b"]]);
    driver.play(2);
    driver.settle();
    expect(element.calls).toEqual(["load", "src /files/b?v=2", "play"]);
  });

  it("S4.play.3 says that there is no element", () => {
    driver = new Driver(undefined, makeDriver(), events);
    driver.load(3, "a", 0, 1, false);
    driver.play(3);
    driver.settle();
    expect(said).toEqual(["onNotMounted 3"]);
  });

  it("S8.play.1 a refused play is logged and becomes a pause", async () => {
    element.refusal = new DOMException("not allowed", "NotAllowedError");
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.settle();
    await settled();
    expect(said).toEqual(["onRefused"]);
    expect(console.warn).toHaveBeenCalled();
  });

  it("an interrupted play is no refusal", async () => {
    element.refusal = new DOMException("interrupted", "AbortError");
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.settle();
    await settled();
    expect(said).toEqual([]);
  });
});

describe("while it plays", () => {
  it("S4.play.4 tells a pause of the system from one of ours", async () => {
    await playing();
    driver.pause(1);
    element.say("pause");
    expect(said).toEqual([]);
    driver.play(1);
    driver.settle();
    element.paused = true;
    element.say("pause");
    expect(said).toEqual(["onPaused"]);
  });

  it("the pause that a browser reports before the end is none", async () => {
    await playing();
    element.end();
    expect(said).toEqual(["onEnded 1"]);
  });

  it("S4.play.7 unloading empties the source", async () => {
    await playing();
    driver.unload();
    expect(element.hasAttribute("src")).toBe(false);
    expect(element.calls.at(-1)).toBe("load");
    element.say("playing");
    expect(said).toEqual([]);
  });

  it("effects of an earlier load are ignored", async () => {
    await playing();
    const before = [...element.calls];
    driver.pause(7);
    driver.seek(7, 3);
    driver.play(7);
    driver.settle();
    expect([element.calls, element.currentTime]).toEqual([before, 0]);
  });

  it("reports how much is buffered", async () => {
    await playing();
    element.bufferedTo = 33;
    element.say("progress");
    expect([said, driver.bufferedSecs]).toEqual([["onBuffered"], 33]);
  });
});

describe("failing", () => {
  it("a network that breaks is worth a new address, sound that cannot be decoded is not", async () => {
    await playing();
    element.fail(2);
    expect(said).toEqual(["onFailed 1 false"]);
    await playing();
    element.fail(3);
    expect(said).toEqual(["onFailed 1 true"]);
  });

  it("a refused source counts as the address's fault at first, and as the file's when the address is new", async () => {
    await playing();
    element.fail(4);
    expect(said).toEqual(["onFailed 1 false"]);
    driver.load(2, "a", 42, 1, true);
    driver.play(2);
    driver.settle();
    await settled();
    expect(element.src).toBe("/files/a?v=2");
    element.fail(4);
    expect(said).toEqual(["onFailed 1 false", "onFailed 2 true"]);
  });

  it("an audio note that is gone cannot be played", async () => {
    answer = async () => ({ items: [], missing: ["a"] });
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.settle();
    await settled();
    expect(said).toEqual(["onFailed 1 true"]);
  });

  it("S4.resume.3 without a network it waits and goes on when it is back, at the same second", async () => {
    answer = async () => Promise.reject(new Error("unreachable"));
    driver.load(1, "a", 42, 1, false);
    driver.play(1);
    driver.settle();
    await settled();
    await vi.advanceTimersByTimeAsync(1000);
    expect([said, asked.length]).toEqual([[], 2]);
    answer = async (ids) => ({ items: ids.map((id) => address(id)), missing: [] });
    window.dispatchEvent(new Event("online"));
    await settled();
    element.arrive();
    expect([element.src, element.currentTime]).toEqual(["/files/a?v=1", 42]);
  });

  it("a pause while it waits for the network is kept", async () => {
    answer = async () => Promise.reject(new Error("unreachable"));
    driver.load(1, "a", 0, 1, false);
    driver.play(1);
    driver.settle();
    await settled();
    driver.pause(1);
    answer = async (ids) => ({ items: ids.map((id) => address(id)), missing: [] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(element.src).toBe("");
  });

  it("a stalled download counts as a broken connection", async () => {
    await playing();
    element.say("waiting");
    element.bufferedTo = 5;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(said).toEqual(["onWaiting 1"]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(said).toEqual(["onWaiting 1", "onFailed 1 false"]);
  });

  it("a source that failed is not opened again before the player asks for it", async () => {
    await playing();
    element.fail(3);
    driver.settle();
    await settled();
    expect(said).toEqual(["onFailed 1 true"]);
    expect(element.calls.filter((call) => call === "play")).toHaveLength(1);
    driver.load(2, "a", 0, 1, true);
    driver.play(2);
    driver.settle();
    await settled();
    expect(element.calls.filter((call) => call === "play")).toHaveLength(2);
  });

  it("after a long pause it asks for a new address instead of trying a dead one", async () => {
    await playing();
    driver.pause(1);
    vi.advanceTimersByTime(HOUR_MS);
    driver.play(1);
    driver.settle();
    expect(said).toEqual(["onFailed 1 false"]);
  });
});

describe("addresses", () => {
  it("requests of one moment are batched, twenty at a time", async () => {
    const addresses = makeDriver();
    const ids = Array.from({ length: 25 }, (_, at) => `n${at}`);
    await Promise.all([...ids, ...ids].map((id) => addresses.get(id)));
    expect(asked.map((each) => each.length)).toEqual([20, 5]);
    await addresses.get("n3");
    expect(asked).toHaveLength(2);
  });

  it("what comes next in the queue is asked for with what is wanted now, as far as there is room", async () => {
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

  it("who wants what is on its way already waits for the same answer", async () => {
    const addresses = makeDriver();
    soon = ["b"];
    let arrive: () => void = () => undefined;
    answer = (ids) =>
      new Promise((resolve) => {
        arrive = () => resolve({ items: ids.map((id) => address(id)), missing: [] });
      });
    const first = addresses.get("a");
    await settled();
    const second = addresses.get("b");
    await settled();
    arrive();
    expect([await first, await second]).toEqual(["/files/a?v=1", "/files/b?v=1"]);
    expect(asked).toEqual([["a", "b"]]);
  });

  it("what comes next and is gone takes nothing with it, and is asked for again when it is wanted", async () => {
    const addresses = makeDriver();
    soon = ["b"];
    answer = async () => ({ items: [address("a")], missing: ["b"] });
    expect(await addresses.get("a")).toBe("/files/a?v=1");
    await expect(addresses.get("b")).rejects.toBeInstanceOf(AudioGone);
    expect(asked).toEqual([["a", "b"], ["b"]]);
  });

  it("an address that is about to expire is not used", async () => {
    const addresses = makeDriver();
    await addresses.get("a");
    vi.advanceTimersByTime(HOUR_MS - 61_000);
    expect(addresses.known("a")).toBe("/files/a?v=1");
    vi.advanceTimersByTime(2000);
    expect(addresses.known("a")).toBeUndefined();
    expect(await addresses.get("a")).toBe("/files/a?v=2");
  });

  it("an address of a deleted note is an error", async () => {
    answer = async () => ({ items: [], missing: ["a"] });
    await expect(makeDriver().get("a")).rejects.toBeInstanceOf(AudioGone);
  });
});
