import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PlayerViewProvider, usePlayerView } from "./player-view";

let view: ReturnType<typeof usePlayerView>;
function Shown() {
  view = usePlayerView();
  return <p>{view.isSheetOpen ? "open" : "closed"}</p>;
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function show(uid = "u1") {
  const element = (
    <PlayerViewProvider uid={uid} slots={{}}>
      <Shown />
    </PlayerViewProvider>
  );
  const entries = ["/before", { pathname: "/page", search: "?q=1", hash: "#part", state: { from: "/x" } }];
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: entries, initialIndex: 1 });
  render(<RouterProvider router={router} />);
  return router;
}

test("opening the full-screen player adds a history entry: Back closes it and stays on the page", async () => {
  const router = show();
  const address = () => router.state.location.pathname + router.state.location.search + router.state.location.hash;
  await act(async () => view.setSheetOpen(true));
  expect(screen.getByText("open")).toBeDefined();
  expect([address(), router.state.location.state]).toEqual(["/page?q=1#part", { from: "/x", playerSheet: true }]);
  await act(async () => view.setSheetOpen(true));
  await act(() => router.navigate(-1));
  expect(screen.getByText("closed")).toBeDefined();
  expect([address(), router.state.location.state]).toEqual(["/page?q=1#part", { from: "/x" }]);
});

test("closing the full-screen player removes one history entry, and closing it again does nothing", async () => {
  const router = show();
  await act(async () => view.setSheetOpen(true));
  await act(async () => view.setSheetOpen(false));
  expect(screen.getByText("closed")).toBeDefined();
  await act(async () => view.setSheetOpen(false));
  expect(router.state.location.pathname).toBe("/page");
});

test("settings of the player are stored on this device for each user", async () => {
  show();
  expect([view.areTimesAtRate, view.hasShortcuts]).toEqual([false, true]);
  await act(async () => view.setTimesAtRate(true));
  await act(async () => view.setHasShortcuts(false));
  expect([view.areTimesAtRate, view.hasShortcuts]).toEqual([true, false]);
  cleanup();
  show();
  expect([view.areTimesAtRate, view.hasShortcuts]).toEqual([true, false]);
  cleanup();
  show("u2");
  expect([view.areTimesAtRate, view.hasShortcuts]).toEqual([false, true]);
});

test("the queue and the list of shortcuts can be opened and closed", async () => {
  show();
  expect([view.isQueueOpen, view.isHelpOpen]).toEqual([false, false]);
  await act(async () => view.setQueueOpen(true));
  expect([view.isQueueOpen, view.isHelpOpen]).toEqual([true, false]);
  await act(async () => view.setHelpOpen(true));
  expect([view.isQueueOpen, view.isHelpOpen]).toEqual([true, true]);
});
