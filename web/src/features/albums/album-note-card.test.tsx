import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { AlbumNote } from "@/api/models";
import { beVisitor } from "@/api/testing";
import { AlbumNoteCard } from "./album-note-card";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/session/session", () => import("@/api/testing"));

afterEach(cleanup);

test("S5.add.1 a visitor who adds an album note is asked to sign in", () => {
  beVisitor();
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
