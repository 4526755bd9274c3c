import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { RequestedCourse } from "@/data/requests/requests";
import { pendingDiscardPrompt } from "@/lib/browser/unsaved";
import { DecideDialog } from "./decide-dialog";

const api = vi.hoisted(() => ({ decide: vi.fn(), reload: vi.fn(), toast: vi.fn() }));
vi.mock("@/data/requests/requests", () => ({
  useDecideRequest: () => ({ mutateAsync: api.decide }),
  useReloadDecision: () => api.reload,
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));

const course = {
  courseCode: "ART100",
  courseName: "Knitting",
  requesters: 12,
  state: "open",
  answer: "We look for notes.",
} as RequestedCourse;
const onClose = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(cleanup);

function show(wanted: Partial<RequestedCourse> = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DecideDialog course={{ ...course, ...wanted }} onClose={onClose} />
    </QueryClientProvider>,
  );
}

const answer = (value: string) => fireEvent.input(screen.getByRole("textbox"), { target: { value } });
const stateField = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "State" });
const choose = (value: string) => fireEvent.change(stateField(), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const pressEscape = () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });

test("the dialog shows the course, the number of requests and the previous reply", () => {
  show();
  const dialog = screen.getByRole("dialog", { name: "ART 100: Knitting" });
  expect(dialog.textContent).toContain("12 requests. Students who asked by name see the status and your answer.");
  expect(stateField().value).toBe("open");
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Open",
    "Planned",
    "Added",
    "Declined",
  ]);
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("We look for notes.");
  expect(onClose).not.toHaveBeenCalled();
});

test("uses the singular for one request", () => {
  show({ requesters: 1 });
  expect(screen.getByRole("dialog").textContent).toContain("1 request. Students");
});

test("Escape and Cancel close the dialog without deciding", () => {
  show();
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(button("Cancel"));
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(api.decide).not.toHaveBeenCalled();
});

test("closing the dialog with unsaved text asks first", async () => {
  show();
  answer("Next term.");
  pressEscape();
  expect(pendingDiscardPrompt.get()).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => pendingDiscardPrompt.get()?.answer(true));
  expect(onClose).toHaveBeenCalledOnce();
});

test("while a decision is saved the dialog is disabled, then it reports success and closes", async () => {
  let finish: () => void = () => undefined;
  api.decide.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)));
  show();
  choose("planned");
  answer("Next term.");
  fireEvent.click(button("Save"));
  await screen.findByRole("button", { name: "Saving..." });
  const before = { state: "open", answer: "We look for notes." };
  expect(api.decide.mock.calls).toEqual([[{ code: "ART100", state: "planned", answer: "Next term.", before }]]);
  expect(button("Cancel").disabled).toBe(true);
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").disabled).toBe(true);
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  expect(api.toast).not.toHaveBeenCalled();
  await act(async () => finish());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.toast.mock.calls).toEqual([["Your decision on ART 100 was saved."]]);
});

test("a failed decision shows the reason, and keeps the typed text", async () => {
  const detail = "The answer is too long.";
  api.decide.mockRejectedValue(new ApiProblem({ code: "unavailable", status: 503, detail }));
  show();
  answer("Next term.");
  fireEvent.click(button("Save"));
  expect(await screen.findByText(detail)).toBeDefined();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Next term.");
  expect(onClose).not.toHaveBeenCalled();
  expect(api.toast).not.toHaveBeenCalled();
});

/** Saves a decision while another administrator has decided `theirs`. */
async function saveAfter(theirs: Partial<RequestedCourse>) {
  api.decide.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "It was changed." }));
  api.reload.mockResolvedValueOnce({ ...course, ...theirs });
  fireEvent.click(button("Save"));
  await screen.findByText(/^This item was changed while you were editing/);
}

test("if another administrator decided first, the dialog shows both replies and adopts the new state", async () => {
  show();
  answer("Next term.");
  await saveAfter({ state: "planned", answer: "In January." });
  expect(screen.getByText("Saved by another administrator: “In January.”")).toBeDefined();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Next term.");
  expect(stateField().value).toBe("planned");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(button("Use this value"));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("In January.");
  api.decide.mockResolvedValueOnce(undefined);
  fireEvent.click(button("Save"));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const theirs = { state: "planned", answer: "In January." };
  expect(api.decide).toHaveBeenLastCalledWith({ code: "ART100", ...theirs, before: theirs });
});

test("if both administrators changed the state, the dialog shows that of the other one", async () => {
  show();
  choose("declined");
  await saveAfter({ state: "planned" });
  expect(screen.getByText("Saved by another administrator: “Planned”")).toBeDefined();
  expect(stateField().value).toBe("declined");
  fireEvent.click(button("Use this value"));
  expect(stateField().value).toBe("planned");
});
