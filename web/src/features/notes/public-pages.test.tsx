import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound, server } from "@/api/client-testing";
import { signInAs, signOutForTest } from "@/api/testing";
import { PublicCoursePage, PublicNotePage } from "./public-pages";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const saved = vi.hoisted(() => ({ notes: [] as { originalNoteId: string }[] }));
vi.mock("@/data/saved/saved", () => ({ useSavedNotes: () => saved, useSaveNote: () => ({ isPending: false }) }));
vi.mock("@/parts/offline/offline-button", () => ({
  OfflineButton: ({ item }: { item: object }) => <p>Keep {JSON.stringify(item)}</p>,
}));
vi.mock("@/parts/report/report", () => ({
  ReportButton: ({ target }: { target: object }) => <p>Report {JSON.stringify(target)}</p>,
}));
vi.mock("@/parts/likes/item-like-button", () => ({
  ConnectedLikeButton: ({ kind, id, count }: { kind: string; id: string; count: number }) => (
    <p>
      {count} likes of {kind} {id}
    </p>
  ),
}));
vi.mock("./note-card", () => ({
  NoteCard: ({ note, isSaved, canDelete }: { note: { id: string }; isSaved: boolean; canDelete: boolean }) => (
    <p>
      Card {note.id} {isSaved ? "saved" : "new"} {canDelete ? "deletable" : "fixed"}
    </p>
  ),
}));

const note = {
  kind: "note",
  id: "n1",
  title: "Observers",
  course: "CS246",
  noteType: "Lecture",
  uploadDate: "2026-11-14T12:00:00Z",
  pages: 3,
  sizeBytes: 2 * 2 ** 20,
  uploaderName: "Ben",
  description: "One to many.",
  fileUrl: "/api/notes/n1/file",
  likes: 4,
  facts: {},
};
const course = { courseCode: "CS246", title: "Objects", description: "All about them." };

beforeEach(() => {
  server.reset();
  saved.notes = [];
  signOutForTest();
});
afterEach(cleanup);

function Where() {
  const { pathname, state } = useLocation();
  return <output>{JSON.stringify({ pathname, state })}</output>;
}

