import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paths } from "@/lib/urls/paths";
import { ContinueReading } from "./continue-reading";
import { Feed } from "./feed";

const read = vi.hoisted(() => vi.fn());
vi.mock("@/data/me/feed", () => ({ feedQuery: { queryKey: ["feed"], queryFn: () => read(), retry: false } }));
vi.mock("@/data/positions/continue-reading", () => ({
  continueReadingQuery: { queryKey: ["begun"], queryFn: () => read(), retry: false },
}));

beforeEach(() => read.mockReset());
afterEach(cleanup);

function show(element: React.ReactElement) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
}
const student = { username: "ada", displayUsername: "Ada" };
const at = "2026-11-14T12:00:00Z";

test("a line links to the student and to the course or playlist", async () => {
  read.mockResolvedValue([
    { student, action: "startedCourse", id: "CS246", title: "Objects", at },
    { student, action: "sharedPlaylist", id: "p", title: "Mix", at },
  ]);
  show(<Feed />);
  const lines = await screen.findAllByRole("listitem");
  expect(lines.map((line) => line.querySelector("p")?.textContent)).toEqual([
    "Ada started CS 246: Objects",
    "Ada shared the playlist Mix",
  ]);
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([paths.student("ada"), paths.notes("CS246"), paths.student("ada"), paths.playlist("p")]);
  expect(screen.getAllByText(/2026/).map((time) => time.getAttribute("datetime"))).toEqual([at, at]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("without activity nothing is shown, and an error can be retried", async () => {
  read.mockResolvedValue([]);
  const { container } = show(<Feed />);
  await act(async () => undefined);
  expect(container.textContent).toBe("");
  cleanup();
  read.mockRejectedValueOnce(new Error("No."));
  show(<Feed />);
  expect(await screen.findByText("Could not load activity from students you follow")).toBeDefined();
  read.mockResolvedValue([{ student, action: "sharedPlaylist", id: "p", title: "Mix", at }]);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "Mix" })).toBeDefined();
  expect(screen.queryByText("Could not load activity from students you follow")).toBeNull();
});

test.each([
  [{ course: "CS246" }, "page 3 of 12 · CS 246"],
  [{}, "page 3 of 12"],
])("the link to a started note with %j shows its page and continues there", async (more, text) => {
  read.mockResolvedValue([{ id: "n", title: "Pointers", position: { page: 3, pages: 12 }, ...more }]);
  show(<ContinueReading />);
  const link = await screen.findByRole("link", { name: "Continue Pointers, page 3 of 12" });
  expect([link.getAttribute("href"), link.title]).toEqual([paths.note("n"), "Pointers"]);
  expect(screen.getByText(/^page 3/).textContent).toBe(text);
  expect(document.querySelector<HTMLElement>(".heard-bar i")?.style.width).toBe("25%");
});

test("without started notes nothing is shown", async () => {
  read.mockResolvedValue([]);
  const { container } = show(<ContinueReading />);
  await act(async () => undefined);
  expect(container.textContent).toBe("");
});
