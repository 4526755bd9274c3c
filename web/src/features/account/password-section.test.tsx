import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { PasswordSection } from "./password-section";

const [changePassword, endSession] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("./api", () => ({ accountApi: { changePassword } }));
vi.mock("./checks", () => ({ accountFormRules: { newPassword: async () => [] } }));
vi.mock("./end-session", () => ({ endSessionWithNotice: endSession }));

const DONE = "Your password was changed, and other devices were logged out.";

beforeEach(() => {
  changePassword.mockReset();
  endSession.mockReset();
  render(<PasswordSection email="amara@noteninja.test" />);
});
afterEach(cleanup);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const typed = () => ["Current password", "New password"].map((label) => field(label).value);
function change(): void {
  fireEvent.input(field("Current password"), { target: { value: "old words" } });
  fireEvent.input(field("New password"), { target: { value: "new words" } });
  fireEvent.click(screen.getByRole("button", { name: "Change password" }));
}

test("a changed password shows a message and empties both fields", async () => {
  changePassword.mockResolvedValue({ next: "signed_in" });
  expect(typed()).toEqual(["", ""]);
  expect(screen.queryByText(DONE)).toBeNull();
  change();
  expect(await screen.findByText(DONE)).toBeDefined();
  expect(changePassword).toHaveBeenCalledExactlyOnceWith({ currentPassword: "old words", newPassword: "new words" });
  await vi.waitFor(() => expect(typed()).toEqual(["", ""]));
  expect(endSession).not.toHaveBeenCalled();
});

test("a changed password that ends the session leads to the sign-in page", async () => {
  changePassword.mockResolvedValue({ next: "second_factor" });
  change();
  await vi.waitFor(() => expect(endSession).toHaveBeenCalledOnce());
  expect(endSession).toHaveBeenCalledWith("Your password was changed. Sign in with the new one.");
  expect(screen.queryByText(DONE)).toBeNull();
});

test("a change that fails shows the reason, keeps the fields and hides the earlier message", async () => {
  changePassword.mockResolvedValueOnce({ next: "signed_in" });
  change();
  await screen.findByText(DONE);
  changePassword.mockRejectedValueOnce(unreachableProblem());
  change();
  expect(await screen.findByText(unreachableProblem().detail)).toBeDefined();
  expect(screen.queryByText(DONE)).toBeNull();
  expect(typed()).toEqual(["old words", "new words"]);
});

test("the new password has a hint about its length", () => {
  expect(screen.getByText(/^At least \d+ characters\. A few unrelated words make a good one\.$/)).toBeDefined();
});
