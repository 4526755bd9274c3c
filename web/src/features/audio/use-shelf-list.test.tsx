import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { player } from "@/player/player";
import { initialState, playerState } from "@/player/store";
import { useShelfList } from "./use-shelf-list";

const PAGE = 100;

/** Fake server with a shelf of 250 recordings in pages of 100. */
function answer(request: Request): Response {
  const from = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
  const items = Array.from({ length: Math.min(PAGE, 250 - from) }, (_, index) => ({
    id: `id${from + index}`,
    title: `Title ${from + index}`,
  }));
  const nextCursor = from + PAGE < 250 ? String(from + PAGE) : undefined;
  return Response.json({
    shelf: { id: "radio", title: "x", episodes: 250, totalSecs: 0 },
    audio: { items, nextCursor },
  });
}

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

const ask = vi.fn(async (request: Request) => answer(request));
const show = (sought?: string) => renderHook(() => useShelfList("radio", sought), { wrapper });
const playsRadio = (index: number) => ({
  ...initialState,
  source: { kind: "shelf", id: "radio", title: "x" } as const,
  list: Array.from({ length: PAGE }, (_, place) => ({
    id: `id${place}`,
    title: "",
    subject: "",
    shelf: "radio" as const,
  })),
  index,
});

beforeEach(() => {
  ask.mockClear();
  vi.stubGlobal("fetch", ask);
});
afterEach(() => {
  cleanup();
  playerState.set(initialState);
});

test("loads pages one by one, on request", async () => {
  const { result } = show();
  await waitFor(() => expect(result.current.rows.length).toBe(100));
  act(() => {
    result.current.more();
    result.current.more();
  });
  await waitFor(() => expect(result.current.rows.length).toBe(200));
  expect(ask).toHaveBeenCalledTimes(2);
  expect(result.current.rows.at(-1)?.title).toBe("Title 199");
});

test("loads further pages until a linked recording is found", async () => {
  const { result } = show("id230");
  await waitFor(() => expect(result.current.rows.length).toBe(250));
  cleanup();
  ask.mockClear();
  const first = show("id3");
  await waitFor(() => expect(first.result.current.rows.length).toBe(100));
  expect(ask).toHaveBeenCalledOnce();
});

test("the queue grows with the shelf it was started from, and loads more before its end", async () => {
  const appendPages = vi.spyOn(player, "appendPages").mockImplementation(() => undefined);
  const { result } = show();
  await waitFor(() => expect(result.current.rows.length).toBe(100));
  act(() => playerState.set(playsRadio(5)));
  expect(ask).toHaveBeenCalledOnce();
  act(() => playerState.set(playsRadio(98)));
  // The mocked player's list does not grow, so the hook requests further pages.
  await waitFor(() => expect(appendPages).toHaveBeenCalled());
  const [source, tracks] = appendPages.mock.calls[0] ?? [];
  expect([source, tracks?.length, tracks?.[0]?.id]).toEqual(["radio", 100, "id100"]);
});

test("loading more of a shelf does not change a queue that was started from another list", async () => {
  const appendPages = vi.spyOn(player, "appendPages").mockImplementation(() => undefined);
  const { result } = show();
  await waitFor(() => expect(result.current.rows.length).toBe(100));
  act(() => result.current.more());
  await waitFor(() => expect(result.current.rows.length).toBe(200));
  expect(appendPages).not.toHaveBeenCalled();
});
