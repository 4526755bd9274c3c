import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { courseNotesQuery } from "@/data/notes/notes";
import { NotesPage } from "./notes-page";

vi.mock("@/session/session", () => import("@/api/testing"));

beforeEach(() => signInAs({ uid: "u1", name: "Amara" }));
afterEach(cleanup);

const note = (id: string, chapter: number) => ({
  id,
  chapter,
  course: "CS246",
  title: `Note ${id}`,
  description: "",
  noteType: "Lecture",
  facts: {},
  fileUrl: `/api/notes/${id}/file`,
  likes: 0,
  uploadDate: "2026-11-14T12:00:00Z",
});

interface Known {
  course?: object;
  items?: object[];
  second?: object;
}

/** Renders the page of CS 246 with cached notes, after a navigation from another page. */
function show({ course = {}, items = [note("a", 1), note("b", 2)], second }: Known = {}, address = "/guide/CS246") {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const queries = new QueryClient();
  const code = { courseCode: "CS246", title: "Objects", likes: 0, noteCount: items.length, ...course };
  const keep = (chapter: number | undefined, notes: object[], heading?: object) =>
    queries.setQueryData(courseNotesQuery("CS246", chapter).queryKey, {
      pages: [{ course: code, notes: { items: notes }, ...(heading && { chapter: heading }) }],
      pageParams: [""],
    } as never);
  keep(undefined, items);
  if (second) keep(2, [note("b", 2)], second);
  return { router: open(queries, address), queries };
}

function open(queries: QueryClient, address: string) {
  const page = <NotesPage code="CS246" display="CS 246" studyCards={<p>Cards</p>} exam={<p>Its exam</p>} />;
  const router = createMemoryRouter(
    [
      { path: "/guide/CS246", element: page },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: ["/browse", address] },
  );
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

function answering(body: object, status: number) {
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
}

const titles = () => screen.getAllByRole("article").map((card) => card.getAttribute("aria-labelledby"));
const choose = (name: string) => act(async () => screen.getByRole("button", { name }).click());

test("selecting a chapter does not scroll the page, and Back leaves the course", async () => {
  const { router } = show({ second: { number: 2, title: "Patterns" } }, "/guide/CS246?from=feed");
  expect(titles()).toHaveLength(2);
  await choose("Chapter 2");
  expect(router.state.location.search).toBe("?from=feed&chapter=2");
  expect(router.state.preventScrollReset).toBe(true);
  expect(titles()).toHaveLength(1);
  expect(screen.getByText("Chapter 2: Patterns")).toBeDefined();
  await choose("All");
  expect(router.state.location.search).toBe("?from=feed");
  expect(titles()).toHaveLength(2);
  await act(() => router.navigate(-1));
  expect(screen.getByRole("heading", { name: "Elsewhere" })).toBeDefined();
});

test("the title of a chapter is shown above the list, except when it has only a number", async () => {
  show({ second: { number: 2, title: "Chapter 2" } }, "/guide/CS246?chapter=2");
  expect(screen.getByRole("button", { name: "Chapter 2" }).getAttribute("aria-pressed")).toBe("true");
  expect(titles()).toHaveLength(1);
  expect(screen.queryByText(/^Chapter 2:/)).toBeNull();
});

test.each([
  ["a student is asked to check back later", false, "Follow the course and check back soon."],
  ["an administrator is asked to add the first one", true, "Add the first one above."],
])("in a course without notes %s", (_what, isAdmin, asked) => {
  signInAs({ uid: "u1", name: "Amara" }, isAdmin);
  show({ items: [] });
  expect(screen.getByRole("heading", { name: "No notes uploaded yet." })).toBeDefined();
  expect(screen.getByText(asked)).toBeDefined();
  expect(screen.queryByRole("search")).toBeNull();
  expect(screen.queryByRole("group", { name: "Chapters" })).toBeNull();
});

test("the page of a hidden course says who can see it, and that of a visible course does not", () => {
  show({ course: { hidden: true } });
  expect(screen.getByText(/^Only administrators see this course\./)).toBeDefined();
  cleanup();
  show();
  expect(titles()).toHaveLength(2);
  expect(screen.queryByText(/^Only administrators see this course\./)).toBeNull();
  expect(screen.getByText("Its exam")).toBeDefined();
});

test("the page of a merged course redirects to the target, and Back leaves it", async () => {
  const { router } = show({ course: { courseCode: "CS346" } });
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/guide/CS346/notes"));
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/browse");
});

test("offline, a course without an offline copy shows one message, and cannot be downloaded", () => {
  vi.stubGlobal("caches", {});
  vi.stubGlobal("navigator", { serviceWorker: {}, onLine: false });
  onlineManager.setOnline(false);
  try {
    open(new QueryClient(), "/guide/CS246");
    expect(screen.getAllByText(/offline/i).map((each) => each.textContent)).toEqual([
      "You're offline and this course isn't saved on this device",
    ]);
    expect(screen.queryByText("Cards")).toBeNull();
    expect(screen.getByRole("button", { name: "Keep on this device" })).toHaveProperty("disabled", true);
  } finally {
    onlineManager.setOnline(true);
  }
});

test("an unknown course can be requested", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  answering({ code: "not_found", detail: "No.", fields: [] }, 404);
  open(new QueryClient({ defaultOptions: { queries: { retry: false } } }), "/guide/CS246");
  expect(await screen.findByRole("heading", { name: "Course not found." })).toBeDefined();
  expect(screen.getByRole("link", { name: "Request a Course" }).getAttribute("href")).toBe("/upload");
});

test("notes that fail to load can be retried", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  answering({ code: "unavailable", detail: "Later.", fields: [] }, 503);
  open(new QueryClient({ defaultOptions: { queries: { retry: false } } }), "/guide/CS246");
  expect(screen.getByText("Loading notes for CS 246...")).toBeDefined();
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load");
  // It is unknown whether the course exists or has notes.
  expect(screen.queryByText("Its exam")).toBeNull();
  expect(screen.queryByText("No notes uploaded yet.")).toBeNull();
  const course = { courseCode: "CS246", title: "Objects", likes: 0, noteCount: 1 };
  answering({ course, notes: { items: [note("a", 1)] } }, 200);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("article", { name: "Note a" })).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});
