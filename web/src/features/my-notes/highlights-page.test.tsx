import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import type { Highlight } from "@/api/models";
import { editHighlight, onHighlightConfirmed, putHighlight, removeHighlight } from "@/data/highlights/highlights";
import { HighlightsPage } from "./highlights-page";

vi.mock("@/api/client", () => import("@/api/client-testing"));
const outbox = vi.hoisted(() => ({ changes: [] as object[], enqueue: vi.fn(), save: vi.fn() }));
vi.mock("@/offline/outbox/queue", () => ({
  useOutbox: (select: (all: object) => unknown) => select(outbox),
  selectPendingChanges: () => outbox.changes,
  enqueueChange: outbox.enqueue,
}));
vi.mock("@/lib/browser/save-file", () => ({ saveFile: outbox.save }));

const highlight = (id: string, more: object = {}, mark: object = {}) =>
  ({
    id,
    noteId: "n1",
    title: "Heaps",
    course: "CS246",
    mark: { sha256: "s", page: 3, colour: "green", quote: `Quote ${id}`, remark: "", ...mark },
    ...more,
  }) as unknown as Highlight;

beforeEach(() => {
  server.reset();
  outbox.changes = [];
  outbox.enqueue.mockReset();
  outbox.save.mockReset();
});
afterEach(cleanup);

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <HighlightsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return queries;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => highlight(`h${index}`));
const quotes = () => [...document.querySelectorAll("blockquote")].map((quote) => quote.textContent);

test("S2.mark.1 all highlights are listed by note, with their remarks and links to their pages", async () => {
  server.answer = (request) =>
    request.includes("cursor")
      ? { items: [highlight("h2", { noteId: "n2", title: "Trees", course: undefined })] }
      : { items: [highlight("h1", {}, { remark: "Learn this." })], nextCursor: "c1" };
  show();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(await screen.findByText("2 highlights in 2 notes")).toBeDefined();
  expect(server.requests).toEqual([["GET /api/me/highlights"], ["GET /api/me/highlights?cursor=c1"]]);
  expect(screen.getByRole("region", { name: "CS 246 · Heaps" }).textContent).toContain("Learn this.");
  expect(screen.getByRole("region", { name: "Trees" }).querySelector(".my-highlight-remark")).toBeNull();
  expect(screen.getAllByRole("link", { name: "Page 3" })[0]?.getAttribute("href")).toBe("/note/n1#page=3&highlight=h1");
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(screen.getByRole("link", { name: "My Notes" }).getAttribute("href")).toBe("/my-notes");
});

test("from six highlights on, the list can be filtered, and the filter can be cleared", async () => {
  server.answer = () => ({ items: many(6) });
  show();
  const field = await screen.findByRole("searchbox", { name: "Filter your highlights" });
  fireEvent.change(field, { target: { value: "quote h3" } });
  expect(quotes()).toEqual(["Quote h3"]);
  expect(screen.getByText("6 highlights in 1 note")).toBeDefined();
  fireEvent.change(field, { target: { value: "zebra" } });
  expect(screen.getByText("None of your highlights match “zebra”")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Save as Markdown" }));
  const [file, name] = outbox.save.mock.calls[0] ?? [];
  expect([file.type, name]).toEqual(["text/markdown", "my-highlights.md"]);
  expect((await file.text()).match(/Quote h/g)).toHaveLength(6);
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(quotes()).toHaveLength(6);
});

test("without highlights, the page explains how to make one", async () => {
  server.answer = () => ({ items: [] });
  show();
  expect(await screen.findByText("No highlights yet")).toBeDefined();
  expect(screen.getByRole("link", { name: "Browse & Discover" }).getAttribute("href")).toBe("/browse");
  expect(screen.queryByRole("button", { name: "Save as Markdown" })).toBeNull();
  cleanup();
  server.answer = () => ({ items: many(5) });
  show();
  await screen.findByText("5 highlights in 1 note");
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("highlights that could not be loaded can be retried", async () => {
  server.reject();
  show();
  expect(await screen.findByText("Your highlights could not be loaded")).toBeDefined();
  expect(screen.queryByRole("status", { name: "Loading..." })).toBeNull();
  server.answer = () => ({ items: many(1) });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("1 highlight in 1 note")).toBeDefined();
});

test("S4.out.1 pending changes are applied to the server's list, even before its response", async () => {
  const changed = highlight("h1", {}, { quote: "Changed" });
  outbox.changes = [
    { kind: "highlight", noteId: "n1", id: "h1", highlight: changed },
    { kind: "highlight", noteId: "n1", id: "h0" },
    { kind: "saveNote", on: true },
  ];
  server.reject();
  show();
  expect(quotes()).toEqual(["Changed"]);
  cleanup();
  server.answer = () => ({ items: many(3) });
  show();
  await vi.waitFor(() => expect(quotes()).toEqual(["Changed", "Quote h2"]));
});

test("a confirmed change replaces the highlight in all loaded lists", async () => {
  server.answer = () => ({ items: many(2) });
  const queries = show();
  await vi.waitFor(() => expect(quotes()).toHaveLength(2));
  const sent = { kind: "highlight", noteId: "n1", id: "h1", highlight: highlight("h1") } as const;
  const saved = highlight("h1", {}, { quote: "Saved" });
  await act(async () => onHighlightConfirmed(queries, sent, { highlight: saved } as never));
  await vi.waitFor(() => expect(quotes()).toEqual(["Quote h0", "Saved"]));
  await act(async () => onHighlightConfirmed(queries, { ...sent, highlight: undefined }, undefined as never));
  await vi.waitFor(() => expect(quotes()).toEqual(["Quote h0"]));
  expect(queries.getQueryData(["highlights", "n1"])).toBeUndefined();
});

test("highlights are created, edited with their state before the edit, and removed", () => {
  const seen = highlight("h1");
  const onStored = vi.fn();
  void putHighlight(seen);
  void editHighlight(seen, { colour: "pink" }, onStored);
  void removeHighlight(seen);
  const change = { kind: "highlight", noteId: "n1", id: "h1" };
  const before = { sha256: "s", page: 3, colour: "green", remark: "" };
  expect(outbox.enqueue.mock.calls).toEqual([
    [{ ...change, highlight: seen }],
    [{ ...change, highlight: highlight("h1", {}, { colour: "pink" }), before }, onStored],
    [change],
  ]);
});
