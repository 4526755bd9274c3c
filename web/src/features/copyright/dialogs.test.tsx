import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import type { CopyrightNotice } from "@/data/copyright/copyright";
import { CounterDialog } from "./counter-dialog";
import { HideDialog } from "./hide-dialog";
import { ReasonDialog } from "./reason-dialog";

const { decide, toast, listCopies } = vi.hoisted(() => ({ decide: vi.fn(), toast: vi.fn(), listCopies: vi.fn() }));
vi.mock("@/data/copyright/copyright", () => ({
  useDecideNotice: () => ({ mutateAsync: decide }),
  noticeCopiesQuery: (id: string) => ({ queryKey: ["copies", id], queryFn: listCopies }),
}));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

const onClose = vi.fn();
const item = { kind: "note", id: "1", title: "Pointers", place: "CS246", uploaderName: "Ada" } as const;
const notice: CopyrightNotice = {
  ...{ id: "n1", state: "hidden", name: "Olga", postalAddress: "1 Main Street", email: "olga@authors.test" },
  ...{
    work: "A book",
    signature: "Olga",
    items: [item],
    copies: [item],
    receivedAt: "2026-11-20T10:00:00Z",
    rejectedMails: [],
    reason: "",
  },
};
const withCopies = (...results: ("restored" | "deleted")[]) => ({
  copies: results.map((result) => ({ ...item, result })),
});

beforeEach(() => {
  vi.resetAllMocks();
  listCopies.mockResolvedValue({ items: [item], replaced: [] });
});
afterEach(cleanup);

function showHideDialog() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <HideDialog notice={notice} onClose={onClose} />
    </QueryClientProvider>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

// The server refuses a decision about another state than the one that the page has shown.
const decided = { state: "hidden", reason: "No work", password: "secret" };
test.each([
  ["dismiss", "Dismiss", { ...decided, kind: "dismiss" }, "Notice dismissed."],
  [
    ...["withdraw", "Withdraw and restore", { ...decided, kind: "dismiss" }],
    "Notice withdrawn. 1 of 2 copies were restored.",
  ],
  [...["close", "Close, files stay removed", { ...decided, kind: "close" }], "Notice closed. The files stay removed."],
] as const)("S7.copyright.6 to %s a notice needs a reason and the password", async (about, button, decision, done) => {
  decide.mockResolvedValue(withCopies("restored", "deleted"));
  render(<ReasonDialog notice={notice} about={about} onClose={onClose} />);
  press(button);
  expect(await screen.findByText("Enter a reason.")).toBeDefined();
  expect(screen.getByText("Password is required.")).toBeDefined();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Reason")));
  type("Reason", "No work");
  press(button);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Your password")));
  expect(decide).not.toHaveBeenCalled();
  type("Your password", "secret");
  press(button);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(decide.mock.calls).toEqual([[decision]]);
  expect(toast.mock.calls).toEqual([[done]]);
});

test.each([
  ["hold", "Hold", true],
  ["release", "End hold", false],
] as const)("S7.copyright.7 to %s copies needs a reason and no password", async (about, button, held) => {
  decide.mockResolvedValue(withCopies());
  render(<ReasonDialog notice={notice} about={about} onClose={onClose} />);
  expect(screen.queryByLabelText("Your password")).toBeNull();
  type("Reason", "Case 26-1234");
  press(button);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(decide.mock.calls).toEqual([[{ kind: "hold", held, reason: "Case 26-1234" }]]);
});

test("S7.copyright.6 a decision that the server refuses is explained, and the dialog stays open with its text", async () => {
  const detail = "This notice was decided in the meantime. Reload to see its state.";
  decide.mockRejectedValue(new ApiProblem({ status: 409, code: "conflict", detail, fields: [] }));
  render(<ReasonDialog notice={notice} about="close" onClose={onClose} />);
  type("Reason", "No answer");
  type("Your password", "secret");
  press("Close, files stay removed");
  expect(await screen.findByText(detail)).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Reason").value).toBe("No answer");
  expect(onClose).not.toHaveBeenCalled();
});

