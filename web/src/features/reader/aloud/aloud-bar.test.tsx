import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "@/ui/testing";
import type { NoteView } from "../note-view";
import { AloudBar } from "./aloud-bar";
import { aloudSettings } from "./aloud-settings";
import { FakeSpeech, voice } from "./controller-testing";

const recordings = vi.hoisted(() => ({ pause: vi.fn(), stop: vi.fn(), listeners: new Set<() => void>() }));
vi.mock("./pause-recordings", () => ({
  pauseRecordings: recordings.pause,
  onRecordingStart: (pause: () => void) => {
    recordings.listeners.add(pause);
    return () => recordings.listeners.delete(pause);
  },
}));
const marks = vi.hoisted(() => ({ draw: vi.fn() }));
vi.mock("./use-spoken-marks", () => ({ useSpokenMarks: () => marks.draw }));

const text = {
  version: 1 as const,
  order: "layout" as const,
  language: "en",
  pages: [1, 2].map((page) => ({
    page,
    width: 600,
    height: 800,
    blocks: [
      { kind: "paragraph", text: `First of ${page}. Second of ${page}.`, box: [0, 400, 1, 1] as const },
      { kind: "footnote", text: `Note of ${page}.`, box: [0, 700, 1, 1] as const },
    ],
  })),
};
const view = {} as NoteView;
const props = {
  text: text as never,
  view: view as NoteView | undefined,
  container: { current: null },
  selected: undefined as never,
  placeAtTop: vi.fn(() => ({ spot: { page: 1, scrolledFraction: 0 }, block: undefined })),
  onMarks: vi.fn(),
  onPlace: vi.fn(),
  onClose: vi.fn(),
};
let speech: FakeSpeech;

beforeEach(() => {
  vi.useFakeTimers();
  stubResizeObserver();
  localStorage.clear();
  speech = new FakeSpeech();
  vi.stubGlobal("speechSynthesis", speech.engine.synthesis);
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  recordings.listeners.clear();
  vi.useRealTimers();
});

const open = (more: Partial<typeof props> = {}) => render(<AloudBar {...props} {...more} />);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => act(async () => void fireEvent.click(button(name)));
const names = () => screen.getAllByRole("button").map((each) => each.getAttribute("aria-label"));
const status = () => screen.getByRole("status").textContent;
const spoken = () => speech.spoken.map(({ text }) => text);
const does = (change: () => void) => act(async () => change());

test("S2.aloud.1 the bar starts to read at the upper edge, and pauses recordings", () => {
  open();
  expect(screen.getByRole("region", { name: "Read aloud" })).toBeDefined();
  expect(names()).toEqual(["Previous sentence", "Pause", "Next sentence", "Reading settings", "Stop reading aloud"]);
  expect([spoken(), status()]).toEqual([["First of 1."], ""]);
  expect(recordings.pause).toHaveBeenCalledTimes(1);
  expect(props.onMarks).toHaveBeenCalledWith(marks.draw);
  expect(props.onPlace.mock.calls).toEqual([[{ page: 1, scrolledFraction: 0.5 }]]);
});

test("S2.aloud.1 reading starts once the view is there, and not again when it changes", () => {
  const { rerender } = open({ view: undefined });
  expect(spoken()).toEqual([]);
  rerender(<AloudBar {...props} />);
  expect(spoken()).toEqual(["First of 1."]);
  rerender(<AloudBar {...props} view={undefined} />);
  rerender(<AloudBar {...props} view={{} as NoteView} />);
  expect(spoken()).toEqual(["First of 1."]);
});

test("S2.aloud.1 reading starts at the selection, which is removed", () => {
  const removeAllRanges = vi.fn();
  vi.spyOn(document, "getSelection").mockReturnValue({ removeAllRanges } as never);
  open({ selected: { page: 2, quote: { quote: "Second of 2.", prefix: "", suffix: "" } } as never });
  expect(spoken()).toEqual(["Second of 2."]);
  expect(removeAllRanges).toHaveBeenCalledTimes(1);
});

test("S2.aloud.1 pause, continue, next and previous", async () => {
  open();
  await press("Next sentence");
  await press("Previous sentence");
  expect(spoken()).toEqual(["First of 1.", "Second of 1.", "First of 1."]);
  await does(() => speech.word(6, 2));
  await press("Pause");
  expect(names()).toContain("Play");
  await press("Play");
  expect(spoken().at(-1)).toBe("of 1.");
  expect([button("Pause").disabled, button("Next sentence").disabled]).toEqual([false, false]);
});

