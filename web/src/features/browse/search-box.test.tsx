import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { SHORTCUTS_KEY, userStorage } from "@/lib/browser/storage";
import { SearchBox } from "./search-box";

const mocks = vi.hoisted(() => ({ enter: vi.fn(), record: vi.fn() }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./enter-target", () => ({ findEnterTarget: mocks.enter }));
vi.mock("@/parts/recent-searches", () => ({ recordSearch: mocks.record }));
vi.mock("@/core/search/queries", () => ({
  useSearch: () => ({
    data: { hits: [{ code: "CS246", title: "Objects", codeRanges: [], titleRanges: [] }] },
    isPending: false,
    isError: false,
  }),
}));
vi.mock("@/parts/member-note-search", () => ({ useMemberNoteSearch: () => ({ isEnabled: false }) }));
vi.mock("@/parts/full-text/use-full-text-search", () => ({
  useMyFullTextSearch: () => ({ pages: [], isError: false, error: undefined, retry: () => undefined }),
  useMyTranscriptSearch: () => ({ pages: [], isError: false, error: undefined, retry: () => undefined }),
}));
vi.mock("@/data/people/students", () => ({
  studentSearchQuery: (prefix: string) => ({
    queryKey: ["students", prefix],
    queryFn: async () => ({ items: prefix === "ad" ? [{ username: "ada", name: "Ada" }] : [] }),
    enabled: prefix.length > 1,
  }),
}));

beforeEach(() => {
  mocks.enter.mockReset();
  mocks.record.mockReset();
  signInAs({ uid: "u1", name: "Ada" });
});
afterEach(cleanup);

function show(address = "/browse") {
  const element = (
    <>
      <SearchBox />
      <textarea aria-label="Elsewhere" />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const box = () => screen.getByRole<HTMLInputElement>("combobox");
const isListed = () => !screen.getByRole("tablist", { hidden: true }).closest(".menu")?.classList.contains("hidden");
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(box(), { key });

test("S4.dd.1 the list opens on typing, and Escape first closes it and then empties the box", () => {
  show();
  expect(isListed()).toBe(false);
  type("ob");
  expect(isListed()).toBe(true);
  press("Escape");
  expect([isListed(), box().value]).toEqual([false, "ob"]);
  press("ArrowDown");
  expect(isListed()).toBe(true);
  press("Escape");
  press("Escape");
  expect([isListed(), box().value]).toEqual([false, ""]);
});

test("S2.browse.10 Enter opens the match, and the URL keeps the search for Back", async () => {
  mocks.enter.mockResolvedValue("/download/CS246");
  const router = show();
  type("cs 246");
  press("Enter");
  await waitFor(() => expect(router.state.location.pathname).toBe("/download/CS246"));
  expect(isListed()).toBe(false);
  expect(mocks.enter.mock.calls[0]?.[1]).toBe("cs 246");
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe("?q=cs+246");
});

test.each([
  ["has no match", () => mocks.enter.mockResolvedValue(undefined), "Course not found."],
  [
    "cannot be searched",
    () => mocks.enter.mockRejectedValue(new Error("No.")),
    "The course list could not be loaded. Check your connection and try again.",
  ],
])("S8.se.1 Enter on a text that %s says so until the text changes", async (_, prepare, text) => {
  prepare();
  const router = show();
  type("xyz");
  press("Enter");
  expect(await screen.findByText(text)).toBeDefined();
  expect(isListed()).toBe(false);
  expect(router.state.location.pathname).toBe("/browse");
  type("xy");
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("Enter on an empty box does nothing", () => {
  show();
  press("Enter");
  expect(mocks.enter).not.toHaveBeenCalled();
});

test("S2.browse.3 a chosen course closes the list, opens its page and is remembered as a search", async () => {
  const router = show();
  type("obj");
  fireEvent.click(screen.getByRole("option", { name: /Objects/ }));
  expect(isListed()).toBe(false);
  await waitFor(() => expect(router.state.location.pathname).toBe("/guide/CS246/notes"));
  expect(mocks.record.mock.calls).toEqual([["u1", "obj"]]);
});

test("S2.browse.4 S2.browse.5 the Profiles tab lists students, and Enter opens the first one, whose page knows the way back", async () => {
  const router = show();
  type("ad");
  fireEvent.click(screen.getByRole("tab", { name: /^Profiles/ }));
  expect(await screen.findByText("View Profile")).toBeDefined();
  press("Enter");
  await waitFor(() => expect(router.state.location.pathname).toBe("/u/ada"));
  expect(router.state.location.state).toEqual({ from: "/browse?q=ad" });
  expect(mocks.enter).not.toHaveBeenCalled();
});

test("'Clear' empties the box and returns the focus to it", () => {
  show("/browse?q=objects");
  expect(box().value).toBe("objects");
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(box().value).toBe("");
  expect(document.activeElement).toBe(box());
  expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
});

test("the key / focuses the box, except in a text field, and shortcuts of the browser are left alone", () => {
  show();
  const field = screen.getByRole("textbox", { name: "Elsewhere" });
  field.focus();
  expect(fireEvent.keyDown(field, { key: "/" })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: "/", ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: "x" })).toBe(true);
  expect(document.activeElement).toBe(field);
  expect(fireEvent.keyDown(document.body, { key: "/" })).toBe(false);
  expect(document.activeElement).toBe(box());
});

test("S5.a11y.1 the key / does nothing for a student who disabled single-key shortcuts", () => {
  userStorage("u1").set(SHORTCUTS_KEY, "false");
  show();
  expect(fireEvent.keyDown(document.body, { key: "/" })).toBe(true);
  expect(document.activeElement).not.toBe(box());
  userStorage("u1").set(SHORTCUTS_KEY, "true");
  expect(fireEvent.keyDown(document.body, { key: "/" })).toBe(false);
});
