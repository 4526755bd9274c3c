import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { startOutbox } from "@/data/sync/start-outbox";
import { NoteResults } from "./note-results";

const me = { uid: "u1", name: "Amara" };
const told: string[] = [];
const found = vi.hoisted(() => [
  { id: "n1", place: "CS246", title: "Observers", subject: "CS 246" },
  { id: "n2", place: "CS246", title: "Iterators", subject: "CS 246" },
]);
let undo: () => void = () => undefined;
vi.mock("@/ui/feedback/toast", () => ({
  toast: (message: string, { action }: { action?: { onClick: () => void } } = {}) => {
    told.push(message);
    if (action) undo = action.onClick;
  },
}));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/parts/member-note-search", () => ({
  useMemberNoteSearch: (query: string) => ({
    isEnabled: query !== "",
    data: { notes: found.filter(({ title }) => query === "all" || title.toLowerCase() === query) },
  }),
}));

const asked: string[] = [];
const saved = { originalNoteId: "n1", addedAt: "2026-11-14T12:00:00Z" };
let isThere = true;
let isSaved = false;

async function answer(request: Request): Promise<Response> {
  const call = `${request.method} ${new URL(request.url).pathname}`;
  asked.push(call);
  switch (call) {
    case "GET /api/me/notes":
      return Response.json({ items: isSaved ? [saved] : [] });
    case "GET /api/notes/n1":
      return isThere
        ? Response.json({ kind: "course", id: "n1", course: "CS246", title: "Observers", facts: {} })
        : Response.json({ code: "not_found", status: 404, detail: "This note is not here." }, { status: 404 });
    case "PUT /api/me/notes/n1":
      isSaved = true;
      return Response.json(saved, { status: 201 });
    case "DELETE /api/notes/n1":
      return new Response(null, { status: 204 });
    case "DELETE /api/notes/n2":
      return new Response(null, { status: 204 });
    case "POST /api/notes/n2/restore":
      return Response.json(found[1]);
    default:
      return new Response(null, { status: 404 });
  }
}

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
startOutbox(queries);

function open(query: string) {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[`/browse?q=${query}`]}>
        <NoteResults />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const card = () => within(screen.getByRole("article", { name: "Observers" }));

beforeEach(() => {
  asked.length = 0;
  told.length = 0;
  isThere = true;
  isSaved = false;
  localStorage.clear();
  queries.clear();
  vi.stubGlobal("fetch", vi.fn(answer));
});
afterEach(cleanup);

test("S2.find.1 S2.notes.10 S2.notes.11 S6.adm.4 a found note offers its PDF and Add, and is requested only when used", async () => {
  signInAs(me);
  open("nothing");
  expect(screen.queryByRole("heading", { name: "Notes" })).toBeNull();
  cleanup();
  open("observers");
  expect(screen.getByRole("heading", { name: "Notes" })).toBeDefined();
  const link = card().getByRole("link", { name: "Download PDF" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/api/notes/n1/file", "_blank"]);
  expect(card().getByRole("link", { name: "Observers" }).getAttribute("href")).toBe("/guide/CS246/notes#n1");
  expect(card().queryByRole("button", { name: "Delete" })).toBeNull();
  expect(asked.filter((call) => call.includes("/api/notes/"))).toEqual([]);

  fireEvent.click(card().getByRole("button", { name: "Add to My Notes" }));
  expect(await card().findByRole("button", { name: "Adding..." })).toHaveProperty("disabled", true);
  expect(await card().findByRole("button", { name: "Added to My Notes" })).toHaveProperty("disabled", true);
  expect(told).toEqual(["Added to My Notes!"]);
  expect(asked).toContain("PUT /api/me/notes/n1");
});

test("S8.add.1 a note that was deleted since the search is not added, and the button resets", async () => {
  isThere = false;
  signInAs(me);
  open("observers");
  fireEvent.click(card().getByRole("button", { name: "Add to My Notes" }));
  expect(await card().findByRole("button", { name: "Adding..." })).toBeDefined();
  expect(await card().findByRole("button", { name: "Add to My Notes" })).toHaveProperty("disabled", false);
  expect(asked).not.toContain("PUT /api/me/notes/n1");
  expect(told).toEqual(["Failed to add to My Notes. This note is not here."]);
});

test("S2.notes.10 S6.adm.4 an administrator deletes a found note, which disappears before the search index is updated", async () => {
  signInAs(me, true);
  open("observers");
  fireEvent.click(card().getByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog", { name: "Are you sure you want to delete this note?" });
  fireEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("article", { hidden: true })).toBeNull());
  expect(asked).toContain("DELETE /api/notes/n1");
  expect(told).toEqual(["Note deleted."]);
});

test("S6.adm.4 of two deleted notes, one is restored without the other", async () => {
  signInAs(me, true);
  open("all");
  for (const title of ["Observers", "Iterators"]) {
    const its = within(await screen.findByRole("article", { name: title }));
    fireEvent.click(its.getByRole("button", { name: "Delete" }));
    fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  }
  expect(screen.queryByRole("article")).toBeNull();
  await act(async () => undo());
  expect(asked).toContain("POST /api/notes/n2/restore");
  expect(await screen.findByRole("article", { name: "Iterators" })).toBeDefined();
  expect(screen.getAllByRole("article")).toHaveLength(1);
});
