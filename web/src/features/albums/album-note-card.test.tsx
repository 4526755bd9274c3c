import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { AlbumNote } from "@/api/models";
import { signOutForTest } from "@/api/testing";
import { AlbumNoteCard } from "./album-note-card";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/session/session", () => import("@/api/testing"));

afterEach(cleanup);

test("S5.add.1 a visitor who adds an album note is asked to sign in", () => {
  signOutForTest();
  const note = { id: "n1", title: "Cram sheet", subject: "CS 246", uploadDate: "2026-11-01T10:00:00Z", facts: {} };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AlbumNoteCard note={note as AlbumNote} index={0} isSaved={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Add to My Notes" }));
  expect(toast).toHaveBeenCalledExactlyOnceWith("You must be signed in to add notes.", { kind: "error" });
});

test.each([
  ["has a Delete button for users who may delete it", true],
  ["has no Delete button for others", false],
])("S6.adm.3 an album note %s", (_, mayDelete) => {
  signOutForTest();
  const onDelete = vi.fn();
  const note = { id: "n1", title: "Cram sheet", subject: "CS 246", uploadDate: "", facts: {} };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AlbumNoteCard note={note as AlbumNote} index={0} isSaved={false} onDelete={mayDelete ? onDelete : undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = screen.queryByRole("button", { name: "Delete Cram sheet" });
  expect(button !== null).toBe(mayDelete);
  if (button) fireEvent.click(button);
  expect(onDelete).toHaveBeenCalledTimes(mayDelete ? 1 : 0);
});
