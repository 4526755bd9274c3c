// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { canPlayAudio } from "@/lib/browser/audio-support";
import { FakeElement, flushPromises } from "../testing";
import { AudioElementAdapter } from "./audio-element-adapter";
import { SignedUrlCache } from "./signed-url-cache";

vi.mock("@/lib/browser/audio-support", () => ({ canPlayAudio: vi.fn(() => false) }));

let element: FakeElement;
let driver: AudioElementAdapter;
let said: string[];
/** Loudness in the responses, in LUFS. */
let loudness: number | undefined;

/** Records the events of failures. */
const events = new Proxy({} as ConstructorParameters<typeof AudioElementAdapter>[2], {
  get:
    (_, name: string) =>
    (...values: unknown[]) =>
      name === "onFailed" && said.push([name, ...values].join(" ")),
});

/** Starts an adapter. The URLs contain the number of the request. */
function makeDriver(): void {
  let requests = 0;
  element = new FakeElement();
  const addresses = new SignedUrlCache(
    () => [],
    async (ids) => {
      requests += 1;
      const contentType = "audio/mp4; codecs=opus";
      const items = ids.map((id) => ({
        id,
        url: `/files/${id}?v=${requests}`,
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        rendition: { url: `/small/${id}?v=${requests}`, sizeBytes: 400, contentType, sha256: "small" },
        ...(loudness !== undefined && { loudnessLufs: loudness }),
      }));
      return { items, missing: [] };
    },
  );
  driver = new AudioElementAdapter(element.asElement(), addresses, events);
}

async function playing(id: string, startSecs = 0, needsNewUrl = false) {
  driver.load(1, id, startSecs, 1, needsNewUrl);
  driver.play(1);
  driver.applyLoad();
  await flushPromises();
  element.finishLoading();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockReturnValue();
  [said, loudness] = [[], undefined];
  makeDriver();
});

const can = (types: readonly string[]) =>
  vi.mocked(canPlayAudio).mockImplementation((contentType) => types.includes(contentType));

it("S4.rendition.2 plays the smaller rendition if the browser plays its format, and otherwise the original", async () => {
  can(["audio/mp4; codecs=opus"]);
  await playing("a");
  expect(element.src).toBe("/small/a?v=1");
  can(["audio/mpeg"]);
  makeDriver();
  await playing("a");
  expect(element.src).toBe("/files/a?v=1");
});

it.each([
  ["does not decode", 3],
  ["is not supported", 4],
])("S4.rendition.2 continues with the original at the same second if the rendition %s", async (_what, code) => {
  can(["audio/mp4; codecs=opus"]);
  await playing("a", 42, true);
  element.currentTime = 51;
  element.error = { code, message: "cannot be decoded" };
  element.dispatch("error");
  expect(element.calls.slice(-2)).toEqual(["src /files/a?v=1", "play"]);
  expect(said).toEqual([]);
  element.finishLoading();
  expect(element.currentTime).toBe(51);

  // If the original fails too, the track has failed.
  element.error = { code: 3, message: "cannot be decoded" };
  element.dispatch("error");
  expect(said.at(-1)).toBe("onFailed 1 true");
});

it.each([
  ["with a URL that may have expired", false, true],
  ["without a network", true, false],
])("S4.rendition.2 requests the rendition again if it is not supported %s", async (_when, isFresh, isOnline) => {
  can(["audio/mp4; codecs=opus"]);
  await playing("a", 42, isFresh);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  element.error = { code: 4, message: "not supported" };
  element.dispatch("error");
  onLine.mockRestore();
  expect(said).toEqual(["onFailed 1 false"]);
  await playing("a", 42, true);
  expect(element.src).toBe(`/small/a?v=2`);
});

it("S4.rendition.2 uses the original of a track whose rendition failed before", async () => {
  can(["audio/mp4; codecs=opus"]);
  await playing("a");
  element.error = { code: 3, message: "cannot be decoded" };
  element.dispatch("error");
  driver.load(2, "a", 0, 1, true);
  driver.play(2);
  driver.applyLoad();
  await flushPromises();
  expect(element.src).toBe("/files/a?v=2");
});

it("S4.even.1 lowers recordings that are louder than the target, and amplifies none", async () => {
  const volumeAt = async (lufs: number | undefined, isEven: boolean) => {
    loudness = lufs;
    makeDriver();
    driver.setVolume(0.5, false, isEven);
    await playing("a");
    return element.volume;
  };
  expect(await volumeAt(-14, true)).toBeCloseTo(0.5 * 10 ** (-6 / 20), 6);
  expect(await volumeAt(-20, true)).toBe(0.5);
  expect(await volumeAt(-31, true)).toBe(0.5);
  expect(await volumeAt(undefined, true)).toBe(0.5);
  expect(await volumeAt(-14, false)).toBe(0.5);
  driver.setVolume(0.5, false, true);
  expect(element.volume).toBeCloseTo(0.5 * 10 ** (-6 / 20), 6);
});

it("S4.silence.1 skips only to a buffered position", async () => {
  await playing("a");
  element.bufferedTo = 20;
  expect(driver.skipTo(1, 21)).toBe(false);
  expect(driver.skipTo(1, 19)).toBe(true);
  expect(element.currentTime).toBe(19);
});
