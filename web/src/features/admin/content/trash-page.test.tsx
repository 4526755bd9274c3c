import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound } from "@/api/client-testing";
import { ApiProblem, unreachableProblem } from "@/api/problem";
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

function showTrash() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TrashPage />
    </QueryClientProvider>,
  );
}

test("S6.adm.8 restoring several items reports how many were restored and lists the others", async () => {
  api.restore.mockResolvedValue({ done: [limits, maps], failed: [sets], error: unreachableProblem() });
  showTrash();
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
  confirmWith("secret");
  const text = `1 of 3 moved to the trash. “Maps” and “Sets” could not be moved to the trash. ${unreachableProblem().detail}`;
  await vi.waitFor(() => expect(api.toast.mock.calls[0]?.[0]).toBe(text));
});

/** Types the password into the dialog for several items and confirms. */
function confirmWith(password: string) {
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Move to trash" }));
}
const pressInToast = (call: number) => api.toast.mock.calls[call]?.[1].action.onClick();

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

test("S6.adm.12 several items are moved to the trash with the password, and the undo button restores all of them", async () => {
  api.trash.mockResolvedValue({ done: [limits, maps], failed: [] });
  api.restore.mockResolvedValue({ done: [limits, maps], failed: [] });
  const { onClose, onDone } = ask(2);
  expect(screen.getByRole("dialog", { name: "Move 2 items to the trash?" })).toBeDefined();
  confirmWith("secret");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(api.trash.mock.calls).toEqual([[{ items: [limits, maps], password: "secret" }]]);
  const action = { label: "Undo", onClick: expect.any(Function) };
  expect(api.toast.mock.calls).toEqual([["2 items moved to the trash.", { action }]]);
  pressInToast(0);
  await vi.waitFor(() => expect(api.toast.mock.lastCall).toEqual(["They were restored."]));
  expect(api.restore.mock.calls).toEqual([[[limits, maps]]]);
});

test("S6.adm.12 undo restores only the items that were moved, and names the reason for the others", async () => {
  api.trash.mockResolvedValue({ done: [limits], failed: [maps], error: undefined });
  api.restore.mockResolvedValue({ done: [limits], failed: [] });
  ask(2);
  confirmWith("secret");
  const text =
    "1 of 2 moved to the trash. “Maps” could not be moved to the trash. Someone else has changed or deleted them. Reload to see the latest version.";
  const action = { label: "Undo", onClick: expect.any(Function) };
  await vi.waitFor(() => expect(api.toast.mock.calls).toEqual([[text, { kind: "error", action }]]));
  pressInToast(0);
  await vi.waitFor(() => expect(api.restore.mock.calls).toEqual([[[limits]]]));
});

test("S6.adm.12 without the password nothing is moved, and a wrong one is reported in the dialog", async () => {
  const { onClose } = ask(2);
  confirmWith("");
  expect(await screen.findByText("Password is required.")).toBeDefined();
  expect(api.trash).not.toHaveBeenCalled();
  api.trash.mockRejectedValue(new ApiProblem({ code: "forbidden", status: 403, detail: "The password is wrong." }));
  confirmWith("guess");
  expect((await screen.findByRole("alert")).textContent).toContain("The password is wrong.");
  expect(onClose).not.toHaveBeenCalled();
});

test("S6.adm.12 if undo fails, the message has a button that retries the items that are still in the trash", async () => {
  api.trash.mockResolvedValue({ done: [limits, maps], failed: [] });
  api.restore
    .mockResolvedValueOnce({ done: [limits], failed: [maps], error: unreachableProblem() })
    .mockResolvedValueOnce({ done: [maps], failed: [] });
  ask(2);
  confirmWith("secret");
  await vi.waitFor(() => expect(api.toast).toHaveBeenCalledTimes(1));
  pressInToast(0);
  const text = `1 of 2 restored. “Maps” could not be restored. ${unreachableProblem().detail}`;
  const action = { label: "Retry", onClick: expect.any(Function) };
  await vi.waitFor(() => expect(api.toast.mock.lastCall).toEqual([text, { kind: "error", action }]));
  pressInToast(1);
  await vi.waitFor(() => expect(api.toast.mock.lastCall).toEqual(["It was restored."]));
  expect(api.restore.mock.calls).toEqual([[[limits, maps]], [[maps]]]);
});

test.each([
  [[limits], "“Limits” was restored."],
  [[limits, maps], "2 items were restored."],
])("S6.adm.8 the message after restoring names one item, and counts several (%#)", async (done, text) => {
  api.restore.mockResolvedValue({ done, failed: [] });
  showTrash();
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Select all shown" });
  fireEvent.click(box);
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  await vi.waitFor(() => expect(api.toast.mock.calls).toEqual([[text]]));
  await vi.waitFor(() => expect(box.checked).toBe(false));
});

test("S6.adm.8 an item that is no longer in the trash has its own reason, and is restored alone by its button", async () => {
  api.restore.mockResolvedValue({ done: [], failed: [sets], error: notFound() });
  showTrash();
  fireEvent.click(await screen.findByRole("button", { name: "Restore Sets" }));
  await vi.waitFor(() => expect(api.restore.mock.calls).toEqual([[[sets]]]));
  const reason = "It may have been restored already, its 30 days may be over";
  await vi.waitFor(() => expect(api.toast.mock.calls[0]?.[0]).toContain(reason));
});
