import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { player } from "@/player/player";
import { initialState, playerState, resumePositions } from "@/player/store";
import { ContinueListening } from "./continue-listening";

vi.mock("@/session/session", () => import("@/api/testing"));
const listening = vi.hoisted(() => vi.fn());
vi.mock("@/data/positions/continue-listening", () => ({
  continueListeningQuery: { queryKey: ["listening"], queryFn: () => listening() },
}));

const track = (id: string, more: object = {}) => ({
  id,
  title: `Title ${id}`,
  subject: "CS246",
  shelf: "deep-dive" as const,
  durationSecs: 600,
  ...more,
});

beforeEach(() => {
  playerState.set(initialState);
  resumePositions.set(new Map());
  for (const name of ["playList", "toggle"] as const) vi.spyOn(player, name).mockReturnValue();
  listening.mockResolvedValue([
    { audio: track("a1"), position: { positionMs: 300_000 } },
    { audio: track("a2", { durationSecs: undefined }), position: { positionMs: 60_000 } },
  ]);
});
afterEach(cleanup);

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={queries}>
      <ContinueListening />
    </QueryClientProvider>,
  );
  return { container, queries };
}
const state = (more: object) => act(() => playerState.set({ ...initialState, ...more }));
const bars = () => [...document.querySelectorAll<HTMLElement>(".heard-bar i")].map(({ style }) => style.width);

test("started recordings show the remaining time, and play as one list", async () => {
  show();
  await screen.findByRole("button", { name: "Continue Title a1, 5 min left" });
  expect(screen.getAllByRole("listitem").map((row) => row.querySelector(".hint")?.textContent)).toEqual([
    "5 min left · CS 246",
    "CS 246",
  ]);
  expect(bars()).toEqual(["50%"]);
  fireEvent.click(screen.getByRole("button", { name: "Continue Title a2" }));
  const [tracks, index, source] = vi.mocked(player.playList).mock.calls[0] ?? [];
  expect([tracks?.map(({ id }) => id), index]).toEqual([["a1", "a2"], 1]);
  expect(source).toEqual({ kind: "listening", id: "listening", title: "Continue listening", href: "/" });
});

test("the current recording can be paused and resumed in this list", async () => {
  show();
  await screen.findByRole("button", { name: "Continue Title a1, 5 min left" });
  for (const running of [{ isPlaying: true }, { isLoading: true }]) {
    state({ currentAudio: track("a1"), ...running });
    fireEvent.click(screen.getByRole("button", { name: "Pause Title a1, 5 min left" }));
  }
  state({ currentAudio: track("a1") });
  fireEvent.click(screen.getByRole("button", { name: "Continue Title a1, 5 min left" }));
  expect(player.toggle).toHaveBeenCalledTimes(3);
  expect(player.playList).not.toHaveBeenCalled();
});

test("newer positions of this device are used, and without a started recording the section is hidden", async () => {
  const { container } = show();
  await screen.findByRole("button", { name: "Continue Title a1, 5 min left" });
  const heard = (positionSecs: number, isFinished = false) => ({ positionSecs, isFinished }) as never;
  act(() => resumePositions.set(new Map([["a1", heard(900)]])));
  expect(bars()).toEqual(["100%"]);
  act(() =>
    resumePositions.set(
      new Map([
        ["a1", heard(600, true)],
        ["a2", heard(0)],
      ]),
    ),
  );
  expect(container.textContent).toBe("");
  cleanup();
  listening.mockRejectedValue(new Error("offline"));
  const shown = show();
  await vi.waitFor(() => expect(shown.queries.isFetching()).toBe(0));
  expect(shown.container.textContent).toBe("");
});
