import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showToast, ToastCard } from "./toaster";

/** Maximum duration of the exit animation in milliseconds. */
const LEAVING_MS = 500;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  ["S2.audio.8 S4.pl.2", "Added to playlist!", {}],
  ["S8.pl.1", "Failed to add to playlist", { kind: "error", isShort: true }],
  ["S8.play.1", "Could not play, skipping", { kind: "error", isShort: true }],
] as const)("%s S9.c.6 '%s' stays for two seconds and is announced", async (_row, words, options) => {
  act(() => showToast(words, options));
  await pass(20);
  const role = "kind" in options ? "alert" : "status";
  expect(screen.getByText(words).closest(`[role=${role}]`)).not.toBeNull();
  await pass(1_900);
  expect(screen.queryByText(words)).not.toBeNull();
  await pass(80 + LEAVING_MS);
  expect(screen.queryByText(words)).toBeNull();
});

test("an important error stays until it is closed", async () => {
  act(() => showToast("Failed to delete note.", { kind: "error" }));
  await pass(60_000);
  expect(screen.queryByText("Failed to delete note.")).not.toBeNull();
  await act(async () => screen.getByRole("button", { name: "Close" }).click());
  await pass(LEAVING_MS);
  await pass(LEAVING_MS);
  expect(screen.queryByText("Failed to delete note.")).toBeNull();
});

test("pressing the action of a message runs it and closes the message", () => {
  const [close, retry] = [vi.fn(), vi.fn()];
  render(<ToastCard message="Failed to like note." action={{ label: "Retry", onClick: retry }} close={close} />);
  screen.getByRole("button", { name: "Retry" }).click();
  expect(retry).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  ["an error", { kind: "error" }, 1],
  ["a brief error", { kind: "error", isShort: true }, 0],
  ["a message that stays", { isPersistent: true }, 1],
  ["a success", {}, 0],
] as const)("%s has a close button only if it does not disappear", (_what, options, buttons) => {
  render(<ToastCard message="Saved." {...options} close={vi.fn()} />);
  expect(screen.queryAllByRole("button", { name: "Close" })).toHaveLength(buttons);
});

const failure = Object.assign(new Error("It failed."), { status: 500, traceId: "abc123" });
const reference = "If it keeps happening, report it with this reference: abc123";

test("an error message shows the error reference of a server failure in its own element", async () => {
  act(() => showToast("Failed to update like.", { kind: "error", error: failure }));
  await pass(20);
  const alert = screen.getByText("Failed to update like.").closest("[role=alert]");
  expect(alert?.contains(screen.getByText(reference))).toBe(true);
  await act(async () => screen.getByRole("button", { name: "Close" }).click());
  await pass(LEAVING_MS);
  await pass(LEAVING_MS);
});

test("a brief error message disappears after 2 s, but its error reference stays", async () => {
  act(() => showToast("Failed to add to playlist", { kind: "error", isShort: true, error: failure }));
  await pass(2_000 + LEAVING_MS);
  await pass(LEAVING_MS);
  expect(screen.queryByText("Failed to add to playlist")).toBeNull();
  expect(screen.queryByText(reference)).not.toBeNull();
});

test("the error reference of a second brief failure replaces the first one", async () => {
  const second = Object.assign(new Error("It failed."), { status: 500, traceId: "def456" });
  act(() => showToast("Failed to add to playlist", { kind: "error", isShort: true, error: failure }));
  await pass(20);
  act(() => showToast("Failed to add to playlist", { kind: "error", isShort: true, error: second }));
  await pass(20);
  expect(screen.getByText(reference.replace("abc123", "def456"))).toBeDefined();
  expect(screen.queryByText(reference)).toBeNull();
});
