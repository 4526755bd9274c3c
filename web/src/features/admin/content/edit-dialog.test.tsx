import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { ContentEntry } from "@/data/admin/admin";
import { EditDialog } from "./edit-dialog";

const api = vi.hoisted(() => ({ detail: vi.fn(), edit: vi.fn(), toast: vi.fn() }));
vi.mock("@/core/engine", () => ({ loadCore: async () => ({ validateNoteDraft: () => [], validateSubject: () => [] }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));
vi.mock("@/data/admin/admin", () => ({
  contentDetailQuery: () => ({ queryKey: ["detail"], queryFn: () => api.detail(), retry: false }),
  useEditContent: () => ({ mutateAsync: api.edit }),
}));

const opened = { kind: "note", id: "n1", place: "CS246", title: "Limits", description: "", chapter: 1, version: 3 };

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function show(detail: object, onClose = vi.fn()) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EditDialog entry={detail as ContentEntry} onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}

test("an edit that conflicts with the same texts is saved", async () => {
  api.detail.mockResolvedValueOnce(opened).mockResolvedValue({ ...opened, title: "All limits", version: 4 });
  api.edit.mockRejectedValue(new ApiProblem({ code: "conflict", status: 409, detail: "The note was changed." }));
  const onClose = show(opened);
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "All limits" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.toast.mock.calls).toEqual([["Saved."]]);
});

test("a recording can be moved to another shelf", async () => {
  const recording = { ...opened, kind: "audio", place: "deep-dive", subject: "CS 246" };
  api.detail.mockResolvedValue(recording);
  api.edit.mockResolvedValue({});
  const onClose = show(recording);
  const shelf = await screen.findByLabelText<HTMLSelectElement>("Shelf");
  expect(shelf.value).toBe("deep-dive");
  fireEvent.change(shelf, { target: { value: "radio" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.edit.mock.calls[0]?.[0]).toMatchObject({ title: "Limits", shelf: "radio", version: 3 });
});
