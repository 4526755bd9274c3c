import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  button,
  findCandidatePages,
  highlightActions,
  key,
  load,
  note,
  notes,
  onOutdated,
  onPage,
  open,
  pages,
  player,
  positionTracker,
  press,
  resetReader,
  show,
  side,
  toast,
  view,
  viewCreated,
} from "./reader-testing";

vi.mock("./page-view/view", async () => (await import("./reader-testing")).mocks.view);
vi.mock("./file/document-load", async () => (await import("./reader-testing")).mocks.documentLoad);
vi.mock("./reading-position-tracker", async () => (await import("./reader-testing")).mocks.tracker);
vi.mock("@/core/player", async () => (await import("./reader-testing")).mocks.player);
vi.mock("@/parts/full-text/candidate-pages", async () => (await import("./reader-testing")).mocks.candidates);
vi.mock("@/data/notes/notes", async () => (await import("./reader-testing")).notes);
vi.mock("@/ui/feedback/toast", async () => (await import("./reader-testing")).mocks.toasts);
vi.mock("./highlights/use-highlights", async () => (await import("./reader-testing")).mocks.highlights);
vi.mock("./highlights/highlights-panel", async () => (await import("./reader-testing")).mocks.panel);
vi.mock("./contents", async () => (await import("./reader-testing")).mocks.contents);

beforeEach(resetReader);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("S2.read.1 the note opens at its resume position, and page changes and positions are reported", async () => {
  const events = await open();
  const [container, opened, spot, , search] = viewCreated.mock.calls[0] ?? [];
  expect(container).toBe(pages());
  expect(opened.file).toEqual({ numPages: 12 });
  expect(positionTracker.start.mock.calls).toEqual([[undefined]]);
  expect(spot).toEqual({ page: 3, scrolledFraction: 0.5 });
  act(() => events.onPage(5));
  expect(onPage.mock.calls).toEqual([[5]]);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Page" }).value).toBe("5");
  events.onScroll({ page: 5, scrolledFraction: 0 }, true);
  expect(positionTracker.record.mock.calls).toEqual([[{ page: 5, scrolledFraction: 0 }, true]]);
  act(() => events.onZoom(125));
  expect(screen.getByRole("status", { name: "Zoom" }).textContent).toBe("125%");
  events.onTextLayer(4);
  expect(highlightActions.renderPage.mock.calls).toEqual([[4]]);
  expect(search.isLong).toBe(false);
  search.candidatePages("tree");
  expect(findCandidatePages.mock.calls).toEqual([[note, "tree"]]);
});

test("only in a note of at least 4 MB, a search uses the index first", async () => {
  await open({ note: { ...note, sizeBytes: 4_000_000 } });
  expect(viewCreated.mock.calls[0]?.[4].isLong).toBe(true);
});

test("the note opens at the page of its URL if the player module fails to load", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  player.rules = Promise.reject(new Error("offline"));
  await open({ startPage: 7 });
  expect(viewCreated.mock.calls[0]?.[2]).toEqual({ page: 7, scrolledFraction: 0 });
  cleanup();
  viewCreated.mockClear();
  await open();
  expect(viewCreated.mock.calls[0]?.[2]).toEqual({ page: 1, scrolledFraction: 0 });
});

test("closing the reader closes the view and the file, and stores the position", async () => {
  await open();
  cleanup();
  expect(view.destroy).toHaveBeenCalledOnce();
  expect(load.close).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(positionTracker.flush).toHaveBeenCalledOnce());
});

test("a file that opens after the reader was closed is not shown", async () => {
  let opened: (file: unknown) => void = () => undefined;
  load.opened = new Promise((resolve) => (opened = resolve));
  await show();
  cleanup();
  opened({ file: { numPages: 12 }, first: {} });
  await vi.waitFor(() => expect(positionTracker.flush).toHaveBeenCalledOnce());
  expect(viewCreated).not.toHaveBeenCalled();
});

test("while the file opens, a status or the image of the first page is shown", async () => {
  load.opened = new Promise(() => undefined);
  const { container, unmount } = await show();
  expect(screen.getByRole("status", { name: "" }).textContent).toContain("Opening the file…");
  expect(screen.getByText("of 9")).toBeDefined();
  expect(button("Contents").disabled).toBe(true);
  expect(button("Find in this note").disabled).toBe(true);
  expect(container.querySelector("img")).toBeNull();
  unmount();
  const shown = await show({ picture: { url: "/first.webp", widthPx: 5, heightPx: 7 } });
  expect(shown.container.querySelector("img")?.getAttribute("src")).toBe("/first.webp");
  expect(screen.queryByText("Opening the file…")).toBeNull();
});

