import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ComponentProps, ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import type { ReaderView } from "../page-view/view";
import { openFile, ReaderToolbar } from "./toolbar";

const calls = vi.hoisted(() => ({ read: vi.fn(), record: vi.fn(), toast: vi.fn() }));
vi.mock("@/data/notes/notes", () => ({ fetchReadableNote: calls.read, recordDownload: calls.record }));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));
vi.mock("@/ui/overlay/menu", () => ({
  Menu: ({ trigger, items }: MenuProps) => (
    <div data-testid={trigger.props.label}>
      {items.map((item) =>
        typeof item === "string" ? (
          item
        ) : (
          <button key={item.label} type="button" disabled={item.disabled} onClick={item.onSelect}>
            {item.label}
          </button>
        ),
      )}
    </div>
  ),
}));

interface MenuProps {
  trigger: ReactElement<{ label: string }>;
  items: (string | { label: string; onSelect: () => void; disabled?: boolean })[];
}
const view = { zoom: vi.fn(), fitWidth: vi.fn(), rotate: vi.fn() };
const on = {
  onMode: vi.fn(),
  onAloud: vi.fn(),
  onSide: vi.fn(),
  onGo: vi.fn(),
  onFind: vi.fn(),
  onFullScreen: vi.fn(),
};
let tab: { location: { href: string }; close: () => void } | null;

beforeEach(() => {
  for (const call of [...Object.values(calls), ...Object.values(view), ...Object.values(on)]) call.mockReset();
  calls.read.mockResolvedValue({ url: "https://f/n" });
  tab = { location: { href: "" }, close: vi.fn() };
  vi.spyOn(window, "open").mockImplementation(() => tab as unknown as Window);
});
afterEach(cleanup);

function show(more: Partial<ComponentProps<typeof ReaderToolbar>> = {}): void {
  render(
    <ReaderToolbar
      note={{ id: "n", textUrl: "https://f/text" } as ReadableNote}
      view={view as unknown as ReaderView}
      page={3}
      pages={20}
      percent={120}
      side={undefined}
      mode="page"
      isAloud={false}
      hasLetterShortcuts
      {...on}
      {...more}
    />,
  );
}
const bar = () => screen.getByRole("toolbar", { name: "Pages" });
const buttons = (name: string) => within(bar()).getAllByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => act(async () => void fireEvent.click(buttons(name)[0] as Element));

test("S2.text.1 the tooltip names the key T only if single-key shortcuts are on", () => {
  show();
  const [button] = buttons("Text view");
  expect([button?.getAttribute("aria-keyshortcuts"), button?.title]).toEqual(["T", "Text view (T)"]);
  cleanup();
  show({ hasLetterShortcuts: false });
  const [without] = buttons("Text view");
  expect([without?.getAttribute("aria-keyshortcuts"), without?.title]).toEqual([null, "Text view"]);
});

test("S2.read.2 the buttons change the view, and open the find bar and the full screen", async () => {
  show();
  for (const name of ["Zoom in", "Zoom out", "Fit width", "Rotate", "Find in this note", "Full screen"])
    await press(name);
  expect(view.zoom.mock.calls).toEqual([[1], [-1]]);
  expect([view.fitWidth, view.rotate, on.onFind, on.onFullScreen].map(({ mock }) => mock.calls.length)).toEqual([
    1, 1, 1, 1,
  ]);
  expect(screen.getByRole("status", { name: "Zoom" }).textContent).toBe("120%");
});

test("on a phone the menu has the same actions", () => {
  show();
  const menu = within(screen.getByTestId("More"));
  const names = menu.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names).toEqual([
    "Read aloud",
    "Zoom in",
    "Zoom out",
    "Fit width",
    "Rotate",
    "Full screen",
    "Open to print",
    "Download PDF",
    "Share",
    "Share from page 3",
  ]);
  for (const name of names) expect(buttons(name ?? "")).toHaveLength(2);
});

test("until the file is open, the buttons for its view are disabled, but it can be downloaded", () => {
  show({ view: undefined });
  const disabled = (name: string) => buttons(name).every((button) => button.disabled);
  expect(["Contents", "Zoom in", "Zoom out", "Fit width", "Rotate", "Find in this note"].map(disabled)).toEqual(
    Array(6).fill(true),
  );
  expect(["Highlights", "Full screen", "Open to print", "Download PDF"].map(disabled)).toEqual(Array(4).fill(false));
});

