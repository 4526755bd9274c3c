import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import { type PlayableTrack, type PlayerCommands, type PlayerState, player } from "@/player/player";
import { initialPosition, initialState, playerPosition, playerState } from "@/player/store";

/** Mocks of modules, for tests of the whole user interface of the player. */
export const durations = {
  useDurations: () => ({
    clock: (secs?: number) =>
      secs === undefined ? "--:--" : `${Math.floor(secs / 60)}:${String(secs % 60).padStart(2, "0")}`,
    spoken: (secs: number) => `${secs} seconds`,
  }),
};
export const lazyQueue = { LazyQueue: () => <p>The list</p>, isRowMoving: vi.fn(() => false) };
export const report = {
  useReport: (target?: { id: string }) => ({ items: [], dialog: target && <p>Reports {target.id}</p> }),
};
export const offline = {
  useOfflineItem: (target?: { id: string }) => ({ items: [], dialog: target && <p>Keeps {target.id}</p> }),
};

export const playing: PlayableTrack = {
  id: "a1",
  title: "Heaps",
  subject: "cs246",
  shelf: "deep-dive",
  durationSecs: 120,
  uploaderName: "Ben",
};

/** Width of the viewport in pixels for each layout. */
export const widths = { compact: 600, narrow: 1000, wide: 1279, widest: 1280 };

export function setWidth(width: number): void {
  window.innerWidth = width;
}

/** Changes the state of the player. */
export const set = (state: Partial<PlayerState>) => act(() => playerState.set({ ...playerState.get(), ...state }));
export const setPosition = (position: Partial<typeof initialPosition>) =>
  act(() => playerPosition.set({ ...playerPosition.get(), ...position }));

/** Resets the player and replaces its commands, which are returned. */
export function resetPlayer(): Record<keyof PlayerCommands, ReturnType<typeof vi.fn>> {
  localStorage.clear();
  playerState.set({ ...initialState, currentAudio: playing });
  playerPosition.set(initialPosition);
  lazyQueue.isRowMoving.mockReturnValue(false);
  const names = Object.keys(player) as (keyof PlayerCommands)[];
  return Object.fromEntries(names.map((name) => [name, vi.spyOn(player, name).mockReturnValue()])) as unknown as Record<
    keyof PlayerCommands,
    ReturnType<typeof vi.fn>
  >;
}

/** Renders the player below a page. */
export async function showPlayer(width = widths.widest) {
  const { PlayerUi } = await import("./player-ui");
  setWidth(width);
  const slots = {
    like: ({ id }: PlayableTrack) => <button type="button">Like {id}</button>,
    addToPlaylist: ({ id }: PlayableTrack) => <button type="button">Add {id}</button>,
  };
  const page = (
    <>
      <button type="button">On the page</button>
      <PlayerUi uid="u1" slots={slots} />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: ["/before", "/page"] });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { container, router, queries };
}

/** Accessible names of all buttons of the player's bar. */
export const controls = () =>
  within(screen.getByRole("region", { name: "Audio player" }))
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
