import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { ContentEntry } from "@/data/admin/admin";
import { EditDialog } from "./edit-dialog";

const api = vi.hoisted(() => ({ detail: vi.fn(), edit: vi.fn(), toast: vi.fn() }));
vi.mock("@/core/engine", () => ({ loadCore: async () => ({ validateNoteDraft: () => [] }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));
vi.mock("@/data/admin/admin", () => ({
  contentDetailQuery: () => ({ queryKey: ["detail"], queryFn: () => api.detail(), retry: false }),
  useEditContent: () => ({ mutateAsync: api.edit }),
}));

const opened = { kind: "note", id: "n1", place: "CS246", title: "Limits", description: "", chapter: 1, version: 3 };

test("an edit that conflicts with the same texts is saved", async () => {
  api.detail.mockResolvedValueOnce(opened).mockResolvedValue({ ...opened, title: "All limits", version: 4 });
  api.edit.mockRejectedValue(new ApiProblem({ code: "conflict", status: 409, detail: "The note was changed." }));
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EditDialog entry={opened as unknown as ContentEntry} onClose={onClose} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "All limits" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.toast.mock.calls).toEqual([["Saved."]]);
  cleanup();
});
