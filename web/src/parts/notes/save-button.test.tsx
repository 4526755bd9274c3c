import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Note } from "@/api/models";
import { signInAs, signOutForTest } from "@/api/testing";
import { startOutbox } from "@/data/sync/start-outbox";
import { SaveNoteButton } from "./save-button";

const told: string[] = [];
const offered: (string | undefined)[] = [];
vi.mock("@/ui/feedback/toast", () => ({
  toast: (message: string, options?: { action?: { label: string } }) => {
    told.push(message);
    offered.push(options?.action?.label);
  },
}));
vi.mock("@/session/session", () => import("@/api/testing"));

const note = { id: "n1", course: "CS246", title: "Observers", facts: {} } as Note;
const ask = vi.fn(async () => Response.json({ originalNoteId: "n1", addedAt: "2026-11-14T12:00:00Z" }));

/** The outbox starts once with this query client, as in the app. */
const queries = new QueryClient();

function press(): void {
  startOutbox(queries);
  render(
    <QueryClientProvider client={queries}>
      <SaveNoteButton note={note} isSaved={false} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Add to My Notes" }));
}

beforeEach(() => {
  told.length = 0;
  offered.length = 0;
  ask.mockClear();
  localStorage.clear();
  vi.stubGlobal("fetch", ask);
});
afterEach(cleanup);

test("S5.add.1 adding while signed out shows a message and sends nothing", async () => {
  signOutForTest();
  press();
  await waitFor(() => expect(told).toEqual(["You must be signed in to add notes."]));
  expect(ask).not.toHaveBeenCalled();
});

test("S5.add.1 S4.add.1 a note that another device has added shows as added", async () => {
  signInAs({ uid: "u1", name: "Amara" });
  // The server responds with 200 instead of 201 because the note was already saved.
  press();
  await waitFor(() => expect(told).toEqual(["This note is already in your collection."]));
});

test("S8.add.1 a note that was deleted in the meantime disappears, without a retry button", async () => {
  signInAs({ uid: "u1", name: "Amara" });
  const detail = "This note does not exist or was deleted.";
  ask.mockResolvedValueOnce(Response.json({ code: "not_found", detail }, { status: 404 }));
  const list = vi.spyOn(queries, "invalidateQueries");
  press();
  await waitFor(() => expect(told).toEqual([`Failed to add to My Notes. ${detail}`]));
  expect(offered).toEqual([undefined]);
  expect(list).toHaveBeenCalledExactlyOnceWith({ refetchType: "active" });

  ask.mockResolvedValueOnce(Response.json({ code: "limit_reached", detail: "Enough." }, { status: 409 }));
  cleanup();
  press();
  await waitFor(() => expect(offered).toEqual([undefined, "Retry"]));
  expect(list).toHaveBeenCalledOnce();
});
