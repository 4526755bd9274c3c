import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { continueReadingQuery, flushBeforeContinueReading } from "@/data/positions/continue-reading";
import { ContinueReading } from "./continue-reading";

vi.mock("@/api/client", () => import("@/api/client-testing"));

beforeEach(() => server.reset());
afterEach(cleanup);

const note = { id: "n1", title: "Heaps", course: "CS246", position: { page: 3, pages: 12 } };
function show() {
  const { container } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ContinueReading />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return container;
}

test("S2.read.1 started notes show how far they were read and continue there", async () => {
  server.answer = () => ({ items: [note, { ...note, id: "n2", title: "Sets", course: undefined }] });
  const container = show();
  const section = await screen.findByRole("region", { name: "Continue reading" });
  const [first, second] = within(section).getAllByRole("listitem");
  const link = within(section).getByRole("link", { name: "Continue Heaps, page 3 of 12" });
  expect([link.getAttribute("href"), link.title, link.textContent]).toEqual(["/note/n1", "Heaps", "Heaps"]);
  expect(first?.querySelector(".hint")?.textContent).toBe("page 3 of 12 · CS 246");
  expect(second?.querySelector(".hint")?.textContent).toBe("page 3 of 12");
  expect(container.querySelector<HTMLElement>(".heard-bar i")?.style.width).toBe("25%");
});

test.each([
  ["no note was started", () => ({ items: [] })],
  [
    "they cannot be read",
    () => {
      throw new Error("Offline.");
    },
  ],
])("S2.read.1 there is no section if %s", async (_, answer) => {
  server.answer = answer;
  const container = show();
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  expect(container.innerHTML).toBe("");
});

test("S2.read.1 the position of an open note is sent before the list is read, until the note is closed", async () => {
  const queries = new QueryClient();
  server.answer = () => ({ items: [note] });
  let sent: () => void = () => undefined;
  const flush = vi.fn(() => new Promise<void>((resolve) => (sent = resolve)));
  const close = flushBeforeContinueReading(flush);
  const reading = queries.fetchQuery(continueReadingQuery);
  await Promise.resolve();
  expect(server.requests).toEqual([]);
  sent();
  expect(await reading).toEqual([note]);
  expect(server.requests).toEqual([["GET /api/me/reading"]]);
  expect(continueReadingQuery.queryKey).toEqual(["me", "reading"]);
  close();
  await queries.fetchQuery({ ...continueReadingQuery, staleTime: 0 });
  expect(flush).toHaveBeenCalledTimes(1);
});
