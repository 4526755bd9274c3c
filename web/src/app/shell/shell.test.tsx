import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { Component } from "./shell";

const calls = vi.hoisted(() => ({ signOut: vi.fn(), confirmSignOut: vi.fn() }));
let isIdle = false;

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/lib/loading/use-page-idle", () => ({ usePageIdle: () => isIdle }));
vi.mock("../providers", () => ({ Providers: ({ children }: { children: object }) => children }));
vi.mock("./connection-banner", () => ({ ConnectionBanner: () => null }));
vi.mock("@/ui/overlay/unsaved-changes-prompt", () => ({ UnsavedChangesPrompt: () => null }));
vi.mock("./lazy-player", () => ({ LazyPlayer: () => null }));
vi.mock("./use-sign-out", () => ({ useSignOut: () => ({ ...calls, dialog: <p>Log out?</p> }) }));
vi.mock("./guest-header", () => ({ GuestHeader: () => <p>guest header</p> }));
vi.mock("./mobile-header", () => ({
  MobileHeader: ({ onSearch }: { onSearch(): void }) => (
    <button type="button" onClick={onSearch}>
      header search
    </button>
  ),
}));
vi.mock("./sidebar", () => ({
  Sidebar: ({ isAdmin, onSearch, onSignOut }: { isAdmin: boolean; onSearch(): void; onSignOut(): void }) => (
    <>
      <button type="button" onClick={onSearch}>
        sidebar search
      </button>
      <button type="button" onClick={onSignOut}>
        sidebar logout
      </button>
      {isAdmin && <p>console</p>}
    </>
  ),
}));
vi.mock("./bottom-bar", () => ({
  BottomBar: ({ onSignOut }: { onSignOut(): void }) => (
    <button type="button" onClick={onSignOut}>
      bar logout
    </button>
  ),
}));
vi.mock("./lazy-palette", () => ({
  LazyPalette: ({ isOpen, onSignOut }: { isOpen: boolean; onSignOut(): void }) =>
    isOpen && (
      <button type="button" onClick={onSignOut}>
        palette logout
      </button>
    ),
}));
vi.mock("./offline-files-service", () => ({ OfflineFilesService: () => <p>offline files</p> }));
vi.mock("./reading-position-flusher", () => ({
  ReadingPositionFlusher: ({ uid }: { uid: string }) => <p>reading positions of {uid}</p>,
}));
vi.mock("./notices/merge-notice", () => ({
  MergeNotice: ({ me }: { me: { uid: string } }) => <p>merges of {me.uid}</p>,
}));
vi.mock("./notices/merged-remarks", () => ({ MergedRemarks: () => <p>remarks</p> }));
vi.mock("./notices/new-version", () => ({ NewVersion: () => <p>new version</p> }));
vi.mock("./other-account-data-dialog", () => ({
  OtherAccountDataDialog: ({ uid, onSignOut }: { uid: string; onSignOut(): void }) => (
    <button type="button" onClick={onSignOut}>
      other than {uid}
    </button>
  ),
}));
// Components that these tests do not use.
vi.mock("@/features/dashboard/today/study-stats", () => ({ StudyStats: null }));
vi.mock("@/features/exams/next-exams", () => ({ NextExams: null }));
vi.mock("@/features/palette/palette", () => ({ Palette: null }));
vi.mock("@/features/player/player-ui", () => ({ PlayerUi: null }));
vi.mock("./sign-out-dialog", () => ({ SignOutDialog: null }));

const amara = { uid: "u1", name: "Amara" };

function open() {
  const router = createMemoryRouter(
    [
      {
        path: "/",
        Component,
        children: [
          { index: true, element: <h1>One</h1> },
          { path: "two", element: <h1>Two</h1> },
        ],
      },
    ],
    { initialEntries: ["/"] },
  );
  render(<RouterProvider router={router} />);
  return router;
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  vi.clearAllMocks();
  isIdle = false;
  signInAs(amara);
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

test("a new page gets the focus, but not the first one and not a change of its query", async () => {
  const router = open();
  const main = screen.getByRole("main");
  expect(document.activeElement).toBe(document.body);
  await act(() => router.navigate("/?sort=new"));
  expect(document.activeElement).toBe(document.body);
  const focus = vi.spyOn(main, "focus");
  await act(() => router.navigate("/two"));
  expect(screen.getByRole("heading", { name: "Two" })).toBeDefined();
  expect(document.activeElement).toBe(main);
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  act(() => main.blur());
  await act(() => router.navigate("/two?sort=new"));
  expect(document.activeElement).toBe(document.body);
  await act(() => router.navigate("/"));
  expect(document.activeElement).toBe(main);
});

test("the first link skips to the content", () => {
  open();
  const link = screen.getByRole("link", { name: "Skip to content" });
  expect(link.getAttribute("href")).toBe(`#${screen.getByRole("main").id}`);
});

test.each(["header search", "sidebar search"])("S2.pal.1 the palette opens by %s", (name) => {
  open();
  expect(screen.queryByRole("button", { name: "palette logout" })).toBeNull();
  press(name);
  expect(screen.getByRole("button", { name: "palette logout" })).toBeDefined();
});

test("S2.side.7 the bottom bar always asks before it signs out; sidebar and palette ask when needed", () => {
  open();
  press("sidebar logout");
  press("header search");
  press("palette logout");
  expect(calls.signOut).toHaveBeenCalledTimes(2);
  expect(calls.confirmSignOut).not.toHaveBeenCalled();
  press("bar logout");
  expect(calls.confirmSignOut).toHaveBeenCalledTimes(1);
  expect(screen.getByText("Log out?")).toBeDefined();
});

test("a visitor has the header for guests and no bottom bar", () => {
  signOutForTest();
  open();
  expect(screen.getByText("guest header")).toBeDefined();
  expect(screen.queryByRole("button", { name: "header search" })).toBeNull();
  expect(screen.queryByRole("button", { name: "bar logout" })).toBeNull();
});

test.each([true, false])("the sidebar leads to the console if the student is an administrator: %s", (isAdmin) => {
  signInAs({ ...amara, isAdmin } as never);
  open();
  expect(screen.queryByText("guest header")).toBeNull();
  expect(screen.queryByText("console") !== null).toBe(isAdmin);
});

const PARTS = ["offline files", "reading positions of u1", "merges of u1", "remarks", "other than u1"];

test("parts that no page waits for start when the page is idle", async () => {
  isIdle = true;
  open();
  for (const part of [...PARTS, "new version"]) expect(await screen.findByText(part)).toBeDefined();
  press("other than u1");
  expect(calls.signOut).toHaveBeenCalledTimes(1);
});

test.each([
  ["busy", false, true],
  ["a visitor's", true, false],
])("while the page is %s, a student's parts do not start", async (_, idle, isMember) => {
  isIdle = idle;
  if (!isMember) signOutForTest();
  open();
  await waitFor(() => expect(screen.queryByText("new version") !== null).toBe(idle));
  for (const part of PARTS) expect(screen.queryByText(part)).toBeNull();
});

test("S7.legal.1 visitors have links to the legal pages below each page, and students have them elsewhere", async () => {
  signOutForTest();
  open();
  expect(await screen.findByRole("navigation", { name: "About Note Ninja" })).toBeDefined();
  cleanup();
  signInAs(amara);
  open();
  expect(screen.queryByRole("navigation", { name: "About Note Ninja" })).toBeNull();
});
