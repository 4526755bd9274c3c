import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { toast } from "@/ui/feedback/toast";
import { StoragePanel } from "./storage-panel";

vi.mock("@/ui/feedback/toast", () => ({ toast: vi.fn() }));
const server = vi.hoisted(() => ({ storage: vi.fn(), rebuild: vi.fn(), isPending: false }));
vi.mock("@/data/admin/admin", () => ({
  storageQuery: { queryKey: ["storage"], queryFn: server.storage },
  useRebuildContent: () => ({ mutateAsync: server.rebuild, isPending: server.isPending }),
}));

const storage = {
  kinds: [{ kind: "note", items: 1200, sizeBytes: 2048 }],
  trash: { items: 3, sizeBytes: 1024 },
};

beforeEach(() => {
  vi.mocked(toast).mockReset();
  server.isPending = false;
  server.storage.mockReset().mockResolvedValue(storage);
  server.rebuild.mockReset();
});
afterEach(cleanup);

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <StoragePanel />
    </QueryClientProvider>,
  );
const verify = () => screen.findByRole<HTMLButtonElement>("button", { name: "Verify counts" });

test("the panel lists items and bytes by kind, and the trash", async () => {
  show();
  await verify();
  const rows = [...screen.getByLabelText("Storage used").children].map(({ textContent }) => textContent);
  expect(rows).toEqual([expect.stringMatching(/1,200 2/), expect.stringMatching(/^Trash3 1/)]);
});

test.each([
  [{ written: 0, removed: 0 }, "Counts verified. Nothing changed."],
  [{ written: 1, removed: 0 }, "Counts verified. 1 entry was corrected."],
  [{ written: 1500, removed: 2 }, "Counts verified. 1,502 entries were corrected."],
])("after the counts were verified, a toast says what changed: %o", async (result, text) => {
  server.rebuild.mockResolvedValue(result);
  show();
  fireEvent.click(await verify());
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith(text));
});

test("a failed verification shows the reason, and the button is disabled while one is running", async () => {
  server.rebuild.mockRejectedValue(unreachableProblem());
  show();
  fireEvent.click(await verify());
  const text = expect.stringMatching(/^Could not verify the counts\. Could not reach/);
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith(text, { kind: "error" }));
  cleanup();
  server.isPending = true;
  show();
  expect((await verify()).disabled).toBe(true);
});

test("the panel disappears if the counts cannot be loaded, because the list shows the error", async () => {
  server.storage.mockRejectedValue(unreachableProblem());
  const { container } = show();
  expect(container.querySelector(".skeleton")).not.toBeNull();
  await vi.waitFor(() => expect(container.textContent).toBe(""));
  await vi.waitFor(() => expect(container.querySelector(".skeleton")).toBeNull());
});
