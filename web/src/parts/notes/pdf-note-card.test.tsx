import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { conflict, server } from "@/api/client-testing";
import { signInAs, signOutForTest } from "@/api/testing";
import { DeleteNoteButton } from "./delete-note";
import { PdfNoteCard } from "./pdf-note-card";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

const note = { id: "n1", title: "Heaps", course: "CS246", fileUrl: "/files/n1.pdf" };

beforeEach(() => {
  server.reset();
  toast.mockReset();
  signInAs({ uid: "u1", name: "Amara" });
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

const show = (part: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
const card = (more: object = {}) => (
  <PdfNoteCard
    note={note}
    fullNote={note as never}
    drawingSeed={1}
    to="/guide/CS246/notes"
    subtitle="CS 246"
    isSaved={false}
    {...more}
  />
);
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => act(async () => void fireEvent.click(button(name)));
const names = () =>
  [...screen.queryAllByRole("button"), ...screen.getAllByRole("link")].map((each) => each.textContent);

test("a note outside its course links to it, and can be read, downloaded and added", () => {
  show(card());
  const article = screen.getByRole("article", { name: "Heaps" });
  expect(article.querySelector(".hint")?.textContent).toBe("CS 246");
  expect(screen.getByRole("link", { name: "Heaps" }).getAttribute("href")).toBe("/guide/CS246/notes");
  expect(screen.getByRole("heading", { name: "Heaps" }).title).toBe("Heaps");
  expect(screen.getByRole("link", { name: "Download PDF" }).getAttribute("href")).toBe("/files/n1.pdf");
  expect(screen.getByRole("link", { name: "Read" }).getAttribute("href")).toBe("/note/n1");
  expect(names()).toEqual(["Add to My Notes", "Heaps", "Read", "Download PDF"]);
});

test("a saved note says so, and visitors cannot read", () => {
  signOutForTest();
  show(card({ isSaved: true }));
  expect(names()).toEqual(["Added to My Notes", "Heaps", "Download PDF"]);
});

test("an administrator deletes the note after a question, and can restore it", async () => {
  const onDeleted = vi.fn();
  show(card({ canDelete: true, onDeleted }));
  await press("Delete");
  expect(screen.getByRole("alertdialog").textContent).toContain("Heaps");
  expect(server.requests).toEqual([]);
  await press("Delete");
  await vi.waitFor(() => expect(onDeleted.mock.calls).toEqual([[true]]));
  expect(server.requests).toEqual([["DELETE /api/notes/n1"]]);
  const [, options] = toast.mock.lastCall ?? [];
  await act(async () => options.action.onClick());
  await vi.waitFor(() => expect(onDeleted.mock.calls).toEqual([[true], [false]]));
  expect(server.requests.at(-1)).toEqual(["POST /api/notes/n1/restore"]);
});

test("the icon that deletes has a name, and a failure says why", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  show(<DeleteNoteButton note={note} />);
  expect([button("Delete").title, button("Delete").textContent]).toEqual(["Delete", ""]);
  server.reject(conflict());
  await press("Delete");
  await press("Delete");
  await vi.waitFor(() =>
    expect(toast.mock.calls).toEqual([["Failed to delete note. It was changed.", { kind: "error" }]]),
  );
});

test("a cancelled question deletes nothing", async () => {
  show(<DeleteNoteButton note={note} hasLabel />);
  expect(button("Delete").textContent).toBe("Delete");
  await press("Delete");
  await press("Cancel");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(server.requests).toEqual([]);
});
