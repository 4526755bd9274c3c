import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { guestNoteIds } from "@/data/saved/my-notes-cache";
import { startOutbox } from "@/data/sync/start-outbox";
import { outbox } from "@/offline/outbox/queue";
import { GuestNotes } from "./guest-notes";

vi.mock("@/session/session", () => import("@/api/testing"));
startOutbox(new QueryClient());

const KEPT = ["01JD8Z5V7R8XQ4N2T6W0YB3C9E", "01JD8Z5V7R8XQ4N2T6W0YB3C9F", "01JD8Z5V7R8XQ4N2T6W0YB3C9G"];

/**
 * Fakes the server and returns the ids of the save requests. `statusOf` sets the status of each; 0 is a network error.
 */
function answering(statusOf: (id: string) => number): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const id = (request as Request).url.split("/").at(-1) ?? "";
    asked.push(id);
    const status = statusOf(id);
    if (status === 0) throw new TypeError("Failed to fetch");
    const body = status === 200 ? {} : { code: status === 404 ? "not_found" : "internal", detail: "No.", fields: [] };
    return Response.json(body, { status });
  });
  return asked;
}

function offer() {
  render(<GuestNotes />);
  return screen.getByText("3 notes were saved on this device before you signed in.");
}

let people = 0;
beforeEach(() => {
  people += 1;
  signInAs({ uid: `amara${people}`, name: "Amara" });
  localStorage.setItem("nn:guest:saved", JSON.stringify(KEPT.map((originalNoteId) => ({ originalNoteId }))));
});
afterEach(() => {
  signOutForTest();
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

it("S3.saved.2 moves notes saved as a guest, skipping one that was deleted since", async () => {
  const asked = answering((id) => (id === KEPT[1] ? 404 : 200));
  const shown = offer();
  fireEvent.click(screen.getByRole("button", { name: "Move to my account" }));
  await waitFor(() => expect(shown.isConnected).toBe(false));
  expect(asked.sort()).toEqual(KEPT);
  expect(guestNoteIds()).toEqual([]);
});

it("S3.saved.2 S4.out.1 notes moved offline wait to be sent", async () => {
  answering(() => 0);
  const shown = offer();
  fireEvent.click(screen.getByRole("button", { name: "Move to my account" }));
  await waitFor(() => expect(shown.isConnected).toBe(false));
  const waiting = (await outbox.reload()).map(({ change }) => ("noteId" in change ? change.noteId : ""));
  expect(waiting).toEqual(KEPT);
  expect(guestNoteIds()).toEqual([]);
});

it("S3.saved.2 keeps the offer to move the notes, and the notes, when moving them fails", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const asked = answering(() => 500);
  offer();
  fireEvent.click(screen.getByRole("button", { name: "Move to my account" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Move to my account" })).toHaveProperty("disabled", false),
  );
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(guestNoteIds()).toEqual(KEPT);
});

it("S3.saved.2 discards notes saved as a guest on request", () => {
  const shown = offer();
  fireEvent.click(screen.getByRole("button", { name: "Forget" }));
  expect(shown.isConnected).toBe(false);
  expect(guestNoteIds()).toEqual([]);
});
