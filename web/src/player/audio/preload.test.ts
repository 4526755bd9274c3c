import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Preloader } from "./preload";
import type { SignedUrlCache } from "./signed-url-cache";

class Element {
  preload = "";
  muted = false;
  src: string | undefined;
  loads = 0;
  removeAttribute(name: string): void {
    if (name === "src") this.src = undefined;
  }
  load(): void {
    this.loads += 1;
  }
}

let elements: Element[] = [];
const get = vi.fn(async (id: string) => `/files/${id}`);
let preloader: Preloader;

beforeEach(() => {
  vi.useFakeTimers();
  elements = [];
  get.mockReset().mockImplementation(async (id: string) => `/files/${id}`);
  preloader = new Preloader({ get } as unknown as SignedUrlCache, () => {
    const element = new Element();
    elements.push(element);
    return element as unknown as HTMLAudioElement;
  });
});
afterEach(() => vi.useRealTimers());

const prepare = (full: string[], metadata: string[] = [], list = 1, current?: string) =>
  preloader.preload({ full, metadata, list, current });
const wait = (ms = 250) => vi.advanceTimersByTimeAsync(ms);
const shown = () => elements.map(({ src, preload }) => `${src} ${preload}`);
const addresses = () => get.mock.calls.map(([id]) => id);

test("S4.play.8 addresses are requested at once, and muted audio elements load the data after 250 ms", async () => {
  prepare(["a"], ["b"]);
  expect(addresses()).toEqual(["b", "a"]);
  await wait(249);
  expect(elements).toEqual([]);
  await wait(1);
  expect(shown()).toEqual(["/files/b metadata", "/files/a auto"]);
  expect(elements.every(({ muted }) => muted)).toBe(true);
});

test("S4.play.8 a recording whose priority rises or falls keeps its audio element", async () => {
  prepare([], ["a"]);
  await wait();
  prepare(["a"], [], 2);
  await wait();
  expect(shown()).toEqual(["/files/a auto"]);
  prepare(["a"], ["a"], 3);
  await wait();
  expect(shown()).toEqual(["/files/a auto"]);
});

test("S4.play.8 recordings that are no longer next are not downloaded further", async () => {
  prepare(["a"], ["b"]);
  await wait();
  prepare(["b"], [], 2);
  expect(shown()).toEqual(["/files/b metadata", "undefined auto"]);
  expect(elements.map(({ loads }) => loads)).toEqual([0, 1]);
  await wait();
  expect(shown()).toEqual(["/files/b auto", "undefined auto"]);
});

test("S4.play.8 recordings of the same queue that were still waiting are loaded too, but not the current one", async () => {
  prepare([], ["a", "b"], 7);
  prepare(["c"], [], 7, "a");
  await wait();
  expect(shown()).toEqual(["/files/b metadata", "/files/c auto"]);
  prepare([], ["x"], 8);
  prepare(["y"], [], 9);
  await wait();
  expect(shown().slice(2)).toEqual(["/files/y auto"]);
  expect(addresses()).toContain("x");
});

test("recordings that were left from an earlier call are loaded only once", async () => {
  prepare([], ["a"], 1);
  await wait();
  prepare(["b"], [], 1);
  await wait();
  expect(elements.map(({ src }) => src)).toEqual([undefined, "/files/b"]);
});

test("a URL that cannot be obtained is logged once, and its recording can be loaded later", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  get.mockRejectedValue(new Error("No."));
  prepare(["a"]);
  await wait();
  expect(console.warn).toHaveBeenCalledTimes(1);
  get.mockImplementation(async (id: string) => `/files/${id}`);
  prepare(["a"], [], 2);
  await wait();
  expect(shown()).toEqual(["undefined auto", "/files/a auto"]);
});

test("a URL that arrives after its recording was dropped is not used", async () => {
  let answer = (_: string) => {};
  get.mockResolvedValueOnce("/first").mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  prepare(["a"]);
  await wait();
  preloader.clear();
  answer("/late");
  await wait();
  expect(elements.map(({ src }) => src)).toEqual([undefined]);
});

test("after the end of the session nothing more is loaded", async () => {
  prepare(["a"]);
  await wait();
  prepare(["a"], ["b"], 2);
  preloader.clear();
  await wait(1000);
  expect(shown()).toEqual(["undefined auto"]);
  expect(elements[0]?.loads).toBe(1);
});
