import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { UnknownTextVersion } from "@/data/notes/note-text";
import { SHORTCUTS_KEY, userStorage } from "@/lib/browser/storage";
import { session } from "@/session/session";
import {
  button,
  key,
  load,
  note,
  onPage,
  open,
  pages,
  positionTracker,
  press,
  resetReader,
  show,
  side,
  toast,
  view,
  viewCreated,
} from "./reader-testing";
import { lastBlock } from "./text/text-place";

vi.mock("./page-view/view", async () => (await import("./reader-testing")).mocks.view);
vi.mock("./file/document-load", async () => (await import("./reader-testing")).mocks.documentLoad);
vi.mock("./reading-position-tracker", async () => (await import("./reader-testing")).mocks.tracker);
vi.mock("@/core/player", async () => (await import("./reader-testing")).mocks.player);
vi.mock("@/parts/full-text/candidate-pages", async () => (await import("./reader-testing")).mocks.candidates);
vi.mock("@/data/notes/notes", async () => ({
  ...(await import("./reader-testing")).notes,
  noteKeys: { all: ["notes"] },
}));
vi.mock("@/ui/feedback/toast", async () => (await import("./reader-testing")).mocks.toasts);
vi.mock("./highlights/use-highlights", async () => (await import("./reader-testing")).mocks.highlights);
vi.mock("./highlights/highlights-panel", async () => (await import("./reader-testing")).mocks.panel);
vi.mock("./contents", async () => (await import("./reader-testing")).mocks.contents);

const text = vi.hoisted(() => ({
  created: vi.fn(),
  fetch: vi.fn(),
  view: {} as Record<string, unknown>,
  bar: vi.fn(),
}));
vi.mock("@/data/query/query-client", () => ({ queryClient: { fetchQuery: text.fetch } }));
vi.mock("./text/reader-text-code", () => ({
  code: {
    TextView: function create(...given: unknown[]) {
      text.created(...given);
      return text.view;
    },
    TextFindController: vi.fn(),
    TextSettingsButton: () => <button type="button">Text settings</button>,
    AloudBar: (props: { onClose: () => void }) => {
      text.bar(props);
      return (
        <section aria-label="Read aloud">
          <button type="button" onClick={props.onClose}>
            Stop
          </button>
        </section>
      );
    },
  },
}));

// Vitest does not replace a module that is imported twice at the same time.
await import("./text/reader-text-code");

const withText = { note: { ...note, textUrl: "https://f/text" } as ReadableNote };
const model = { version: 1, pages: [] };

