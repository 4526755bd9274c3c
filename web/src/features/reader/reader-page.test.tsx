import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { signInAs } from "@/api/testing";
import { readerNoteQuery } from "@/data/notes/notes";
import { ReaderPage } from "./reader-page";

const reader = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./prefetch", () => ({
  readerStylesheets: [],
  loadReader: async () => ({
    Reader: (props: { head: ReactNode }) => {
      reader(props);
      return (
        <>
          {props.head}
          <p>The pages</p>
        </>
      );
    },
  }),
}));

beforeEach(() => signInAs({ uid: "u1", name: "Amara" }));
afterEach(() => {
  cleanup();
  reader.mockReset();
  vi.useRealTimers();
  window.history.replaceState(null, "", "/");
});

const plain = { id: "n1", title: "Observers", sha256: "abc", pages: 9, course: "CS246", noteType: "Lecture" };

/** Renders the page at a URL, in the browser history and in the router. */
function open(address: string, queries: QueryClient) {
  window.history.replaceState(null, "", address);
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[address]}>
        <ReaderPage id="n1" MakeCard={() => null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function read(more: Partial<ReadableNote> = {}, address = "/note/n1") {
  const queries = new QueryClient();
  queries.setQueryData(readerNoteQuery("n1").queryKey, { ...plain, ...more } as ReadableNote);
  const { container } = open(address, queries);
  expect(await screen.findByText("The pages")).toBeDefined();
  return { about: container.querySelector(".reader-about")?.textContent, asked: reader.mock.lastCall?.[0] };
}

test("a deleted note shows how long the saved copy can be read, and other notes do not", async () => {
  const { about } = await read({ fileUntil: "2026-12-21T12:00:00Z" });
  expect(about).toBe("CS 246 · Lecture · Deleted; you can read your copy until 21 Dec 2026");
  cleanup();
  expect((await read()).about).toBe("CS 246 · Lecture");
});

test("a note links back to its position in its course or album", async () => {
  await read();
  expect(screen.getByRole("link", { name: "CS 246" }).getAttribute("href")).toBe("/guide/CS246/notes#n1");
  cleanup();
  const { about } = await read({ album: "nightOwl", noteType: undefined } as never);
  expect(about).toBe("Night Owl");
  expect(screen.getByRole("link", { name: "Night Owl" }).getAttribute("href")).toBe("/night-owl");
});

test.each([
  ["#page=7&find=sets", { startPage: 7, startWords: "sets", startHighlight: undefined }],
  ["#page=3&highlight=h1", { startPage: 3, startWords: "", startHighlight: "h1" }],
  ["?find=sets", { startPage: undefined, startWords: "sets" }],
  ["#page=0", { startPage: undefined }],
  [
    "#page=4&passage=a+heap&before=is&after=with",
    { startPage: 4, startPassage: { page: 4, quote: "a heap", prefix: "is", suffix: "with" } },
  ],
  ["#passage=a+heap", { startPage: undefined, startPassage: { page: 1, quote: "a heap", prefix: "", suffix: "" } }],
  ["#page=1.5", { startPage: undefined }],
])("opens a note as requested by %s", async (behind, expected) => {
  expect((await read({}, `/note/n1${behind}`)).asked).toMatchObject(expected);
});

test("the URL follows the visible page and keeps the text that was searched for", async () => {
  const { asked } = await read({}, "/note/n1?find=sets");
  vi.useFakeTimers();
  act(() => asked.onPage(2));
  vi.advanceTimersByTime(299);
  act(() => asked.onPage(3));
  vi.advanceTimersByTime(299);
  expect(window.location.search).toBe("?find=sets");
  vi.advanceTimersByTime(1);
  expect(`${window.location.search}${window.location.hash}`).toBe("#page=3&find=sets");
});

test("a closed page no longer changes the URL", async () => {
  const { asked } = await read();
  vi.useFakeTimers();
  act(() => asked.onPage(2));
  cleanup();
  vi.advanceTimersByTime(1000);
  expect(window.location.hash).toBe("");
});

test.each([
  [404, "not_found", "Note not found.", "It may have been deleted, or the link is wrong."],
  [503, "unavailable", "The note could not be opened", "Later."],
])("shows the error for status %i", async (status, code, title, body) => {
  vi.stubGlobal("fetch", async () => Response.json({ code, detail: "Later.", fields: [] }, { status }));
  open("/note/n1", new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(body);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  expect(screen.queryAllByRole("button", { name: "Retry" })).toHaveLength(status === 404 ? 0 : 1);
  expect(screen.queryAllByRole("link", { name: "Browse & Discover" })).toHaveLength(status === 404 ? 1 : 0);
});

test("offline, a note without an offline copy says so only once", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("fetch", async () => Response.error());
  open("/note/n1", new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const status = await screen.findByRole("status");
  expect(status.textContent).toContain("You're offline and this note isn't saved on this device");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a note that failed to open can be retried", async () => {
  vi.stubGlobal("fetch", async () => Response.error());
  open("/note/n1", new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  vi.stubGlobal("fetch", async () => Response.json(plain));
  fireEvent.click(retry);
  expect(await screen.findByText("The pages")).toBeDefined();
});
