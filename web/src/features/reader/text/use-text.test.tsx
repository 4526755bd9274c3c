import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { queryClient } from "@/data/query/query-client";
import { useText } from "./use-text";

const load = vi.hoisted(() => vi.fn());
vi.mock("@/data/notes/note-text", () => ({
  noteTextQuery: ({ id }: { id: string }) => ({ queryKey: ["text", id], queryFn: load, retry: false }),
}));
vi.mock("./reader-text-code", () => ({ code: "code" }));

const note = { id: "n1" } as ReadableNote;
const text = { pages: [] };

beforeEach(() => {
  queryClient.clear();
  load.mockReset().mockResolvedValue(text);
});
afterEach(() => void vi.restoreAllMocks());

const use = (isWanted: boolean) => renderHook((wanted: boolean) => useText(note, wanted), { initialProps: isWanted });

test("S2.text.1 the text and its code load once, when they are first needed", async () => {
  const { result, rerender } = use(false);
  await act(async () => undefined);
  expect(load).not.toHaveBeenCalled();
  rerender(true);
  await vi.waitFor(() => expect(result.current.loaded).toEqual({ text, code: "code" }));
  queryClient.clear();
  rerender(false);
  rerender(true);
  await act(async () => undefined);
  expect(load).toHaveBeenCalledOnce();
  expect(result.current.loaded).toBeDefined();
});

test("S2.text.1 a text that cannot be loaded is reported and loads on a retry", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const failure = new Error("No answer.");
  load.mockRejectedValueOnce(failure);
  const { result } = use(true);
  await vi.waitFor(() => expect(result.current.error).toBe(failure));
  act(() => result.current.retry());
  await vi.waitFor(() => expect(result.current.loaded).toBeDefined());
  expect(result.current.error).toBeUndefined();
});

test("S2.text.1 a failure that arrives after the text view was left is not shown", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  let fail: (error: Error) => void = () => undefined;
  load.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  const { result, rerender } = use(true);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  rerender(false);
  await act(async () => fail(new Error("No answer.")));
  expect([result.current.error, warn.mock.calls.length]).toEqual([undefined, 0]);
});