beforeEach(() => {
  resetReader();
  localStorage.clear();
  for (const call of [text.created, text.fetch, text.bar]) call.mockReset();
  text.fetch.mockResolvedValue(model);
  text.view = { ...view, findInText: undefined, page: 3, goTo: vi.fn(), destroy: vi.fn(), place: undefined };
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(cleanup);

const textShown = () => vi.waitFor(() => expect(text.created).toHaveBeenCalled());
const events = () => text.created.mock.calls.at(-1)?.[3];

test("S2.text.1 T switches between the text and the pages, at the same position", async () => {
  const pageEvents = await open(withText);
  act(() => pageEvents.onScroll({ page: 5, scrolledFraction: 0.25 }, false));
  expect(key("t")).toBe(true);
  await textShown();
  expect(text.created.mock.calls[0]?.[2]).toMatchObject({
    text: model,
    pages: 9,
    start: { page: 5, scrolledFraction: 0.25 },
  });
  expect(view.destroy).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Text settings" })).toBeTruthy();
  act(() => events().onScroll({ page: 7, scrolledFraction: 0.5 }, false));
  act(() => events().onPage(7));
  expect(positionTracker.record).toHaveBeenLastCalledWith({ page: 7, scrolledFraction: 0.5 }, false);
  expect(onPage).toHaveBeenLastCalledWith(7);
  key("T");
  await vi.waitFor(() => expect(viewCreated).toHaveBeenCalledTimes(2));
  expect(viewCreated.mock.calls[1]?.[2]).toEqual({ page: 7, scrolledFraction: 0.5 });
  expect(text.view.destroy).toHaveBeenCalledOnce();
});

test("S2.text.1 the stored position in the text is the last one that was shown", async () => {
  vi.spyOn(session, "state").mockReturnValue({ me: { uid: "u1" } } as never);
  await open(withText);
  key("t");
  await textShown();
  act(() => events().onScroll({ page: 7, scrolledFraction: 0.5 }, false, { page: 7, block: 2, above: 0.5 }));
  text.view.place = { page: 9, block: 0, above: 0 };
  key("t");
  await vi.waitFor(() => expect(viewCreated).toHaveBeenCalledTimes(2));
  expect(lastBlock("u1", "n1")).toEqual({ page: 7, block: 2, above: 0.5 });
  vi.mocked(session.state).mockRestore();
});

test("S2.text.1 the position in the text is stored when the browser leaves the page, but not after the text view was left", async () => {
  vi.spyOn(session, "state").mockReturnValue({ me: { uid: "u1" } } as never);
  await open(withText);
  key("t");
  await textShown();
  act(() => events().onScroll({ page: 4, scrolledFraction: 0.5 }, false, { page: 4, block: 1, above: 0.25 }));
  window.dispatchEvent(new Event("pagehide"));
  expect(lastBlock("u1", "n1")).toEqual({ page: 4, block: 1, above: 0.25 });
  key("t");
  await vi.waitFor(() => expect(viewCreated).toHaveBeenCalledTimes(2));
  localStorage.clear();
  window.dispatchEvent(new Event("pagehide"));
  expect(lastBlock("u1", "n1")).toBeUndefined();
  vi.mocked(session.state).mockRestore();
});

test("S2.text.1 T does nothing in fields, with Ctrl, or if single-key shortcuts are off", async () => {
  await open(withText);
  const field = screen.getByRole("textbox", { name: "Page" });
  expect([key("t", {}, field), key("t", { ctrlKey: true }), key("t", { altKey: true })]).toEqual([false, false, false]);
  userStorage("u1").set(SHORTCUTS_KEY, "false");
  expect(key("t")).toBe(false);
  expect(text.fetch).not.toHaveBeenCalled();
});

test("S2.text.1 a note that was last read as text opens in the text view", async () => {
  userStorage("u1").set("text-view", "n1");
  await show(withText);
  await textShown();
  expect(viewCreated).not.toHaveBeenCalled();
});

test("S2.text.1 a remembered text that is still loading is not covered by the image of the first page", async () => {
  userStorage("u1").set("text-view", "n1");
  text.fetch.mockReturnValue(new Promise(() => undefined));
  const { container } = await show({ ...withText, picture: { url: "/first.webp", widthPx: 5, heightPx: 7 } });
  expect(await screen.findByText("Loading the text…")).toBeDefined();
  expect(container.querySelector("img")).toBeNull();
});

test("S2.text.1 a note without text stays in the page view, and a message says why", async () => {
  userStorage("u1").set("text-view", "n1");
  await open();
  press("Text view");
  press("Read aloud");
  expect(toast.mock.calls).toEqual([["No text is available for this note."], ["No text is available for this note."]]);
  expect(text.fetch).not.toHaveBeenCalled();
});

test("S2.text.1 if the text cannot be loaded, the student can retry or return to the pages", async () => {
  text.fetch.mockRejectedValue(new Error("No connection."));
  await open(withText);
  key("t");
  expect((await screen.findByRole("alert")).textContent).toContain("The text could not be loaded");
  press("Show the pages");
  await vi.waitFor(() => expect(viewCreated).toHaveBeenCalledTimes(2));
  key("t");
  await screen.findByRole("alert");
  text.fetch.mockResolvedValue(model);
  press("Retry");
  await textShown();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("S2.text.1 a text of an unknown version cannot be retried, and the note opens as pages next time", async () => {
  const error = new UnknownTextVersion(undefined);
  text.fetch.mockRejectedValue(error);
  await open(withText);
  key("t");
  expect((await screen.findByRole("alert")).textContent).toBe(error.detail);
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  await vi.waitFor(() => expect(userStorage("u1").get("text-view")).toBe(""));
  press("Show the pages");
  press("Read aloud");
  await screen.findByText(error.detail);
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("S2.text.1 if the focus is inside the pages, T keeps it there", async () => {
  await open(withText);
  const link = pages().appendChild(document.createElement("button"));
  link.focus();
  key("t", {}, link);
  await textShown();
  await vi.waitFor(() => expect(document.activeElement).toBe(pages()));
});

test("S2.aloud.1 pressing 'Read aloud' unlocks speech at once, and the reader says that it loads the text", async () => {
  const speak = vi.fn();
  vi.stubGlobal("speechSynthesis", { speak });
  vi.stubGlobal("SpeechSynthesisUtterance", function create(this: { text: string }, words: string) {
    this.text = words;
  });
  text.fetch.mockReturnValue(new Promise(() => undefined));
  await open(withText);
  press("Read aloud");
  expect(speak.mock.calls).toEqual([[{ text: "" }]]);
  expect(screen.getByText("Loading the text…").getAttribute("role")).toBe("status");
  press("Stop reading aloud");
  expect(screen.queryByText("Loading the text…")).toBeNull();
  expect(speak).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test("S2.text.3 the list of highlights scrolls to a highlight in the text view", async () => {
  await open(withText);
  key("t");
  await textShown();
  const mark = document.createElement("i");
  mark.className = "reader-mark";
  mark.dataset.id = "h8";
  const scroll = vi.fn();
  mark.scrollIntoView = scroll;
  screen.getByRole("document", { name: "Observers" }).append(mark);
  press("Highlights");
  expect(side("Highlights")).not.toBeNull();
  press("Go to the highlight");
  expect(text.view.goTo).toHaveBeenCalledWith(8);
  expect(scroll).toHaveBeenCalledWith({ block: "center" });
});

test("S2.aloud.1 reading aloud loads the text without leaving the page view, and gets the position at the top", async () => {
  const pageEvents = await open(withText);
  act(() => pageEvents.onScroll({ page: 5, scrolledFraction: 0.25 }, false));
  press("Read aloud");
  await screen.findByRole("region", { name: "Read aloud" });
  expect(text.created).not.toHaveBeenCalled();
  const [{ placeAtTop, onPlace, view: shown }] = text.bar.mock.calls.at(-1) ?? [{}];
  expect(shown).toBe(view);
  expect(placeAtTop()).toEqual({ spot: { page: 5, scrolledFraction: 0.25 }, block: undefined });
  onPlace({ page: 6, scrolledFraction: 0 });
  expect(positionTracker.record).toHaveBeenLastCalledWith({ page: 6, scrolledFraction: 0 }, false);
  act(() => pageEvents.onScroll({ page: 9, scrolledFraction: 0.5 }, true));
  act(() => onPlace({ page: 9, scrolledFraction: 0.6 }));
  expect(positionTracker.record).toHaveBeenLastCalledWith({ page: 9, scrolledFraction: 0.6 }, true);
  press("Stop");
  expect(screen.queryByRole("region", { name: "Read aloud" })).toBeNull();
  expect(document.activeElement).toBe(button("Read aloud"));
});

test("S2.aloud.1 if the text cannot be loaded, the reader says that the note cannot be read aloud", async () => {
  text.fetch.mockRejectedValueOnce(new Error("No connection."));
  await open(withText);
  press("Read aloud");
  await screen.findByText("The text could not be loaded, so the note cannot be read aloud.");
  press("Retry");
  await screen.findByRole("region", { name: "Read aloud" });
});

test("S2.text.1 the text can be read even if the file cannot be shown", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  load.opened = Promise.reject(new Error("Damaged."));
  await show(withText);
  await screen.findByText("This file could not be shown.");
  press("Show the text");
  await textShown();
  expect(screen.queryByText("This file could not be shown.")).toBeNull();
});

test("S2.read.3 the page view searches the text of the note, once it is loaded", async () => {
  let arrive: (text: object) => void = () => undefined;
  text.fetch.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  await open({ ...withText, startWords: "tree" });
  expect(screen.getByText("Searching…")).toBeTruthy();
  expect(view.find).not.toHaveBeenCalled();
  await act(async () => arrive(model));
  await vi.waitFor(() => expect(view.find.mock.calls).toEqual([["tree"]]));
  expect(view.findInText).toHaveBeenCalledOnce();
  expect(text.created, "the pages stay").not.toHaveBeenCalled();
});

test("S2.read.3 a search waits at most 3 s for the text, then searches the file until the text is loaded", async () => {
  let arrive: (text: object) => void = () => undefined;
  text.fetch.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  await open(withText);
  vi.useFakeTimers();
  act(() => void key("f", { ctrlKey: true }));
  const field = screen.getByRole("searchbox", { name: "Find in this note" });
  fireEvent.change(field, { target: { value: "tree" } });
  fireEvent.keyDown(field, { key: "Enter" });
  act(() => void vi.advanceTimersByTime(2999));
  expect(view.find).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(view.find.mock.calls).toEqual([["tree"]]);
  vi.useRealTimers();
  await act(async () => arrive(model));
  await vi.waitFor(() => expect(view.find.mock.calls).toEqual([["tree"], ["tree"]]));
  expect(view.findInText).toHaveBeenCalledOnce();
});

test("S2.read.3 the page view finds words with pdf.js if the text cannot be loaded", async () => {
  text.fetch.mockRejectedValue(new Error("offline"));
  await open({ ...withText, startWords: "tree" });
  await vi.waitFor(() => expect(view.find.mock.calls).toEqual([["tree"]]));
  expect(view.findInText).not.toHaveBeenCalled();
});

test("S4.gap.2 a gap card of the text has the text of the page with its paragraphs apart", async () => {
  await open(withText);
  key("t");
  await textShown();
  const page = pages().appendChild(document.createElement("div"));
  page.innerHTML = "<p data-block>Heaps</p><p data-block>A heap is a tree</p>";
  text.view.renderedPages = () => [{ number: 3, text: page }];
  document.getSelection()?.selectAllChildren(page.lastElementChild as Node);
  fireEvent(document, new Event("selectionchange"));
  fireEvent.click(await screen.findByRole("button", { name: "Make a gap card" }));
  const card = screen.getByRole("region", { name: "Card" });
  expect(card.querySelector("p")?.textContent).toBe("Gap in \n\nHeaps\n\nA heap is a tree");
});
