import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { ContentEntry } from "@/data/admin/admin";
import { EditDialog } from "./edit-dialog";

const api = vi.hoisted(() => ({ detail: vi.fn(), edit: vi.fn(), place: vi.fn(), shelf: vi.fn(), toast: vi.fn() }));
vi.mock("@/core/wasm", () => ({
  loadRules: async () => ({ validateNoteDraft: () => [], validateSubject: () => [] }),
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));
vi.mock("@/data/admin/admin", () => ({
  contentDetailQuery: () => ({ queryKey: ["detail"], queryFn: () => api.detail(), retry: false }),
  useEditContent: () => ({ mutateAsync: api.edit }),
  useReorderAudio: () => ({ mutateAsync: api.place }),
}));
vi.mock("@/data/audio/audio", () => ({
  shelfQuery: (shelf: string) => ({
    queryKey: [shelf],
    queryFn: () => api.shelf(shelf),
    initialPageParam: "",
    getNextPageParam: ({ audio }: { audio: { nextCursor?: string } }) => audio.nextCursor,
    retry: false,
  }),
}));

const opened = { kind: "note", id: "n1", place: "CS246", title: "Limits", description: "", chapter: 1, version: 3 };

const recordings = (shelf: string) => [opened, { id: `on-${shelf}`, title: "Integrals" }];

beforeEach(() => {
  api.shelf.mockImplementation((shelf: string) => ({ audio: { items: recordings(shelf) } }));
});
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

function show(detail: object, onClose = vi.fn()) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EditDialog entry={detail as ContentEntry} onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}

test("an edit that conflicts with identical texts is saved", async () => {
  api.detail.mockResolvedValueOnce(opened).mockResolvedValue({ ...opened, title: "All limits", version: 4 });
  api.edit.mockRejectedValue(new ApiProblem({ code: "conflict", status: 409, detail: "The note was changed." }));
  const onClose = show(opened);
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "All limits" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.toast.mock.calls).toEqual([["Saved."]]);
});

const recording = { ...opened, kind: "audio", place: "deep-dive", subject: "CS 246" };

