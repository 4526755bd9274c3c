import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { DeleteSection } from "./delete-section";

const [remove, leave] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./api", () => ({ accountApi: { deleteAccount: remove } }));
vi.mock("./end-session", () => ({ endSessionWithNotice: leave }));

afterEach(() => {
  cleanup();
  remove.mockReset();
  leave.mockReset();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

function ask(password: string) {
  render(<DeleteSection isAdmin={false} />);
  press("Delete my account");
  expect(screen.getByRole("dialog", { name: "Delete your account?" })).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.input(screen.getByLabelText("Your password"), { target: { value: password } });
}

test("deletes an account with its password, and shows a confirmation on the sign-in page", async () => {
  remove.mockResolvedValue(undefined);
  ask("correct");
  press("Delete for good");
  await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith("Your account was deleted."));
  expect(remove).toHaveBeenCalledExactlyOnceWith("correct");
});

test("a failed deletion keeps the account, and the dialog shows the reason", async () => {
  remove.mockRejectedValue(unreachableProblem());
  ask("correct");
  press("Delete for good");
  expect((await screen.findByRole("alert")).textContent).toBe(unreachableProblem().detail);
  expect(leave).not.toHaveBeenCalled();
  expect(screen.getByLabelText("Your password").getAttribute("aria-invalid")).toBeNull();
});

test("a wrong password shows an error at its field, and a missing one is not sent", async () => {
  const fields = [{ field: "password", code: "wrong", message: "This is not your password." }];
  remove.mockRejectedValue(new ApiProblem({ code: "validation", status: 422, detail: "No.", fields } as never));
  ask("");
  press("Delete for good");
  expect(await screen.findByText("Password is required.")).toBeDefined();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.input(screen.getByLabelText("Your password"), { target: { value: "guess" } });
  press("Delete for good");
  expect(await screen.findByText("This is not your password.")).toBeDefined();
  expect(screen.queryByText("No.")).toBeNull();
  expect(leave).not.toHaveBeenCalled();
});

test("Cancel keeps the account", () => {
  ask("correct");
  press("Cancel");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Delete my account" })).toBeDefined();
  expect(remove).not.toHaveBeenCalled();
});

test("tells administrators how to have their account closed", () => {
  render(<DeleteSection isAdmin />);
  expect(screen.getByText("To close an administrator account, contact the people who run Note Ninja.")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