test("S2.aloud.1 at the end of the note the place is stored as its end, and Play starts again", async () => {
  open();
  for (let sentence = 0; sentence < 4; sentence += 1) await does(() => speech.end());
  expect(spoken()).toEqual(["First of 1.", "Second of 1.", "First of 2.", "Second of 2."]);
  expect(props.onPlace.mock.lastCall).toEqual([{ page: 2, scrolledFraction: 0.5 }, true]);
  expect(props.onPlace.mock.calls.filter(([, isEnd]) => isEnd)).toHaveLength(1);
  expect([button("Previous sentence").disabled, button("Next sentence").disabled]).toEqual([true, true]);
  await press("Play");
  expect(spoken().at(-1)).toBe("First of 1.");
});

test("S2.aloud.1 a failure says how to go on", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  open();
  await does(() => speech.start());
  await does(() => speech.fail("synthesis-failed"));
  expect(status()).toBe("Reading stopped. Press Play to try again.");
});

test("S2.aloud.1 a browser that speaks only after a tap asks for one", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  open();
  await act(async () => vi.advanceTimersByTime(3000));
  expect(status()).toBe("Press Play to start reading.");
});

test("S2.aloud.1 the bar closes, pauses for recordings and stops with the page", async () => {
  const { unmount } = open();
  await press("Stop reading aloud");
  expect(props.onClose).toHaveBeenCalledTimes(1);
  await does(() => {
    for (const pause of recordings.listeners) pause();
  });
  expect(names()).toContain("Play");
  await press("Play");
  await does(() => void window.dispatchEvent(new Event("pagehide")));
  expect(button("Next sentence").disabled).toBe(true);
  speech.cancel.mockClear();
  await press("Play");
  unmount();
  expect(speech.cancel).toHaveBeenCalled();
  expect(recordings.listeners.size).toBe(0);
  speech.cancel.mockClear();
  window.dispatchEvent(new Event("pagehide"));
  expect(speech.cancel).not.toHaveBeenCalled();
});

test("S2.aloud.3 a browser that cannot speak says so", async () => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, "speechSynthesis");
  open();
  expect(status()).toBe("This browser cannot read aloud. Use another browser.");
  await press("Close");
  expect(props.onClose).toHaveBeenCalledTimes(1);
});

test("S2.aloud.3 voices that load late are waited for, then the bar says how to install one", async () => {
  speech.voices = [];
  open();
  expect(status()).toBe("Looking for a voice…");
  await act(async () => vi.advanceTimersByTime(1499));
  expect(status()).toBe("Looking for a voice…");
  await act(async () => vi.advanceTimersByTime(1));
  expect(status()).toMatch(/^No voice is installed on this device\. .+ Then restart the browser\.$/);
  await press("Close");
  expect(props.onClose).toHaveBeenCalledTimes(1);
  await does(() => speech.loadVoices([voice("Ava", "en-US")]));
  expect(spoken()).toEqual(["First of 1."]);
});

const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });

test("S2.aloud.2 the settings apply at once and are stored on the device", async () => {
  speech.voices = [voice("Ava", "en-US"), voice("Ben", "en-GB")];
  open();
  await press("Reading settings");
  expect(screen.getByRole("dialog", { name: "Reading settings" }).textContent).toContain("Speed1×");
  const slider = screen.getByRole("slider", { name: "Speed" });
  expect(slider.getAttribute("aria-valuetext")).toBe("1 times normal speed");
  await act(async () => void fireEvent.keyDown(slider, { key: "ArrowRight" }));
  expect(screen.getByText("1.1×")).toBeDefined();
  expect(speech.last?.rate).toBeCloseTo(1.1);
  const select = screen.getByLabelText<HTMLSelectElement>("Voice");
  expect([...select.options].map(({ text }) => text)).toEqual(["Automatic", "Ava (en-US)", "Ben (en-GB)"]);
  expect(select.value).toBe("");
  await act(async () => void fireEvent.change(select, { target: { value: "Ben" } }));
  expect(select.value).toBe("Ben");
  expect(speech.last?.voice?.voiceURI).toBe("Ben");
  expect([box(/footnotes/).checked, box(/citations/).checked]).toEqual([true, false]);
  expect(screen.getByText("For example [12] or (Knuth, 1997).")).toBeDefined();
  await act(async () => void fireEvent.click(box(/footnotes/)));
  await act(async () => void fireEvent.click(box(/citations/)));
  expect(aloudSettings()).toEqual({ rate: 1.1, voice: "Ben", skip: { footnotes: false, citations: true } });
  await press("Next sentence");
  await press("Next sentence");
  expect(spoken().at(-1)).toBe("Note of 1.");
});

test("S2.aloud.2 reading starts with the stored settings", async () => {
  const stored = { rate: 1.5, voice: "Ava", skip: { footnotes: true, citations: true } };
  localStorage.setItem("nn:read-aloud", JSON.stringify(stored));
  open();
  expect(speech.last?.rate).toBe(1.5);
  await press("Reading settings");
  expect(screen.getByText("1.5×")).toBeDefined();
  expect(box(/citations/).checked).toBe(true);
});
