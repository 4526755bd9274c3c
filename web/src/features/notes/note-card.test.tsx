import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Note } from "@/api/models";
import { signInAs } from "@/api/testing";
import { NoteCard } from "./note-card";

vi.mock("@/session/session", () => import("@/api/testing"));

beforeEach(() => signInAs({ uid: "u1", name: "Amara" }));

afterEach(cleanup);

function card(change: Partial<Note>, isSought = false) {
  const note = {
    id: "n1",
    course: "CS246",
    title: "Observers",
    description: "With two worked examples.",
    noteType: "Lecture",
    facts: {},
    fileUrl: "/api/notes/n1/file",
    likes: 0,
    uploadDate: "2026-11-14T12:00:00Z",
    ...change,
  } as Note;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <NoteCard note={note} index={5} isSaved={false} canDelete={false} isTarget={isSought} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByRole("article", { name: note.title });
}

test.each(["Lecture", "Summary", "Formula sheet", "Practice", "Midterm", "Final", "Other"] as const)(
  "S2.notes.3 S9.c.16 shows the note type '%s' on the card",
  (noteType) => {
    const shown = card({ noteType });
    expect(shown.querySelector(".badge")?.textContent).toBe(noteType);
  },
);

test("S2.notes.3 S2.notes.4 a card shows preview or drawing, title and at most two lines of description", () => {
  const shown = card({});
  expect(within(shown).getByRole("heading").textContent).toBe("Observers");
  expect(within(shown).getByText("With two worked examples.").classList).toContain("truncate-2");
  expect(shown.querySelector("[data-stock]")?.getAttribute("data-stock")).toBe("5");
  cleanup();
  const preview = { smallUrl: "/small", largeUrl: "/large", thumbhash: "", widthPx: 10, heightPx: 14 };
  expect(card({ facts: { preview } }).querySelector("img")?.getAttribute("src")).toBe("/small");
});

test("S9.c.15 shows 'Unknown date' without a date", () => {
  expect(within(card({ uploadDate: "" })).getByText("Unknown date").tagName).toBe("TIME");
});

test("S2.find.1 the note linked in the URL gets the focus and is scrolled into view, others are not", async () => {
  const seen = vi.fn();
  Element.prototype.scrollIntoView = seen;
  const shown = card({});
  await new Promise(requestAnimationFrame);
  expect(shown.contains(document.activeElement)).toBe(false);
  cleanup();
  const sought = card({}, true);
  await vi.waitFor(() => expect(seen).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(within(sought).getByRole("heading").querySelector("a"));
});
