import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Highlight, HighlightMark } from "@/api/models";
import { remarkDrafts } from "@/data/highlights/remark-drafts";
import { Remark } from "./remark";

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

function show(change: (highlight: Highlight, mark: Partial<HighlightMark>) => Promise<boolean>) {
  const called = vi.fn(change);
  render(<Remark highlight={highlight} marking={{ change: called, drafts }} isChosen={false} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  return { change: called, field, type };
}

const status = () => screen.getByRole("status").textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("S2.mark.1 saves a remark when typing pauses, and says so", async () => {
  const { change, type } = show(async () => true);
  type("Com");
  await wait(700);
  type("Complete");
  await wait(700);
  expect(change).not.toHaveBeenCalled();
  expect(status()).toBe("Saving…");
  await wait(100);
  expect(change).toHaveBeenCalledExactlyOnceWith(highlight, { remark: "Complete" });
  expect(status()).toBe("Saved");
});

test("S2.mark.1 saves a remark that is typed without a pause", async () => {
  const { change, type } = show(async () => true);
  for (let letters = 1; letters <= 8; letters++) {
    type("a".repeat(letters));
    await wait(500);
  }
  expect(change).toHaveBeenCalledExactlyOnceWith(highlight, { remark: "aaaaaa" });
});

test("S2.mark.1 a remark is based on what the student saw, not on what has arrived since", () => {
  const change = vi.fn(async () => true);
  const withRemark = (remark: string) => ({ ...highlight, mark: { ...highlight.mark, remark } });
  const field = (remark: string) => (
    <Remark highlight={withRemark(remark)} marking={{ change, drafts }} isChosen={false} />
  );
  const { rerender } = render(field("Old"));
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "Old word" } });
  rerender(field("Rewritten elsewhere"));
  fireEvent.blur(screen.getByRole("textbox"));
  expect(change).toHaveBeenCalledExactlyOnceWith(withRemark("Old"), { remark: "Old word" });
});

test("S2.mark.1 a remark with the texts of two devices may stay as long as it is", () => {
  const remark = "x".repeat(3000);
  render(
    <Remark
      highlight={{ ...highlight, mark: { ...highlight.mark, remark } }}
      marking={{ change: async () => true, drafts }}
      isChosen={false}
    />,
  );
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").maxLength).toBe(3000);
});

test.each([
  ["the page is left", () => window.dispatchEvent(new Event("beforeunload"))],
  ["the page is hidden", () => window.dispatchEvent(new Event("pagehide"))],
  ["the panel is closed", cleanup],
])("S2.mark.1 saves a remark at once when %s", async (_, leave) => {
  const { change, type } = show(async () => true);
  type("Complete");
  leave();
  expect(change).toHaveBeenCalledExactlyOnceWith(highlight, { remark: "Complete" });
});

test("S2.mark.1 keeps the text of a remark that could not be saved, and tries again", async () => {
  const { change, field, type } = show(async () => false);
  type("Complete");
  fireEvent.blur(field);
  await wait(0);
  expect(status()).toBe("Not saved. Change the text to try again.");
  expect(field.value).toBe("Complete");
  fireEvent.blur(field);
  expect(change).toHaveBeenCalledTimes(2);
});

test("S2.mark.1 keeps a draft of each letter until the remark is saved", async () => {
  const { type } = show(async () => true);
  type("Comp");
  expect(drafts.read()).toEqual({ h1: { text: "Comp", base: "" } });
  await wait(800);
  expect(drafts.read()).toEqual({});
});
