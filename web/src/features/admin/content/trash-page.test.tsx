import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachable } from "@/api/problem";
import type { ContentEntry } from "@/data/admin/admin";
import { TrashDialog } from "./trash-dialog";
import { TrashPage } from "./trash-page";

const api = vi.hoisted(() => ({ restore: vi.fn(), trash: vi.fn(), toast: vi.fn() }));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));

const time = "2026-11-20T10:00:00Z";
const entries = ["Limits", "Maps", "Sets"].map((title) => ({
  ...{ kind: "note", id: title, title, fileName: `${title}.pdf`, place: "MATH137", sizeBytes: 1000 },
  ...{ deletedAt: time, deletedBy: "ada@example.org", expiresAt: time },
}));
const [limits, maps, sets] = entries;

vi.mock("@/data/admin/admin", () => ({
  trashQuery: {
    queryKey: ["trash"],
    queryFn: async () => ({ items: entries }),
    initialPageParam: "",
    getNextPageParam: () => undefined,
  },
  useRestoreItems: () => ({ mutateAsync: api.restore, isPending: false }),
  useTrashItem: () => ({ mutateAsync: async () => undefined }),
  useTrashItems: () => ({ mutateAsync: api.trash }),
}));

beforeEach(() => {
  vi.resetAllMocks();
});
afterEach(cleanup);

test("S6.adm.8 restoring several items reports how many were restored and names the others", async () => {
  api.restore.mockResolvedValue({ done: [limits, maps], failed: [sets], error: unreachable() });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TrashPage />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all shown" }));
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  const text = `2 of 3 restored. “Sets” could not be restored. ${unreachable().detail}`;
  await vi.waitFor(() => expect(api.toast.mock.calls).toEqual([[text, { kind: "error" }]]));
});

test("S6.adm.12 deleting several items reports how many were moved and names the others", async () => {
  api.trash.mockResolvedValue({ done: [limits], failed: [maps, sets], error: unreachable() });
  const all = entries as unknown as ContentEntry[];
  render(<TrashDialog entries={all} onClose={() => undefined} onDone={() => undefined} />);
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "secret" } });
  fireEvent.click(screen.getByRole("button", { name: "Move to trash" }));
  const text = `1 of 3 moved to the trash. “Maps” and “Sets” could not be moved to the trash. ${unreachable().detail}`;
  await vi.waitFor(() => expect(api.toast.mock.calls[0]?.[0]).toBe(text));
});
