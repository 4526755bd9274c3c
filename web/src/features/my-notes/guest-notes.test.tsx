import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { guestNoteIds } from "@/api/saved-local";
import { GuestNotes } from "./guest-notes";

vi.mock("@/api/session", () => import("@/api/testing"));

const KEPT = ["01JD8Z5V7R8XQ4N2T6W0YB3C9E", "01JD8Z5V7R8XQ4N2T6W0YB3C9F", "01JD8Z5V7R8XQ4N2T6W0YB3C9G"];

/** The ids of the notes that were asked to be saved; `statusOf` decides how the server answers each. */
function answering(statusOf: (id: string) => number): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const id = (request as Request).url.split("/").at(-1) ?? "";
    asked.push(id);
    const status = statusOf(id);
    const body =
      status === 200 ? {} : { code: status === 404 ? "not_found" : "unavailable", detail: "No.", fields: [] };
    return Response.json(body, { status });
  });
  return asked;
}

function offer() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GuestNotes uid="a" />
    </QueryClientProvider>,
  );
  return screen.getByText("3 notes were saved on this device before you signed in.");
}

beforeEach(() => {
  const outbox = KEPT.map((originalNoteId) => ({ originalNoteId }));
  localStorage.setItem("nn:guest:saved", JSON.stringify({ notes: [], outbox }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

it("S3.saved.2 moves what was kept without an account, also around a note that was deleted since", async () => {
  const asked = answering((id) => (id === KEPT[1] ? 404 : 200));
  const shown = offer();
  fireEvent.click(screen.getByRole("button", { name: "Move to my account" }));
  await waitFor(() => expect(shown.isConnected).toBe(false));
  expect(asked).toEqual(KEPT);
  expect(guestNoteIds()).toEqual([]);
});

it("S3.saved.2 keeps the offer and the notes when they could not be moved", async () => {
  const asked = answering(() => 503);
  offer();
  fireEvent.click(screen.getByRole("button", { name: "Move to my account" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Move to my account" })).toHaveProperty("disabled", false),
  );
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(guestNoteIds()).toEqual(KEPT);
});

it("S3.saved.2 forgets what was kept when one says so", () => {
  const shown = offer();
  fireEvent.click(screen.getByRole("button", { name: "Forget" }));
  expect(shown.isConnected).toBe(false);
  expect(guestNoteIds()).toEqual([]);
});