test("the image of the first page disappears once the page is rendered", async () => {
  const events = await open({ picture: { url: "/first.webp", widthPx: 5, heightPx: 7 } });
  expect(document.querySelector("img")).not.toBeNull();
  act(() => events.onPageRendered());
  expect(document.querySelector("img")).toBeNull();
});

test("S2.read.5 a damaged file shows an error, and can be downloaded", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("open", () => null);
  notes.fetchReadableNote.mockReturnValue(new Promise(() => undefined));
  load.opened = Promise.reject(new Error("no PDF"));
  await show();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("This file could not be shown.");
  expect(screen.getByRole("heading", { name: "Head" })).toBeDefined();
  fireEvent.click(within(alert).getByRole("button", { name: "Download PDF" }));
  expect(notes.recordDownload.mock.calls).toEqual([["n1"]]);
  expect(notes.fetchReadableNote.mock.calls).toEqual([["n1"]]);
});

test("while pages cannot be loaded, a banner with a retry button is shown", async () => {
  await open();
  const told = load.setListeners.mock.calls[0]?.[0];
  expect(screen.queryByText(/^Pages can't be loaded/)).toBeNull();
  act(() => told.onReachable(false));
  expect(screen.getByText(/^Pages can't be loaded/)).toBeDefined();
  press("Retry");
  expect(load.retry).toHaveBeenCalledOnce();
  act(() => told.onReachable(true));
  expect(screen.queryByText(/^Pages can't be loaded/)).toBeNull();
  told.onReplaced();
  told.onGone();
  expect(onOutdated).toHaveBeenCalledTimes(2);
});

test("S2.read.4 keys zoom and fit, except in fields or with other modifier keys", async () => {
  await open();
  for (const name of ["+", "=", "-", "0"]) expect(key(name)).toBe(true);
  expect(view.zoom.mock.calls).toEqual([[1], [1], [-1]]);
  expect(view.fitWidth).toHaveBeenCalledOnce();
  expect(key("+", { ctrlKey: true })).toBe(false);
  expect(key("+", { altKey: true })).toBe(false);
  expect(key("+", {}, screen.getByRole("textbox", { name: "Page" }))).toBe(false);
  const elsewhere = document.body.appendChild(document.createElement("button"));
  expect(key("+", {}, elsewhere)).toBe(false);
  elsewhere.remove();
  expect(key("x")).toBe(false);
  expect(key("Escape")).toBe(false);
  expect(view.zoom).toHaveBeenCalledTimes(3);
});

test("a key that another element has handled does nothing", async () => {
  await open();
  const handle = (event: Event) => event.preventDefault();
  document.body.addEventListener("keydown", handle, { once: true });
  key("+");
  expect(view.zoom).not.toHaveBeenCalled();
});

test.each([{ ctrlKey: true }, { metaKey: true }])(
  "S2.read.3 F with %o opens the search, and closing it keeps the match selected",
  async (how) => {
    const events = await open();
    expect(key("F", how)).toBe(true);
    const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Find in this note" });
    fireEvent.change(field, { target: { value: "tree" } });
    expect(view.find.mock.calls).toEqual([["tree"]]);
    act(() => events.onFindResult({ current: 2, total: 5, isPending: false }));
    expect(screen.getByText("2 of 5")).toBeDefined();
    press("Next match");
    press("Previous match");
    expect(view.find.mock.calls.slice(1)).toEqual([
      ["tree", false],
      ["tree", true],
    ]);
    key("f", how);
    expect(field.value).toBe("tree");
    press("Close search");
    expect(view.stopFinding).toHaveBeenCalledWith(true);
    expect(document.activeElement).toBe(pages());
    expect(screen.queryByRole("searchbox")).toBeNull();
    press("Find in this note");
    expect(screen.queryByText("2 of 5")).toBeNull();
  },
);

test("words in the URL are searched once the file is open", async () => {
  await open({ startWords: "heap" });
  expect(view.find.mock.calls).toEqual([["heap"]]);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "" } });
  expect(view.stopFinding).toHaveBeenLastCalledWith();
});

test("S2.read.6 the print shortcut opens the file in a new tab", async () => {
  const tab = { location: { href: "" }, close: vi.fn() };
  vi.stubGlobal(
    "open",
    vi.fn(() => tab),
  );
  notes.fetchReadableNote.mockResolvedValue({ url: "/file.pdf" });
  await open();
  expect(key("p", { ctrlKey: true })).toBe(true);
  expect(window.open).toHaveBeenCalledWith("", "_blank");
  await vi.waitFor(() => expect(tab.location.href).toBe("/file.pdf"));
  press("Open to print");
  expect(notes.fetchReadableNote.mock.calls).toEqual([["n1"], ["n1"]]);
  expect(notes.recordDownload).not.toHaveBeenCalled();
  press("Download PDF");
  expect(notes.recordDownload.mock.calls).toEqual([["n1"]]);
});

test("a file that cannot be opened closes the empty tab and shows a message", async () => {
  const tab = { close: vi.fn() };
  vi.stubGlobal("open", () => tab);
  notes.fetchReadableNote.mockRejectedValue(new Error("It is gone."));
  await open();
  press("Open to print");
  await vi.waitFor(() => expect(tab.close).toHaveBeenCalledOnce());
  expect(toast.mock.calls).toEqual([[expect.stringMatching(/^The file could not be opened\. ./), { kind: "error" }]]);
});

test("S2.read.2 the toolbar zooms, fits, rotates and goes to pages", async () => {
  await open();
  for (const name of ["Zoom out", "Zoom in", "Fit width", "Rotate"]) press(name);
  expect(view.zoom.mock.calls).toEqual([[-1], [1]]);
  expect(view.fitWidth).toHaveBeenCalledOnce();
  expect(view.rotate).toHaveBeenCalledOnce();
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Page" });
  const go = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    const shown = field.value;
    fireEvent.submit(field);
    return shown;
  };
  expect(go("1a2")).toBe("12");
  expect(document.activeElement).toBe(pages());
  expect(go("123456")).toBe("12345");
  expect(go("0")).toBe("0");
  expect(go("13")).toBe("13");
  expect(view.goTo.mock.calls).toEqual([[12]]);
  expect(field.value).toBe("1");
  fireEvent.change(field, { target: { value: "4" } });
  fireEvent.blur(field);
  expect(field.value).toBe("1");
  fireEvent.submit(field);
  expect(view.goTo).toHaveBeenLastCalledWith(1);
});

test("contents and highlights open beside the pages, one at a time", async () => {
  await open({ startPage: 6 });
  expect([side("Contents"), side("Highlights")]).toEqual([null, null]);
  press("Contents");
  expect(side("Contents")?.textContent).toBe("6");
  expect(button("Contents").getAttribute("aria-pressed")).toBe("true");
  press("Highlights");
  expect(side("Contents")).toBeNull();
  expect(side("Highlights")?.textContent).toContain("none chosen");
  expect(button("Highlights").getAttribute("aria-pressed")).toBe("true");
  press("Go to the highlight");
  expect(view.goTo.mock.calls).toEqual([[8]]);
  press("Highlights");
  expect(side("Highlights")).toBeNull();
});

test("a highlight in the URL is selected in the list", async () => {
  await open({ startHighlight: "h7" });
  expect(side("Highlights")?.textContent).toContain("h7");
});

test("S2.read.2 full screen fills the window, and Escape leaves it", async () => {
  const request = vi.fn(async () => Promise.reject(new Error("not allowed")));
  document.documentElement.requestFullscreen = request;
  await open();
  const isFull = () => document.querySelector(".reader")?.classList.contains("full");
  press("Full screen");
  expect([isFull(), request.mock.calls.length]).toEqual([true, 1]);
  expect(key("Escape")).toBe(true);
  expect(isFull()).toBe(false);
  press("Full screen");
  press("Full screen");
  expect([isFull(), request.mock.calls.length]).toEqual([false, 2]);
  press("Full screen");
  fireEvent(document, new Event("fullscreenchange"));
  expect(isFull()).toBe(false);
});

test("leaving the reader leaves full screen", async () => {
  const exit = vi.fn(async () => undefined);
  document.exitFullscreen = exit;
  Object.defineProperty(document, "fullscreenElement", { value: document.body, configurable: true });
  await open();
  fireEvent(document, new Event("fullscreenchange"));
  expect(exit).not.toHaveBeenCalled();
  cleanup();
  expect(exit).toHaveBeenCalledOnce();
  Object.defineProperty(document, "fullscreenElement", { value: null, configurable: true });
});

test("S2.read.6 a link shows its address and opens only when the student agrees", async () => {
  const opened = vi.fn();
  vi.stubGlobal("open", opened);
  const events = await open();
  act(() => events.onLink("https://example.com/a"));
  expect(screen.getByText(/This link leads to https:\/\/example.com\/a/)).toBeDefined();
  press("Cancel");
  await vi.waitFor(() => expect(screen.queryByText(/This link leads/)).toBeNull());
  expect(opened).not.toHaveBeenCalled();
  act(() => events.onLink("https://example.com/a"));
  press("Open the link");
  await vi.waitFor(() =>
    expect(opened.mock.calls).toEqual([["https://example.com/a", "_blank", "noopener,noreferrer"]]),
  );
});
