import { beforeEach, expect, test, vi } from "vitest";
import { textOfPage } from "../text/blocks";
import { AloudController } from "./controller";
import { FakeSpeech, voice } from "./controller-testing";
import { Sentences } from "./sentences";

let speech: FakeSpeech;
let controller: AloudController;

const page = (number: number, ...texts: string[]) => ({
  page: number,
  width: 600,
  height: 800,
  blocks: texts.map((text) => ({
    kind: text.startsWith("*") ? "footnote" : "paragraph",
    text,
    box: [0, 0, 1, 1] as const,
    ...(text.startsWith("Ein") && { lang: "de" }),
  })),
});

/** Opens a note whose third page is empty. */
function open(voices = speech.voices) {
  speech.voices = voices;
  const text = {
    version: 1 as const,
    order: "layout" as const,
    language: "en",
    pages: [page(1, "First sentence. Second one."), page(2, "*A footnote."), page(4, "Ein Baum.", "The end.")],
  };
  const sentences = new Sentences(text, textOfPage, { footnotes: true, citations: false });
  controller = new AloudController(speech.engine, sentences, { rate: 1, voice: undefined });
  controller.open();
}
const play = () => controller.playFrom(1, () => true);
const spoken = () => speech.spoken.map(({ text }) => text);
const status = () => controller.state().status;

beforeEach(() => {
  speech = new FakeSpeech();
  vi.spyOn(console, "warn").mockReturnValue();
  open();
});

test("S2.aloud.1 sentences are spoken one after the other to the end of the note", () => {
  play();
  expect([status(), controller.state().sentence?.text]).toEqual(["speaking", "First sentence."]);
  for (let end = 0; end < 4; end++) speech.end();
  expect(spoken()).toEqual(["First sentence.", "Second one.", "Ein Baum.", "The end."]);
  expect([status(), controller.state().sentence]).toEqual(["idle", undefined]);
});

test("S2.aloud.1 reading starts at the requested sentence, or on the next page with text", () => {
  controller.playFrom(1, ({ text }) => text.startsWith("Second"));
  controller.playFrom(3, () => true);
  controller.playFrom(2, () => true);
  expect(spoken()).toEqual(["Second one.", "Ein Baum.", "Ein Baum."]);
});

test("S2.aloud.1 a pause keeps the word, and late events of a stopped sentence change nothing", () => {
  play();
  speech.word(6, 8);
  expect(controller.state().word).toEqual([6, 14]);
  const stopped = speech.last;
  controller.pause();
  expect([status(), speech.cancel.mock.calls.length]).toEqual(["paused", 1]);
  speech.end(stopped);
  speech.word(0, 5, stopped);
  speech.fail("canceled", stopped);
  expect([status(), controller.state().word, controller.state().isFailed]).toEqual(["paused", [6, 14], false]);
  controller.resume();
  expect(speech.last?.text).toBe("sentence.");
  speech.word(0);
  expect(controller.state().word).toEqual([6, 15]);
});

test("S2.aloud.1 next and previous move by sentences, also over pages and while paused", () => {
  play();
  controller.previous();
  controller.next();
  controller.next();
  controller.previous();
  expect(spoken()).toEqual(["First sentence.", "First sentence.", "Second one.", "Ein Baum.", "Second one."]);
  controller.pause();
  controller.next();
  expect([status(), controller.state().sentence?.text, spoken().length]).toEqual(["paused", "Ein Baum.", 5]);
  controller.resume();
  expect(speech.last?.text).toBe("Ein Baum.");
  controller.next();
  controller.next();
  expect(status()).toBe("idle");
  controller.next();
  expect(status()).toBe("idle");
});

test("S2.aloud.1 a new speed or voice applies at once, from the current word on", () => {
  open([voice("Ava", "en-US"), voice("Tom", "en-GB")]);
  play();
  speech.word(6, 8);
  controller.setRate(2.04);
  expect([speech.last?.text, speech.last?.rate]).toEqual(["sentence.", 2]);
  controller.setVoice("Tom");
  expect([speech.last?.text, speech.last?.voice?.name]).toEqual(["sentence.", "Tom"]);
  controller.setRate(9);
  expect(controller.state().rate).toBe(3);
  controller.setRate(0);
  expect(controller.state().rate).toBe(0.5);
  controller.pause();
  const count = spoken().length;
  controller.setRate(1);
  expect(spoken()).toHaveLength(count);
});

