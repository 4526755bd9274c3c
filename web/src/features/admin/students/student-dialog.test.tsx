import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { ManagedStudent, StudentAction } from "@/data/admin/students";
import { StudentDialog } from "./student-dialog";

const [change, toast] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("@/data/admin/students", () => ({ useStudentAction: () => ({ mutateAsync: change }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

const [onClose, onDeleted] = [vi.fn(), vi.fn()];
beforeEach(() => {
  vi.clearAllMocks();
  change.mockReset().mockResolvedValue(undefined);
});
afterEach(cleanup);

function show(action: StudentAction) {
  const student = { id: "u1", username: "ada", name: "Ada" } as unknown as ManagedStudent;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StudentDialog student={student} action={action} text="ada" onClose={onClose} onDeleted={onDeleted} />
    </QueryClientProvider>,
  );
}
const password = () => screen.getByLabelText<HTMLInputElement>("Your password");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const pressEscape = () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });

test.each([
  ["endSessions", "Log out everywhere", /^Log .* out everywhere\?$/, / was logged out everywhere\.$/],
  ["block", "Block", /^Block .*\?$/, / is blocked\.$/],
  ["unblock", "Unblock", /^Unblock .*\?$/, / can sign in again\.$/],
  ["delete", "Delete for good", /^Delete the account of .*\?$/, /^The account of .* was deleted\.$/],
] as const)(
  "%s is sent with the password, confirmed by a message, and closes the dialog",
  async (action, label, title, done) => {
    show(action);
    expect(screen.getByRole("dialog", { name: title })).toBeDefined();
    expect(password().value).toBe("");
    fireEvent.change(password(), { target: { value: "secret" } });
    press(label);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(change.mock.calls).toEqual([[{ id: "u1", action, password: "secret" }]]);
    expect(toast.mock.calls).toEqual([[expect.stringMatching(done)]]);
    expect(onDeleted).toHaveBeenCalledTimes(action === "delete" ? 1 : 0);
  },
);

test("nothing is sent to the server without a password", async () => {
  show("delete");
  press("Delete for good");
  expect(await screen.findByText("Password is required.")).toBeDefined();
  expect(change).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test("a wrong password shows the message and keeps the dialog open", async () => {
  change.mockRejectedValue(new ApiProblem({ code: "forbidden", status: 403, detail: "The password is wrong." }));
  show("block");
  fireEvent.change(password(), { target: { value: "guess" } });
  press("Block");
  expect(await screen.findByText("The password is wrong.")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  expect(toast).not.toHaveBeenCalled();
});

test("Escape closes the dialog, except while the change is being sent", async () => {
  let finish: (value: unknown) => void = () => undefined;
  change.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
  show("block");
  expect(onClose).not.toHaveBeenCalled();
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.change(password(), { target: { value: "secret" } });
  press("Block");
  await screen.findByRole("button", { name: "Blocking..." });
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(1);
  finish(undefined);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
});
