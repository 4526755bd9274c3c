import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { SavedNote } from "@/api/models";
import { deletedOriginalText, SavedNoteCard, savedNoteSubtitle } from "./saved-note-card";

vi.mock("@/session/session", () => import("@/api/testing"));

function pictureOf(index: number, previewUrl?: string) {
  const note = {
    id: `n${index}`,
    originalNoteId: "n",
    title: "Observers",
    likes: 0,
    previewUrl,
    facts: {},
  } as SavedNote;
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <SavedNoteCard note={note} index={index} isPending={false} onRemove={() => undefined} />
    </QueryClientProvider>,
  );
  const picture = container.querySelector(".pdf");
  const seen = picture?.querySelector("img")?.getAttribute("src") ?? picture?.getAttribute("data-stock");
  cleanup();
  return seen;
}

describe("saved card", () => {
  it("S2.my.2 S9.c.12 shows the preview, or else one of two drawings alternately", () => {
    expect(pictureOf(0, "/api/notes/n/preview/small")).toBe("/api/notes/n/preview/small");
    expect([0, 1, 2, 3].map((index) => pictureOf(index))).toEqual(["0", "1", "0", "1"]);
  });

  it("S2.my.4 shows the description, or else the file name", () => {
    expect(savedNoteSubtitle({ description: "Six patterns", fileName: "a.pdf" })).toBe("Six patterns");
    expect(savedNoteSubtitle({ description: "", fileName: "a.pdf" })).toBe("a.pdf");
  });

  it("H20 shows how long the file of a deleted note stays available", () => {
    const noteId = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";
    expect(deletedOriginalText({ noteId, fileUntil: "2026-12-21T12:00:00Z" })).toBe(
      "The original was deleted. Its file is kept until 21 Dec 2026.",
    );
    expect(deletedOriginalText({ noteId })).toBe("The original and its file were deleted.");
  });
});
