import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ActivityEntry, ActivityFilter } from "@/data/admin/admin";
import { ActivityPage } from "./activity-page";

const server = vi.hoisted(() => ({ list: vi.fn() }));

vi.mock("@/data/admin/admin", () => ({
  activityQuery: (filter: ActivityFilter) => ({
    queryKey: ["activity", filter],
    queryFn: async () => ({ items: server.list(filter) }),
    initialPageParam: "",
    getNextPageParam: () => undefined,
  }),
}));

const entry = (id: string, fields: Partial<ActivityEntry>): ActivityEntry => ({
  ...{ id, at: "2026-11-21T10:00:00Z", by: "Kim", byId: "kim", target: id },
  ...{ action: "edit_content", object: "Pointers (CS246)" },
  ...fields,
});

beforeEach(() => {
  vi.resetAllMocks();
});
afterEach(cleanup);

function Search() {
  return <output data-testid="search">{useLocation().search}</output>;
}

function show(address: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <ActivityPage />
        <Search />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("S6.adm.9 each log entry names its item, and shows the values only if they changed", async () => {
  server.list.mockReturnValue([
    entry("1", { before: "Pointers", after: "Pointers, again" }),
    entry("2", { action: "decide_demand", object: "CS343: Systems", before: "open", after: "planned" }),
    entry("3", { action: "import_cards", object: "CS246, chapter 4 ‘Sorting’", after: "101 cards" }),
    entry("4", { action: "edit_card", object: "Slicing (CS246, chapter 4)", before: "Slicing", after: "Slicing" }),
  ]);
  show("/admin/activity");
  const lines = (await screen.findAllByRole("listitem")).map((line) =>
    [...line.querySelectorAll("p")].map((text) => text.textContent),
  );
  expect(lines).toEqual([
    ["Kim edited the details of an item", "Pointers (CS246)", "Before: Pointers After: Pointers, again"],
    ["Kim decided on a requested course", "CS343: Systems", "Before: open After: planned"],
    ["Kim imported study cards", "CS246, chapter 4 ‘Sorting’", "After: 101 cards"],
    ["Kim edited a study card", "Slicing (CS246, chapter 4)"],
  ]);
});

test("S6.adm.9 filters by the administrator of an entry, by kind and by the month in the URL", async () => {
  server.list.mockImplementation(({ by }: ActivityFilter) => (by === "none" ? [] : [entry("1", {})]));
  show("/admin/activity?text=pointers");
  const line = await screen.findByRole("listitem");
  fireEvent.click(within(line).getByRole("button", { name: "Kim" }));
  fireEvent.change(screen.getByLabelText("Kind"), { target: { value: "content" } });
  const months = screen.getByLabelText<HTMLSelectElement>("Month");
  const month = months.options[1]?.value;
  fireEvent.change(months, { target: { value: month } });
  const search = () => Object.fromEntries(new URLSearchParams(screen.getByTestId("search").textContent ?? ""));
  expect(search()).toEqual({ text: "pointers", by: "kim", kind: "content", month });
  const asked = expect.objectContaining({ text: "pointers", by: "kim", kind: "content", month });
  await vi.waitFor(() => expect(server.list).toHaveBeenLastCalledWith(asked));
  fireEvent.click(await screen.findByRole("button", { name: "Only Kim, show all" }));
  expect(search()).toEqual({ text: "pointers", kind: "content", month });
});

test("S6.adm.9 an empty filter result offers to clear the filter", async () => {
  server.list.mockImplementation(({ by }: ActivityFilter) => (by ? [] : [entry("1", {})]));
  show("/admin/activity?by=lee&text=pointers");
  expect(await screen.findByText("Nothing matches")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear the filter" }));
  expect(await screen.findByRole("listitem")).toBeTruthy();
  expect(screen.getByTestId("search").textContent).toBe("");
});

test("S6.adm.9 a month without activity says what will be listed", async () => {
  server.list.mockReturnValue([]);
  show("/admin/activity");
  expect(await screen.findByRole("heading", { name: "No activity this month" })).toBeTruthy();
  expect(screen.getByText("What administrators upload, edit, delete and decide appears here.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Clear the filter" })).toBeNull();
  const kind = screen.getByLabelText<HTMLSelectElement>("Kind");
  expect([kind.value, kind.options[0]?.text]).toEqual(["", "All kinds"]);
  expect(screen.getByText("Entries are kept for 400 days and cannot be edited.")).toBeTruthy();
});

test("S6.adm.9 an action of a program names its key, and changes are read out as before and after", async () => {
  server.list.mockReturnValue([
    entry("1", { key: "Office", before: "Sets", after: "Maps" }),
    entry("2", { before: "Old" }),
    entry("3", { after: "New" }),
    entry("4", { before: "Same", after: "Same" }),
  ]);
  show("/admin/activity");
  const lines = await screen.findAllByRole("listitem");
  expect(lines[0]?.textContent).toContain("with the key “Office”");
  expect(lines.map((line) => line.querySelector(".change")?.textContent)).toEqual([
    "Before: Sets After: Maps",
    "Before: Old",
    "After: New",
    undefined,
  ]);
  expect(lines.map((line) => line.querySelector("del")?.textContent)).toEqual([
    "Sets",
    undefined,
    undefined,
    undefined,
  ]);
  expect(lines[1]?.textContent).not.toContain("with the key");
  expect(lines[0]?.querySelector("time")?.dateTime).toBe("2026-11-21T10:00:00Z");
  expect(within(lines[0] as HTMLElement).getByRole("button", { name: "Kim" }).title).toBe("Show only Kim");
});
