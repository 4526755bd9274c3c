import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Highlight } from "@/api/models";
import { remarkDrafts } from "@/data/highlights/remark-drafts";
import { RemarkField } from "./remark";
import type { ChangeHighlight } from "./use-remark-drafts";

const mark = { quote: "binary heap", prefix: "", suffix: "", page: 4, colour: "yellow", remark: "" };
const highlight = { id: "h1", mark } as unknown as Highlight;

const drafts = remarkDrafts("amara", "n1");

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const saved: ChangeHighlight = async () => undefined;
const refused = { reason: "This remark is too long.", isFinal: true };
const unanswered = { reason: "Could not reach Note Ninja.", isFinal: false };
const withRemark = (remark: string) => ({ ...highlight, mark: { ...highlight.mark, remark } });

function show(change: ChangeHighlight) {
  const called = vi.fn(change);
  render(<RemarkField highlight={highlight} marking={{ change: called, drafts }} isChosen={false} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  return { change: called, field, type };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const status = () => screen.getByRole("status").textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("S2.mark.1 saves a remark when typing pauses, and shows that it is saved", async () => {
  const { change, type } = show(saved);
  type("Com");
  await wait(700);
  type("Complete");
  await wait(700);
  expect(change).not.toHaveBeenCalled();
  expect(status()).toBe("Saving…");
  await wait(100);
  expect(change).toHaveBeenCalledExactlyOnceWith(highlight, { remark: "Complete" }, expect.any(Function));
  expect(status()).toBe("Saved");
});

test("S2.mark.1 saves a remark during continuous typing", async () => {
  const { change, type } = show(saved);
  for (let letters = 1; letters <= 8; letters++) {
    type("a".repeat(letters));
    await wait(500);
  }
  expect(change).toHaveBeenCalledExactlyOnceWith(highlight, { remark: "aaaaaa" }, expect.any(Function));
});

test("S2.mark.1 an edit of a remark is based on the text that the student saw, not on a later version", () => {
  const change = vi.fn(saved);
  const field = (remark: string) => (
    <RemarkField highlight={withRemark(remark)} marking={{ change, drafts }} isChosen={false} />
  );
  const { rerender } = render(field("Old"));
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "Old word" } });
  rerender(field("Rewritten elsewhere"));
  fireEvent.blur(screen.getByRole("textbox"));
  expect(change).toHaveBeenCalledExactlyOnceWith(withRemark("Old"), { remark: "Old word" }, expect.any(Function));
});

test("S2.mark.1 a remark merged from two devices may exceed the limit", () => {
  const remark = "x".repeat(3000);
  render(
    <RemarkField
      highlight={{ ...highlight, mark: { ...highlight.mark, remark } }}
      marking={{ change: saved, drafts }}
      isChosen={false}
    />,
  );
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").maxLength).toBe(3000);
});

test.each([
  ["the page is unloaded", () => window.dispatchEvent(new Event("beforeunload"))],
  ["the page is hidden", () => window.dispatchEvent(new Event("pagehide"))],
  ["the panel is closed", cleanup],
])("S2.mark.1 saves a remark at once when %s", async (_, leave) => {
  const { change, type } = show(saved);
  type("Complete");
  leave();
  expect(change).toHaveBeenCalledExactlyOnceWith(highlight, { remark: "Complete" }, expect.any(Function));
});

test("S2.mark.1 keeps and retries a remark that got no response", async () => {
  const { change, field, type } = show(async () => unanswered);
  type("Complete");
  fireEvent.blur(field);
  await wait(0);
  expect(status()).toBe("Not saved. Could not reach Note Ninja.");
  expect(field.value).toBe("Complete");
  fireEvent.blur(field);
  expect(change).toHaveBeenCalledTimes(2);
});

test("S2.mark.1 keeps a rejected remark, and sends it again only on request", async () => {
  const { change, field, type } = show(vi.fn(saved).mockResolvedValueOnce(refused));
  type("Complete");
  await wait(800);
  expect(status()).toBe("Not saved. This remark is too long.");
  fireEvent.blur(field);
  window.dispatchEvent(new Event("pagehide"));
  expect(change).toHaveBeenCalledTimes(1);
  expect(field.value).toBe("Complete");
  press("Save again");
  expect(change).toHaveBeenCalledTimes(2);
  await wait(0);
  expect(status()).toBe("Saved");
  expect(screen.queryByRole("button")).toBeNull();
  expect(drafts.read()).toEqual({});
});

test("S2.mark.1 shows a remark that was rejected before the page was opened, and saves or discards it", async () => {
  drafts.set("h1", { text: "Complete", base: "Com", failure: refused });
  const { change, field } = show(async () => refused);
  expect(field.value).toBe("Complete");
  expect(status()).toBe("Not saved. This remark is too long.");
  press("Save again");
  await wait(0);
  expect(change).toHaveBeenCalledExactlyOnceWith(withRemark("Com"), { remark: "Complete" }, expect.any(Function));
  expect(status()).toBe("Not saved. This remark is too long.");
  press("Discard");
  expect(field.value).toBe("");
  expect(document.activeElement).toBe(field);
  expect(drafts.read()).toEqual({});
});

