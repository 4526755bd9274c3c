import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Note } from "@/api/models";
import { signInAs } from "@/api/testing";
import { startOutbox } from "@/data/sync/start-outbox";
import { NewNotes } from "./new-notes";

const me = { uid: "u1", name: "Amara" };
const told: string[] = [];
vi.mock("@/ui/feedback/toast", () => ({ toast: (message: string) => told.push(message) }));
vi.mock("@/session/session", () => import("@/api/testing"));

const note: Note = {
  id: "n1",
  course: "CS246",
  chapter: 1,
  title: "Observers",
  description: "",
  noteType: "Lecture",
  facts: {},
  fileName: "observers.pdf",
  fileUrl: "/api/notes/n1/file",
  likes: 0,
  pages: 2,
  sizeBytes: 100,
  uploadDate: "2026-11-14T12:00:00Z",
  uploaderName: "A teacher",
} as Note;

/** Requests to the fake server, such as `PUT /api/me/notes/n1`. */
const asked: string[] = [];
const saved = { ...note, originalNoteId: "n1", addedAt: note.uploadDate };
let isDeleted = false;
let isSaved = false;
let letGo: () => void;

async function answer(request: Request): Promise<Response> {
  const call = `${request.method} ${new URL(request.url).pathname}`;
  asked.push(call);
  switch (call) {
    case "GET /api/me/new-notes":
      return Response.json({ items: isDeleted ? [] : [note] });
    case "GET /api/me/notes":
      return Response.json({ items: isSaved ? [saved] : [] });
    case "PUT /api/me/notes/n1":
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      isSaved = true;
      return Response.json(saved, { status: 201 });
    case "DELETE /api/notes/n1":
      isDeleted = true;
      return new Response(null, { status: 204 });
    default:
      return new Response(null, { status: 404 });
  }
}

async function card() {
  const queries = new QueryClient();
  startOutbox(queries);
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <NewNotes />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return within(await screen.findByRole("article", { name: "Observers" }));
}

beforeEach(() => {
  asked.length = 0;
  told.length = 0;
  isDeleted = false;
  isSaved = false;
  localStorage.clear();
  vi.stubGlobal("fetch", vi.fn(answer));
});
afterEach(cleanup);

test("S2.notes.10 S2.notes.11 S6.adm.4 S4.add.1 a student opens the PDF and adds the note, and cannot delete it", async () => {
  signInAs(me);
  const guide = await card();
  const link = guide.getByRole("link", { name: "Download PDF" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/api/notes/n1/file", "_blank"]);
  expect(guide.getByRole("link", { name: "Observers" }).getAttribute("href")).toBe("/download/n1");
  expect(guide.queryByRole("button", { name: "Delete" })).toBeNull();

  fireEvent.click(guide.getByRole("button", { name: "Add to My Notes" }));
  expect(await guide.findByRole("button", { name: "Adding..." })).toHaveProperty("disabled", true);
  await waitFor(() => expect(asked).toContain("PUT /api/me/notes/n1"));
  letGo();
  expect(await guide.findByRole("button", { name: "Added to My Notes" })).toHaveProperty("disabled", true);
  expect(told).toEqual(["Added to My Notes!"]);
});

test("S2.notes.10 S6.adm.4 an administrator deletes the note after a confirmation, and it leaves the list", async () => {
  signInAs(me, true);
  const guide = await card();
  fireEvent.click(guide.getByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog", { name: "Are you sure you want to delete this note?" });
  expect(asked).not.toContain("DELETE /api/notes/n1");
  fireEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("article", { hidden: true })).toBeNull());
  expect(asked).toContain("DELETE /api/notes/n1");
  expect(told).toEqual(["Note deleted."]);
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NewNotes />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("S2.dash.8 new notes that fail to load show an error, and a retry shows them", async () => {
  signInAs(me);
  let isDown = true;
  vi.stubGlobal("fetch", async (request: Request) =>
    isDown ? Response.json({ code: "internal", status: 500, detail: "No." }, { status: 500 }) : answer(request),
  );
  show();
  expect(await screen.findByText("Could not load new notes")).toBeDefined();
  expect(screen.queryByRole("article")).toBeNull();
  isDown = false;
  fireEvent.click(screen.getByRole("button", { name: /retry|try again/i }));
  expect(await screen.findByRole("article", { name: "Observers" })).toBeDefined();
  expect(screen.queryByText("Could not load new notes")).toBeNull();
});

test("S2.dash.8 without new notes the section is not shown", async () => {
  signInAs(me);
  isDeleted = true;
  const { container } = show();
  await waitFor(() => expect(asked).toContain("GET /api/me/new-notes"));
  expect(container.textContent).toBe("");
});