test.each([
  [undefined, ["false", "false"]],
  ["contents", ["true", "false"]],
  ["highlights", ["false", "true"]],
] as const)("with the panel %s open, only its button is pressed", async (side, pressed) => {
  show({ side });
  const names = ["Contents", "Highlights"];
  expect(names.map((name) => buttons(name)[0]?.getAttribute("aria-pressed"))).toEqual(pressed);
  for (const name of names) await press(name);
  expect(on.onSide.mock.calls).toEqual([["contents"], ["highlights"]]);
});

const page = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Page" });
const type = (value: string) => fireEvent.change(page(), { target: { value } });
const enter = () => fireEvent.submit(page());

test.each([
  ["1", [[1]]],
  ["20", [[20]]],
  ["0", []],
  ["21", []],
  ["", []],
])("S2.read.2 after typing the page %j and Enter, the view goes to %j", (typed, expected) => {
  show();
  expect([page().value, page().parentElement?.textContent]).toEqual(["3", "of 20"]);
  type(typed);
  expect(page().value).toBe(typed);
  expect(enter()).toBe(false);
  expect(on.onGo.mock.calls).toEqual(expected);
  expect(page().value).toBe("3");
});

test("S2.read.2 the page field accepts only digits, and leaving it drops them", () => {
  show();
  type("1a2b3456");
  expect(page().value).toBe("12345");
  fireEvent.blur(page());
  expect(page().value).toBe("3");
  const select = vi.spyOn(page(), "select");
  fireEvent.focus(page());
  expect(select).toHaveBeenCalledTimes(1);
  enter();
  expect(on.onGo.mock.calls).toEqual([[3]]);
});

test("the file opens in a tab that the click opened, and only 'Download PDF' counts as a download", async () => {
  show();
  await press("Open to print");
  expect(window.open).toHaveBeenCalledExactlyOnceWith("", "_blank");
  expect([tab?.location.href, calls.record.mock.calls.length]).toEqual(["https://f/n", 0]);
  await press("Download PDF");
  expect(calls.record.mock.calls).toEqual([["n"]]);
  expect(calls.read.mock.calls).toEqual([["n"], ["n"]]);
});

test("if no new tab can be opened, the file opens in this one", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign });
  tab = null;
  await openFile("n");
  expect(assign.mock.calls).toEqual([["https://f/n"]]);
});

test("if a file cannot be opened, its tab closes and a message is shown", async () => {
  calls.read.mockRejectedValue(new Error("No."));
  await openFile("n");
  expect(tab?.close).toHaveBeenCalledTimes(1);
  expect(calls.toast.mock.calls).toEqual([
    [expect.stringMatching(/^The file could not be opened\. /), { kind: "error" }],
  ]);
});

test("S2.text.1 the button shows whether the text view is on, or why a note has no text", async () => {
  show({ mode: "text" });
  expect(buttons("Text view")[0]?.getAttribute("aria-pressed")).toBe("true");
  expect(buttons("Text view")[0]?.title).toBe("Text view (T)");
  await press("Text view");
  expect(on.onMode).toHaveBeenCalledOnce();
  cleanup();
  show({ note: { id: "n" } as ReadableNote });
  expect(buttons("Text view")[0]?.getAttribute("aria-disabled")).toBe("true");
  expect(buttons("Text view")[0]?.title).toBe("No text is available for this note.");
});

test("S2.text.4 in the text view, the zoom buttons change the size of the text", async () => {
  show({ mode: "text" });
  await press("Larger text");
  await press("Smaller text");
  await press("Default text size");
  expect(view.zoom.mock.calls).toEqual([[1], [-1]]);
  expect(view.fitWidth).toHaveBeenCalledOnce();
  expect(within(bar()).queryByRole("button", { name: "Rotate" })).toBeNull();
  expect(screen.getByRole("status", { name: "Text size" }).textContent).toBe("120%");
});

test("S2.aloud.1 the toolbar and its menu start reading aloud, and say why a note cannot be read aloud", async () => {
  show();
  await press("Read aloud");
  await act(async () => void fireEvent.click(within(screen.getByTestId("More")).getByText("Read aloud")));
  expect(on.onAloud).toHaveBeenCalledTimes(2);
  cleanup();
  show({ isAloud: true });
  expect(buttons("Stop reading aloud")).toHaveLength(2);
  cleanup();
  show({ note: { id: "n" } as ReadableNote, isAloud: false });
  expect(buttons("Read aloud")[0]?.title).toBe("No text is available for this note.");
  await press("Read aloud");
  expect(calls.toast.mock.calls).toEqual([["No text is available for this note."]]);
  expect(on.onAloud).toHaveBeenCalledTimes(2);
});