test("S2.aloud.3 only voices of the device are used, in the language of the sentence if there is one", () => {
  open([
    voice("Cloud", "en-US", { localService: false, default: true }),
    voice("Ava", "en-US"),
    voice("Tom", "en-GB", { default: true }),
    voice("Anna", "de-DE"),
  ]);
  expect(controller.state().voices.map(({ name }) => name)).toEqual(["Ava", "Tom", "Anna"]);
  play();
  expect(speech.last?.voice?.name).toBe("Tom");
  controller.setVoice("Ava");
  expect(speech.last?.voice?.name).toBe("Ava");
  controller.playFrom(4, () => true);
  expect(speech.last?.voice?.name).toBe("Anna");
});

test("S2.aloud.3 nothing is spoken without a voice of the device, and voices may load later", () => {
  open([voice("Cloud", "en-US", { localService: false })]);
  play();
  expect([spoken(), status()]).toEqual([[], "idle"]);
  speech.loadVoices([voice("Ava", "en-US")]);
  expect(controller.state().voices).toHaveLength(1);
  play();
  expect(spoken()).toEqual(["First sentence."]);
  controller.close();
  speech.loadVoices([]);
  expect([status(), controller.state().voices.length]).toEqual(["idle", 1]);
});

test("S2.aloud.1 a failure pauses, and Play tries the same sentence again", () => {
  play();
  speech.fail("synthesis-failed");
  expect([status(), controller.state().isFailed]).toEqual(["paused", true]);
  controller.resume();
  expect([spoken(), controller.state().isFailed]).toEqual([["First sentence.", "First sentence."], false]);
});

test("S2.aloud.2 footnotes that are turned on while reading are spoken in their position", () => {
  controller.playFrom(1, ({ text }) => text.startsWith("Second"));
  controller.setSkip({ footnotes: false, citations: false });
  expect(speech.last?.text).toBe("Second one.");
  speech.end();
  expect(speech.last?.text).toBe("*A footnote.");
});

test("S2.aloud.1 reading that starts below the last sentence of a page begins on the next page", () => {
  controller.playFrom(1, () => false);
  expect(spoken()).toEqual(["Ein Baum."]);
  controller.playFrom(4, () => false);
  expect([spoken().length, status()]).toEqual([1, "idle"]);
});

test("S2.aloud.1 a note counts as finished after its last sentence was spoken, but not if that was skipped", () => {
  controller.playFrom(4, ({ text }) => text === "The end.");
  controller.next();
  expect([status(), controller.state().isFinished]).toEqual(["idle", false]);
  controller.playFrom(4, ({ text }) => text === "The end.");
  speech.end();
  expect([status(), controller.state().isFinished]).toEqual(["idle", true]);
  play();
  expect(controller.state().isFinished).toBe(false);
});

test("S2.aloud.1 moving to another sentence after a failure clears the failure", () => {
  play();
  speech.fail("synthesis-failed");
  controller.next();
  expect([status(), controller.state().isFailed]).toEqual(["paused", false]);
});

test("S2.aloud.2 if footnotes or citations are turned on or off while paused, the sentence starts again", () => {
  play();
  speech.word(6, 8);
  controller.setRate(1.1);
  controller.pause();
  controller.setSkip({ footnotes: false, citations: false });
  controller.resume();
  expect(speech.last?.text).toBe("First sentence.");
});

test("S2.aloud.1 a browser that does not start to speak is paused until Play is pressed", () => {
  vi.useFakeTimers();
  play();
  vi.advanceTimersByTime(2999);
  expect(status()).toBe("speaking");
  vi.advanceTimersByTime(1);
  expect([status(), controller.state().isBlocked]).toEqual(["paused", true]);
  controller.resume();
  speech.start();
  vi.advanceTimersByTime(60_000);
  expect([status(), controller.state().isBlocked]).toEqual(["speaking", false]);
  vi.useRealTimers();
});
