import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ContentsPanel } from "./contents";

type Near = (entries: { isIntersecting: boolean }[]) => void;

const view = { goTo: vi.fn(), goToDestination: vi.fn() };
let observers: { near: Near; target?: Element; disconnect: () => void }[];

beforeEach(() => {
  observers = [];
  view.goTo.mockReset();
  view.goToDestination.mockReset();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #entry: (typeof observers)[number];
      constructor(near: Near) {
        this.#entry = { near, disconnect: vi.fn() };
        observers.push(this.#entry);
      }
      observe(target: Element) {
        this.#entry.target = target;
      }
      disconnect() {
        this.#entry.disconnect();
      }
    },
  );
});
afterEach(cleanup);

/** Document of three pages, each 224 px wide at scale 1. */
function fakeFile(outline: unknown = []) {
  const drawings: { cancel: () => void; width: number; finish: () => void }[] = [];
  const file = {
    numPages: 3,
    getOutline: vi.fn(async () => outline),
    getPage: vi.fn(async (_number: number) => ({
      getViewport: ({ scale }: { scale: number }) => ({ width: 224 * scale, height: 300.5 * scale, scale }),
      render: ({ viewport }: { viewport: { width: number } }) => {
        let finish: () => void = () => undefined;
        const promise = new Promise<void>((resolve) => (finish = resolve));
        drawings.push({ cancel: vi.fn(), width: viewport.width, finish });
        const drawing = drawings.at(-1);
        return { promise, cancel: () => drawing?.cancel() };
      },
    })),
  };
  return { file, drawings };
}

async function show(outline?: unknown, page = 2) {
  const fake = fakeFile(outline);
  render(<ContentsPanel file={fake.file as never} view={view as never} page={page} />);
  await act(async () => undefined);
  return fake;
}

const canvas = (index: number) => observers[index]?.target as HTMLCanvasElement;
const move = (index: number, isIntersecting: boolean) => act(async () => observers[index]?.near([{ isIntersecting }]));

test("S2.read.2 the pages are listed, the current one is marked, and each one links to its page", async () => {
  await show();
  const buttons = screen.getAllByRole("button");
  expect(buttons.map((button) => [button.textContent, button.getAttribute("aria-current")])).toEqual([
    ["Page 1", null],
    ["Page 2", "true"],
    ["Page 3", null],
  ]);
  fireEvent.click(buttons[2] as HTMLElement);
  expect(view.goTo.mock.calls).toEqual([[3]]);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("S2.read.2 entries of the outline open their destinations, also nested ones, and an entry without a destination is disabled", async () => {
  const leaf = { title: "Heaps", dest: "heaps", items: [] };
  await show([{ title: "Trees", dest: null, items: [leaf] }]);
  expect(screen.getByRole("navigation", { name: "Outline" })).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Trees" }).disabled).toBe(true);
  expect(screen.getAllByRole("list")).toHaveLength(3);
  fireEvent.click(screen.getByRole("button", { name: "Heaps" }));
  expect(view.goToDestination.mock.calls).toEqual([["heaps"]]);
});

test.each([[null], [undefined]])("for a file whose outline is %s, no outline is shown", async (outline) => {
  await show(outline);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("if the outline cannot be read, the pages are listed anyway", async () => {
  const { file } = fakeFile();
  file.getOutline.mockRejectedValue(new Error("damaged"));
  render(<ContentsPanel file={file as never} view={view as never} page={1} />);
  await act(async () => undefined);
  expect(screen.getAllByRole("button")).toHaveLength(3);
});

test.each([
  [1, 112],
  [2, 224],
  [3, 224],
])("a thumbnail is drawn when it comes near the viewport, at %d device pixels per CSS pixel", async (ratio, width) => {
  vi.stubGlobal("devicePixelRatio", ratio);
  const { file, drawings } = await show();
  expect(file.getPage).not.toHaveBeenCalled();
  await move(1, true);
  expect(file.getPage.mock.calls).toEqual([[2]]);
  expect(drawings.map((drawing) => drawing.width)).toEqual([width]);
  expect([canvas(1).width, canvas(1).height]).toEqual([width, Math.floor((300.5 * width) / 224)]);
});

test("a thumbnail that leaves the viewport is emptied, and its rendering is cancelled", async () => {
  const { drawings } = await show();
  await move(0, true);
  await move(0, false);
  expect(drawings[0]?.cancel).toHaveBeenCalledOnce();
  expect([canvas(0).width, canvas(0).height]).toEqual([0, 0]);
});

test("a thumbnail that leaves the viewport before its page was read is not drawn", async () => {
  const { file, drawings } = await show();
  let read: (page: unknown) => void = () => undefined;
  file.getPage.mockReturnValueOnce(new Promise((resolve) => (read = resolve)) as never);
  await move(0, true);
  await move(0, false);
  await act(async () => read(undefined));
  expect(drawings).toEqual([]);
});

test("the thumbnail of a page that cannot be read stays blank, and closing the list cancels all rendering", async () => {
  const { file, drawings } = await show();
  file.getPage.mockRejectedValueOnce(new Error("damaged"));
  await move(0, true);
  await move(1, true);
  expect(drawings).toHaveLength(1);
  cleanup();
  expect(drawings[0]?.cancel).toHaveBeenCalledOnce();
  for (const { disconnect } of observers) expect(disconnect).toHaveBeenCalledOnce();
});
