import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Note } from "@/api/models";
import { startOutbox } from "@/api/outbox/start";
import { beVisitor, signInAs } from "@/api/testing";
import { SaveButton } from "./save-button";

const told: string[] = [];
vi.mock("@/ui/toast", () => ({ toast: (message: string) => told.push(message) }));
vi.mock("@/api/session", () => import("@/api/testing"));

const note = { id: "n1", course: "CS246", title: "Observers", facts: {} } as Note;
const ask = vi.fn(async () => Response.json({ originalNoteId: "n1", addedAt: "2026-11-14T12:00:00Z" }));

function press(): void {
  const queries = new QueryClient();
  startOutbox(queries);
  render(
    <QueryClientProvider client={queries}>
      <SaveButton note={note} isSaved={false} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Add to My Notes" }));
}

beforeEach(() => {
  told.length = 0;
  ask.mockClear();
  localStorage.clear();
  vi.stubGlobal("fetch", ask);
});
afterEach(cleanup);

test("S5.add.1 adding without a sign-in says so and sends nothing", async () => {
  beVisitor();
  press();
  await waitFor(() => expect(told).toEqual(["You must be signed in to add notes."]));
  expect(ask).not.toHaveBeenCalled();
});

test("S5.add.1 S4.add.1 a note that another device has added is in the collection already", async () => {
  signInAs({ uid: "u1", name: "Amara" });
  // 200 and not 201: nothing was made.
  press();
  await waitFor(() => expect(told).toEqual(["This note is already in your collection."]));
});
