import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SavedNote } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { signInAs } from "@/api/testing";
import type { useSavedNotes } from "@/data/saved/saved";
import { MyNotesPage } from "./my-notes-page";

type Saved = ReturnType<typeof useSavedNotes>;

const [saved, mutate, toast] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/saved/saved", () => ({ useSavedNotes: () => saved(), useRemoveSavedNote: () => ({ mutate }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

beforeEach(() => {
  signInAs({ uid: "u1", name: "Amara" });
  // Updates that an earlier load has stored.
  localStorage.setItem("nn:u:u1:note updates", "[]");
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  for (const mock of [saved, mutate, toast]) mock.mockReset();
});

function show(notes: readonly Partial<SavedNote>[], more: Partial<Saved> = {}) {
  const refetch = vi.fn();
  const whole = notes.map((note, place) => ({ id: `s${place}`, originalNoteId: `n${place}`, likes: 0, ...note }));
  const known = { waitingIds: new Set(), isPending: false, isError: false, isOffline: false, refetch };
  saved.mockReturnValue({ ...known, notes: whole, ...more });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <MyNotesPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return refetch;
}

const courses = ["CS246", "CS246", "MATH137", "MATH137", "BIO1", "BIO1", "BIO1", "BIO1"];
const several = [
  ...courses.map((courseCode, place) => ({ courseCode, title: `Week ${place + 1}`, fileName: `${place}.pdf` })),
  { courseCode: "CS246", title: "Observers", description: "Worked examples", noteType: "Summary" },
] as Partial<SavedNote>[];

const shown = () => screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
const filter = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });

test("filters by every typed word, in any text of the cards", () => {
  show(several);
  expect(screen.getByText("9 notes from 3 courses")).toBeDefined();
  expect(shown()).toHaveLength(9);
  for (const [typed, titles] of [
    ["OBSERV", ["Observers"]],
    ["worked", ["Observers"]],
    ["summary 246", ["Observers"]],
    ["math 137", ["Week 3", "Week 4"]],
    ["7.pdf", ["Week 8"]],
    ["cs246 week", ["Week 1", "Week 2"]],
  ] as const) {
    filter(typed);
    expect(shown()).toEqual(titles);
  }
});

test("a filter without matches shows a message, and one click clears it", () => {
  show(several);
  filter("zebra");
  expect(screen.getByRole("heading", { name: "None of your notes match “zebra”" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "Saved notes" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(shown()).toHaveLength(9);
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
});

test("shows no filter for a few notes", () => {
  show(several.slice(8));
  expect(screen.getByText("1 note from 1 course")).toBeDefined();
  expect(screen.queryByRole("searchbox")).toBeNull();
  cleanup();
  show(several.slice(1));
  expect(shown()).toHaveLength(8);
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("a failed removal shows the reason and a retry", () => {
  vi.spyOn(console, "warn").mockReturnValue();
  show(several.slice(8));
  fireEvent.click(screen.getByRole("button", { name: "Remove from My Notes" }));
  expect(mutate.mock.lastCall?.[0]).toMatchObject({ originalNoteId: "n0" });
  mutate.mock.lastCall?.[1].onError(unreachableProblem());
  const [text, options] = toast.mock.lastCall ?? [];
  expect(text).toBe(`Failed to remove note. Please try again. ${unreachableProblem().detail}`);
  options.action.onClick();
  expect(mutate).toHaveBeenCalledTimes(2);
  expect(mutate.mock.lastCall?.[0]).toMatchObject({ originalNoteId: "n0" });
});

test("S2.my.8 shows the empty state only once the list has loaded and is empty", () => {
  const empty = "Oops, nothing's here yet! No notes found.";
  show([], { isPending: true });
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(screen.queryByText(empty)).toBeNull();
  cleanup();
  show([]);
  expect(screen.getByText(empty)).toBeDefined();
  expect(screen.queryByRole("status")).toBeNull();
  expect(screen.queryByText(/^0 notes/)).toBeNull();
});

test.each([
  ["You're offline", { isOffline: true }],
  ["Could not load", { isError: true }],
])("without a cached collection, the page shows ‘%s’ and retries", (title, state) => {
  const refetch = show([], state);
  expect(screen.getByRole("heading", { name: title })).toBeDefined();
  expect(screen.queryByText(/nothing's here yet/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(refetch).toHaveBeenCalledOnce();
});

test("marks a cached list when the newest one could not be loaded", () => {
  const refetch = show(several.slice(8), { isError: true });
  expect(shown()).toEqual(["Observers"]);
  expect(screen.getByRole("alert").textContent).toContain("Showing the copy on this device.");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(refetch).toHaveBeenCalledOnce();
  cleanup();
  show(several.slice(8), { waitingIds: new Set(["n0"]) });
  expect(screen.getByText("On this device")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("S2.my.9 the first load waits for updates instead of showing outdated copies", async () => {
  localStorage.clear();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", async () => {
    await answered;
    return Response.json({ items: [] });
  });
  show(several.slice(8));
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(screen.queryByText("Observers")).toBeNull();
  answer();
  expect(await screen.findByText("Observers")).toBeDefined();
});

test("S2.my.9 the first load shows the copies if updates fail", async () => {
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  show(several.slice(8));
  expect(await screen.findByText("Observers")).toBeDefined();
});