test("a recording can be moved to another shelf, after another recording", async () => {
  api.detail.mockResolvedValue(recording);
  api.edit.mockResolvedValue({ ...recording, place: "radio" });
  const onClose = show(recording);
  const shelf = await screen.findByLabelText<HTMLSelectElement>("Shelf");
  expect(shelf.value).toBe("deep-dive");
  fireEvent.change(shelf, { target: { value: "radio" } });
  await vi.waitFor(() => expect(document.querySelector("option[value=on-radio]")).not.toBeNull());
  fireEvent.change(screen.getByLabelText("Place"), { target: { value: "on-radio" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.edit.mock.calls).toEqual([
    [{ title: "Limits", description: "", subject: "CS 246", shelf: "radio", version: 3 }],
  ]);
  expect(api.place.mock.calls).toEqual([[{ after: "on-radio", from: "" }]]);
});

test("moving a recording sends the position that it had when the dialog opened", async () => {
  const opened = { ...recording, position: "seen" };
  const latest = { ...opened, position: "moved elsewhere", version: 4 };
  api.detail.mockResolvedValueOnce(opened).mockResolvedValue(latest);
  api.edit.mockRejectedValue(new ApiProblem({ code: "conflict", status: 409, detail: "It was changed." }));
  api.place.mockResolvedValue({});
  const onClose = show(opened);
  await vi.waitFor(() => expect(document.querySelector("option[value=on-deep-dive]")).not.toBeNull());
  fireEvent.change(screen.getByLabelText("Place"), { target: { value: "on-deep-dive" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.place.mock.calls).toEqual([[{ after: "on-deep-dive", from: "seen" }]]);
});

test("saving without choosing a position does not move the recording", async () => {
  api.detail.mockResolvedValue(recording);
  api.edit.mockResolvedValue({});
  const onClose = show(recording);
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "All limits" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.edit.mock.calls[0]?.[0]).toMatchObject({ title: "All limits", shelf: "deep-dive" });
  expect(api.place).not.toHaveBeenCalled();
});

test("the default option of the position field is the current position, or the upload date on another shelf", async () => {
  api.detail.mockResolvedValue(recording);
  show(recording);
  const place = await screen.findByLabelText<HTMLSelectElement>("Place");
  expect(place.options[0]?.text).toBe("Keep the current place");
  fireEvent.change(screen.getByLabelText("Shelf"), { target: { value: "radio" } });
  expect(place.options[0]?.text).toBe("By upload date");
});

test("the position field says that a shelf is loading, and that only its first recordings are offered", async () => {
  api.detail.mockResolvedValue(recording);
  let answer: (page: object) => void = () => undefined;
  api.shelf.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  show(recording);
  await screen.findByLabelText("Place");
  expect(screen.getByText("Loading...")).toBeDefined();
  answer({ audio: { items: recordings("deep-dive"), nextCursor: "second" } });
  expect(await screen.findByText("Only the first 2 audio notes of this shelf are offered.")).toBeDefined();
});

test("the position field says that the recordings of a shelf could not be loaded", async () => {
  api.detail.mockResolvedValue(recording);
  api.shelf.mockRejectedValue(new Error("It failed."));
  show(recording);
  expect(await screen.findByText("The audio notes of this shelf could not be loaded.")).toBeDefined();
});

test("a conflict that changes the shelf clears the chosen position", async () => {
  const latest = { ...recording, place: "radio", version: 4 };
  api.detail.mockResolvedValueOnce(recording).mockResolvedValue(latest);
  api.edit.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "It was changed." }));
  api.edit.mockResolvedValue({});
  const onClose = show(recording);
  await vi.waitFor(() => expect(document.querySelector("option[value=on-deep-dive]")).not.toBeNull());
  fireEvent.change(screen.getByLabelText("Place"), { target: { value: "on-deep-dive" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^This item was changed while you were editing/);
  expect(screen.getByLabelText<HTMLSelectElement>("Shelf").value).toBe("radio");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.edit.mock.lastCall?.[0]).toMatchObject({ shelf: "radio", version: 4 });
  expect(api.place).not.toHaveBeenCalled();
});

test("a position that is rejected is cleared, and the dialog says that everything else is saved", async () => {
  api.detail.mockResolvedValue(recording);
  api.edit.mockResolvedValue({ ...recording, version: 4 });
  const refusal = { code: "not_found", status: 404, detail: "Audio note not found." } as const;
  api.place.mockRejectedValue(new ApiProblem(refusal));
  const onClose = show(recording);
  await vi.waitFor(() => expect(document.querySelector("option[value=on-deep-dive]")).not.toBeNull());
  fireEvent.change(screen.getByLabelText("Place"), { target: { value: "on-deep-dive" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  const words = "Everything else is saved. The place could not be changed. Audio note not found.";
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));
  expect(onClose).not.toHaveBeenCalled();
  expect(api.toast).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.edit.mock.lastCall?.[0]).toMatchObject({ version: 4 });
  expect(api.place).toHaveBeenCalledOnce();
});

test("the subject of a recording is saved as typed, and a subject changed by someone else is shown", async () => {
  const latest = { ...recording, subject: "MATH 137", version: 4 };
  api.detail.mockResolvedValueOnce(recording).mockResolvedValue(latest);
  api.edit.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "It was changed." }));
  api.edit.mockResolvedValue(latest);
  const onClose = show(recording);
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "All limits" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^This item was changed while you were editing/);
  const subject = screen.getByLabelText<HTMLInputElement>(/Subject/);
  expect(subject.value).toBe("MATH 137");
  fireEvent.change(subject, { target: { value: "MATH 138" } });
  expect(subject.value).toBe("MATH 138");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.edit.mock.lastCall?.[0]).toMatchObject({ title: "All limits", subject: "MATH 138", version: 4 });
});