test("S7.copyright.4 hiding needs the password, and a wrong one is shown at its field", async () => {
  const wrong = { field: "password", code: "wrong", message: "This password is wrong." };
  decide.mockRejectedValueOnce(new ApiProblem({ status: 422, code: "validation", detail: "Invalid", fields: [wrong] }));
  decide.mockResolvedValue({ copies: [item, item] });
  showHideDialog();
  press("Hide all copies");
  expect(await screen.findByText("Password is required.")).toBeDefined();
  expect(decide).not.toHaveBeenCalled();
  type("Your password", "guess");
  press("Hide all copies");
  expect(await screen.findByText("This password is wrong.")).toBeDefined();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Your password")));
  type("Your password", "secret");
  press("Hide all copies");
  await vi.waitFor(() => expect(toast.mock.calls).toEqual([["2 copies are hidden."]]));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ["is not offered if no file was replaced", [], false],
  ["is hidden only if the administrator chooses so", [item], true],
] as const)("S7.copyright.12 a file that replaced a named one %s", async (_, replaced, isOffered) => {
  listCopies.mockResolvedValue({ items: [item], replaced });
  decide.mockResolvedValue({ copies: [item] });
  showHideDialog();
  const choice = /^Also hide the current files/;
  await vi.waitFor(() => expect(screen.queryAllByRole("checkbox", { name: choice })).toHaveLength(replaced.length));
  for (const checkbox of screen.queryAllByRole("checkbox")) fireEvent.click(checkbox);
  type("Your password", "secret");
  press("Hide all copies");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(decide.mock.calls).toEqual([[{ kind: "hide", replaced: isOffered, password: "secret" }]]);
});

test("S7.copyright.4 copies can be hidden while the list of copies cannot be loaded", async () => {
  listCopies.mockRejectedValue(unreachableProblem());
  decide.mockResolvedValue({ copies: [item] });
  showHideDialog();
  await vi.waitFor(() => expect(listCopies).toHaveBeenCalled());
  type("Your password", "secret");
  press("Hide all copies");
  await vi.waitFor(() => expect(toast.mock.calls).toEqual([["1 copy is hidden."]]));
});

test("S7.copyright.6 withdrawing a notice whose copies were all deleted says that none was hidden", async () => {
  decide.mockResolvedValue(withCopies());
  render(<ReasonDialog notice={notice} about="withdraw" onClose={onClose} />);
  type("Reason", "No work");
  type("Your password", "secret");
  press("Withdraw and restore");
  await vi.waitFor(() => expect(toast.mock.calls).toEqual([["Notice withdrawn. No copies were hidden."]]));
});

test("S7.copyright.7 a counter notice shows the errors of its fields, and the first of them has the focus", async () => {
  const rejected = ["statement", "consents"].map((field) => ({
    field,
    code: "required",
    message: `Missing: ${field}`,
  }));
  decide.mockRejectedValueOnce(
    new ApiProblem({ status: 422, code: "validation", detail: "Invalid", fields: rejected }),
  );
  decide.mockResolvedValue(withCopies());
  render(<CounterDialog notice={notice} onClose={onClose} />);
  type("Your full name", "Ben Writer");
  press("Send counter notice");
  expect(await screen.findByText("Missing: consents")).toBeDefined();
  const statement = screen.getByLabelText("Why the files were hidden by mistake");
  await vi.waitFor(() => expect(document.activeElement).toBe(statement));
  fireEvent.click(screen.getByRole("checkbox"));
  press("Send counter notice");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(decide.mock.calls[1]?.[0]).toMatchObject({ kind: "counter", counter: { name: "Ben Writer", consents: true } });
});

test("S7.copyright.7 a counter notice that cannot be sent keeps its text", async () => {
  decide.mockRejectedValue(unreachableProblem());
  render(<CounterDialog notice={notice} onClose={onClose} />);
  type("Signature", "Ben Writer");
  press("Send counter notice");
  expect(await screen.findByText(unreachableProblem().detail)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Signature").value).toBe("Ben Writer");
  expect(onClose).not.toHaveBeenCalled();
});