function show(page: "note" | "course") {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={["/download/n1"]}>
        {page === "note" ? <PublicNotePage id="n1" /> : <PublicCoursePage code="CS246" />}
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const where = () => JSON.parse(document.querySelector("output")?.textContent ?? "");
const link = (name: string) => screen.getByRole("link", { name });
const heading = (name: string) => screen.findByRole("heading", { name, level: 1 });

test("S2.route.5 a visitor sees a shared note with its details and can download it", async () => {
  server.answer = () => note;
  show("note");
  expect(screen.getByText("Loading...")).toBeDefined();
  await heading("Observers");
  expect(server.requests).toEqual([["GET /api/notes/n1"]]);
  expect(document.title).toContain("Observers");
  expect(document.querySelector(".facts")?.textContent).toBe("CS 246Lecture14 Nov 2026 · 3 pages · 2 MB · by Ben");
  expect(screen.getByText("One to many.")).toBeDefined();
  expect(link("Download PDF").getAttribute("href")).toBe("/api/notes/n1/file");
  expect(link("Download PDF").className).toContain("primary");
  expect(link("All notes for CS 246").getAttribute("href")).toBe("/guide/CS246/notes");
  expect(screen.getByText("4 likes of notes n1")).toBeDefined();
  const target = JSON.stringify({ kind: "note", id: "n1", title: "Observers" });
  expect(screen.getByText(`Keep ${target}`)).toBeDefined();
  expect(screen.getByText(`Report ${target}`)).toBeDefined();
  expect(screen.queryByRole("button", { name: /My Notes/ })).toBeNull();
  expect(screen.queryByText(/^About the file/)).toBeNull();
});

test("S2.route.5 an album note links to its album, and one page is counted in the singular", async () => {
  server.answer = () => ({ ...note, kind: "album", album: "cram", subject: "CS 136", pages: 1, description: "" });
  show("note");
  await heading("Observers");
  expect(document.querySelector(".facts")?.textContent).toMatch(/ · 1 page · /);
  expect(document.querySelector(".about")).toBeNull();
  expect(link("All of Cram Mode").getAttribute("href")).toBe("/cram-mode");
});

test.each([
  ["n1", "Added to My Notes"],
  ["n2", "Add to My Notes"],
])("a member who has saved %s sees “%s” on the page of n1", async (originalNoteId, label) => {
  signInAs({ uid: "u1", name: "Amara" });
  saved.notes = [{ originalNoteId }];
  server.answer = () => note;
  show("note");
  await heading("Observers");
  expect(screen.getByRole("button", { name: label })).toBeDefined();
});

test("only administrators see the findings of the file check", async () => {
  const facts = { hasText: false };
  server.answer = () => ({ ...note, facts });
  signInAs({ uid: "u1", name: "Amara" });
  show("note");
  await heading("Observers");
  expect(screen.queryByText(/^About the file/)).toBeNull();
  cleanup();
  signInAs({ uid: "u1", name: "Amara" }, true);
  show("note");
  expect(await screen.findByText("About the file: It is a scan, so its text can't be searched.")).toBeDefined();
});

test.each([
  ["note", "Note not found."],
  ["course", "Course not found."],
] as const)("the page of a missing %s shows a message and a link to Browse & Discover", async (page, title) => {
  server.reject(notFound());
  show(page);
  await heading(title);
  expect(screen.getByText("It may have been removed, or the link is wrong.")).toBeDefined();
  expect(link("Browse & Discover").getAttribute("href")).toBe("/browse");
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test.each(["note", "course"] as const)("a %s that could not be loaded can be retried", async (page) => {
  server.reject();
  show(page);
  await heading("Could not load");
  expect(screen.getByRole("alert").textContent).toContain("Could not reach");
  server.answer = () => (page === "note" ? note : course);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await heading(page === "note" ? "Observers" : "Objects")).toBeDefined();
});

test("a visitor sees a course without its notes, and returns to it after signing in", async () => {
  server.answer = () => course;
  show("course");
  await heading("Objects");
  expect(screen.getByText("All about them.")).toBeDefined();
  expect(document.title).toContain("CS 246");
  expect(server.requests).toEqual([["GET /api/courses/CS246"]]);
  fireEvent.click(link("Sign in to see its notes"));
  expect(where()).toEqual({ pathname: "/signin", state: { from: "/download/n1" } });
});

const notesOf = (...ids: string[]) => ({ course, notes: { items: ids.map((id) => ({ id })) } });

test("a member sees the notes of a course, which cannot be deleted there", async () => {
  signInAs({ uid: "u1", name: "Amara" });
  saved.notes = [{ originalNoteId: "n2" }];
  server.answer = (request) => (request.includes("/notes") ? notesOf("n1", "n2") : { ...course, description: "" });
  show("course");
  expect(await screen.findByText("Card n1 new fixed")).toBeDefined();
  expect(screen.getByText("Card n2 saved fixed")).toBeDefined();
  expect(screen.getByRole("region", { name: "Uploaded Notes" })).toBeDefined();
  expect(link("Open course notes").getAttribute("href")).toBe("/guide/CS246/notes");
  expect(document.querySelector(".sub")).toBeNull();
});

test("a member sees whether the notes are loading, missing or failed to load", async () => {
  signInAs({ uid: "u1", name: "Amara" });
  let answer: (notes: object) => void = () => undefined;
  server.answer = (request) =>
    request.includes("/notes") ? new Promise((resolve) => (answer = resolve as never)) : course;
  show("course");
  expect(await screen.findByText("Loading notes...")).toBeDefined();
  answer(notesOf());
  expect(await screen.findByText("No notes uploaded yet.")).toBeDefined();
  cleanup();
  server.answer = (request) => {
    if (request.includes("/notes")) throw notFound();
    return course;
  };
  show("course");
  expect(await screen.findByText("Could not load its notes.")).toBeDefined();
  server.answer = (request) => (request.includes("/notes") ? notesOf("n9") : course);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Card n9 new fixed")).toBeDefined();
});
