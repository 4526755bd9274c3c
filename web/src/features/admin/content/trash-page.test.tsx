import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import type { ContentEntry } from "@/data/admin/admin";
import { MoveToTrashDialog } from "./trash-dialog";
import { TrashPage } from "./trash-page";

const api = vi.hoisted(() => ({ restore: vi.fn(), trashOne: vi.fn(), trash: vi.fn(), toast: vi.fn() }));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));

const time = "2026-11-20T10:00:00Z";
const entries = ["Limits", "Maps", "Sets"].map((title) => ({
  ...{ kind: "note", id: title, title, fileName: `${title}.pdf`, place: "MATH137", sizeBytes: 1000 },
  ...{ deletedAt: time, deletedBy: "ada@example.org", expiresAt: time, withheld: false },
}));
const withheld = { ...entries[0], id: "Withheld", title: "Withheld", withheld: true };
const listed = vi.hoisted(() => vi.fn());
const [limits, maps, sets] = entries;

vi.mock("@/data/admin/admin", () => ({
  trashQuery: {
    queryKey: ["trash"],
    queryFn: async () => ({ items: listed() }),
    initialPageParam: "",
    getNextPageParam: () => undefined,
  },
  useRestoreItems: () => ({ mutateAsync: api.restore, isPending: false }),
  useTrashItem: () => ({ mutateAsync: api.trashOne }),
  useTrashItems: () => ({ mutateAsync: api.trash }),
}));

beforeEach(() => {
  vi.resetAllMocks();
  listed.mockReturnValue(entries);
});
afterEach(cleanup);

test("S6.adm.8 restoring several items reports how many were restored and lists the others", async () => {
  api.restore.mockResolvedValue({ done: [limits, maps], failed: [sets], error: unreachableProblem() });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TrashPage />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all shown" }));
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  const text = `2 of 3 restored. “Sets” could not be restored. ${unreachableProblem().detail}`;
  await vi.waitFor(() => expect(api.toast.mock.calls).toEqual([[text, { kind: "error" }]]));
});

test("S7.copyright.4 an item that is hidden because of a notice can be restored only in the notice", async () => {
  listed.mockReturnValue([limits, withheld]);
  api.restore.mockResolvedValue({ done: [limits], failed: [], error: undefined });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <TrashPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const link = await screen.findByRole("link", { name: "Notice about Withheld" });
  expect(link.getAttribute("href")).toBe("/admin/copyright");
  expect(screen.queryByRole("button", { name: "Restore Withheld" })).toBeNull();
  expect(screen.queryByRole("checkbox", { name: "Select Withheld" })).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all shown" }));
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  await vi.waitFor(() => expect(api.restore.mock.calls).toEqual([[[limits]]]));
});

test("S6.adm.12 deleting several items reports how many were moved to the trash and lists the others", async () => {
  api.trash.mockResolvedValue({ done: [limits], failed: [maps, sets], error: unreachableProblem() });
  const all = entries as unknown as ContentEntry[];
  render(<MoveToTrashDialog entries={all} onClose={() => undefined} onDone={() => undefined} />);
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "secret" } });
  fireEvent.click(screen.getByRole("button", { name: "Move to trash" }));
  const text = `1 of 3 moved to the trash. “Maps” and “Sets” could not be moved to the trash. ${unreachableProblem().detail}`;
  await vi.waitFor(() => expect(api.toast.mock.calls[0]?.[0]).toBe(text));
});

function ask(count: number) {
  const [onClose, onDone] = [vi.fn(), vi.fn()];
  const some = (entries as unknown as ContentEntry[]).slice(0, count);
  render(<MoveToTrashDialog entries={some} onClose={onClose} onDone={onDone} />);
  return { onClose, onDone };
}

test.each([
  ["dialog", 2],
  ["alertdialog", 1],
])("Escape closes the %s for %s of the items without moving any item", (role, count) => {
  const { onClose, onDone } = ask(count);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole(role), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onDone).not.toHaveBeenCalled();
});

test("S6.adm.12 one item is moved to the trash after a confirmation, and can be restored", async () => {
  const { onDone } = ask(1);
  expect(screen.getByRole("alertdialog", { name: "Move “Limits” to the trash?" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Move to trash" }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(api.trashOne.mock.calls).toEqual([[entries[0]]]);
  api.restore.mockResolvedValue({ done: [limits], failed: [] });
  api.toast.mock.calls[0]?.[1].action.onClick();
  await vi.waitFor(() => expect(api.toast.mock.lastCall).toEqual(["It was restored."]));
  expect(api.restore.mock.calls).toEqual([[[entries[0]]]]);
});

test("S6.adm.12 if one item cannot be moved to the trash, the dialog shows the reason and stays open", async () => {
  api.trashOne.mockRejectedValue(unreachableProblem());
  const { onClose, onDone } = ask(1);
  fireEvent.click(screen.getByRole("button", { name: "Move to trash" }));
  const text = `“Limits” could not be moved to the trash. ${unreachableProblem().detail}`;
  await vi.waitFor(() => expect(api.toast.mock.calls).toEqual([[text, { kind: "error" }]]));
  expect([onClose, onDone].map((call) => call.mock.calls)).toEqual([[], []]);
});