test("S2.mark.1 after a rejection, the next edit is based on the saved remark", async () => {
  let refuse = (_: typeof refused) => {};
  const change = vi.fn(saved).mockReturnValueOnce(
    new Promise((resolve) => {
      refuse = resolve;
    }),
  );
  const field = (remark: string) => (
    <RemarkField highlight={withRemark(remark)} marking={{ change, drafts }} isChosen={false} />
  );
  const { rerender } = render(field("Old"));
  const type = (value: string) => fireEvent.change(screen.getByRole("textbox"), { target: { value } });
  type("New");
  await wait(800);
  // The optimistic change is shown while the save is in flight, and the field is left.
  rerender(field("New"));
  fireEvent.blur(screen.getByRole("textbox"));
  refuse(refused);
  await wait(0);
  rerender(field("Old"));
  type("Newer");
  expect(drafts.read()).toEqual({ h1: { text: "Newer", base: "Old" } });
});

test("S2.mark.1 stores a draft with each keystroke until the remark is saved", async () => {
  const { type } = show(saved);
  type("Comp");
  expect(drafts.read()).toEqual({ h1: { text: "Comp", base: "" } });
  await wait(800);
  expect(drafts.read()).toEqual({});
});

test("S2.mark.1 deletes the draft once the outbox has the text, so that a reload does not merge it twice", async () => {
  const { type } = show((_seen, _mark, onStored) => {
    onStored?.();
    return new Promise(() => undefined);
  });
  type("Complete");
  await wait(800);
  expect(drafts.read()).toEqual({});
  expect(status()).toBe("Saving…");
});

test("S2.mark.1 after two concurrent saves were rejected, the next edit is based on the saved remark", async () => {
  const refuse: ((failure: typeof refused) => void)[] = [];
  const change = vi.fn<ChangeHighlight>(() => new Promise((resolve) => refuse.push(resolve)));
  const field = (remark: string) => (
    <RemarkField highlight={withRemark(remark)} marking={{ change, drafts }} isChosen={false} />
  );
  const { rerender } = render(field("Old"));
  const type = (value: string) => fireEvent.change(screen.getByRole("textbox"), { target: { value } });
  type("New");
  await wait(800);
  rerender(field("New"));
  type("Newer");
  await wait(800);
  rerender(field("Newer"));
  for (const each of refuse) each(refused);
  await wait(0);
  rerender(field("Old"));
  type("Newest");
  expect(drafts.read()).toEqual({ h1: { text: "Newest", base: "Old" } });
});

test("S2.mark.1 moving the focus to the buttons of an unsaved remark does not save it, and moving it elsewhere does", async () => {
  const { change, field, type } = show(async () => unanswered);
  type("Complete");
  await wait(800);
  expect(change).toHaveBeenCalledTimes(1);
  const again = screen.getByRole("button", { name: "Save again" });
  const discard = screen.getByRole("button", { name: "Discard" });
  fireEvent.blur(field, { relatedTarget: again });
  fireEvent.blur(again, { relatedTarget: discard });
  fireEvent.blur(discard, { relatedTarget: field });
  expect(change).toHaveBeenCalledTimes(1);
  fireEvent.blur(discard);
  expect(change).toHaveBeenCalledTimes(2);
});

test("S2.mark.1 saves a remark when the student switches to another tab, and not on the way back", async () => {
  const { change, type } = show(saved);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  type("Complete");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(change).not.toHaveBeenCalled();
  visibility.mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(change).toHaveBeenCalledExactlyOnceWith(highlight, { remark: "Complete" }, expect.any(Function));
  await wait(0);
});

test("S2.mark.1 text typed while the focus leaves the field stays there", async () => {
  let store: () => void = () => undefined;
  const { field, type } = show(() => new Promise((resolve) => (store = () => resolve(undefined))));
  type("Comp");
  fireEvent.blur(field);
  type("Complete");
  store();
  await wait(0);
  expect(field.value).toBe("Complete");
});

test("S2.mark.1 the field of the chosen highlight gets the focus and scrolls into view", () => {
  const scrollIntoView = vi.fn();
  HTMLElement.prototype.scrollIntoView = scrollIntoView;
  const field = (isChosen: boolean) => (
    <RemarkField highlight={highlight} marking={{ change: saved, drafts }} isChosen={isChosen} />
  );
  const { rerender } = render(field(false));
  expect(document.activeElement).toBe(document.body);
  rerender(field(true));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  expect(scrollIntoView.mock.calls).toEqual([[{ block: "nearest" }]]);
});
