import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { ConfirmStep } from "./confirm-step";
import { NewPasswordStep } from "./new-password-step";
import { passwordHint } from "./password-hint";
import { SecondFactorStep } from "./second-factor-step";

const core = startWasmModule<RulesModule>("wasm_core");
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));
const calls = vi.hoisted(() => ({ answer: vi.fn(), confirm: vi.fn(), resend: vi.fn(), setPassword: vi.fn() }));
vi.mock("@/session/session", () => ({ session: { setInitialPassword: calls.setPassword } }));
const countdown = vi.hoisted(() => ({ secondsLeft: 0, restart: vi.fn() }));
vi.mock("@/lib/time/use-countdown", () => ({ useCountdown: () => countdown }));
vi.mock("./api", () => ({
  authApi: { answerSecondFactor: calls.answer, confirmSignUp: calls.confirm, resendCode: calls.resend },
}));

beforeEach(() => {
  for (const each of Object.values(calls)) each.mockReset().mockResolvedValue({});
  countdown.restart.mockReset();
  countdown.secondsLeft = 0;
});
afterEach(cleanup);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const problem = new ApiProblem({ code: "validation", status: 400, detail: "The code is wrong." });

test("S7.auth.5 the code of the app is sent with the challenge", async () => {
  const onBack = vi.fn();
  render(<SecondFactorStep sharedComputer challenge="c1" onBack={onBack} />);
  expect(screen.getByRole("form", { name: "Enter the code from your app" })).toBeDefined();
  const code = field("Code from your app");
  expect([code.autocomplete, code.inputMode, document.activeElement === code]).toEqual([
    "one-time-code",
    "numeric",
    true,
  ]);
  expect(screen.getByText("It changes every 30 seconds.")).toBeDefined();
  type("Code from your app", " 123456 ");
  press("Confirm");
  const sent = { sharedComputer: true, challenge: "c1", code: "123456" };
  await vi.waitFor(() => expect(calls.answer.mock.calls).toEqual([[sent]]));
  press("Back");
  expect(onBack).toHaveBeenCalledTimes(1);
});

test("S7.auth.5 a code that cannot be one is not sent, and a wrong one says so", async () => {
  render(<SecondFactorStep sharedComputer={false} challenge="c1" onBack={vi.fn()} />);
  press("Confirm");
  await vi.waitFor(() => expect(field("Code from your app").getAttribute("aria-invalid")).toBe("true"));
  expect(calls.answer).not.toHaveBeenCalled();
  calls.answer.mockRejectedValue(problem);
  type("Code from your app", "123456");
  press("Confirm");
  expect(await screen.findByText("The code is wrong.")).toBeDefined();
});

test("S7.auth.5 the form is busy until the code was checked", async () => {
  calls.answer.mockReturnValue(new Promise(() => undefined));
  render(<SecondFactorStep sharedComputer={false} challenge="c1" onBack={vi.fn()} />);
  type("Code from your app", "123456");
  press("Confirm");
  expect(await screen.findByText("Confirming...")).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Back" }).disabled).toBe(true);
});

const choose = (onSecondFactor = vi.fn()) => {
  render(<NewPasswordStep email="a@b.test" sharedComputer={false} challenge="c1" onSecondFactor={onSecondFactor} />);
  return onSecondFactor;
};

test("an invited user chooses a password, which is stored with the account", async () => {
  calls.setPassword.mockResolvedValue({ next: "done" });
  const onSecondFactor = choose();
  expect(screen.getByRole("form", { name: "Choose a password" })).toBeDefined();
  const account = document.querySelector<HTMLInputElement>("input[type=email]");
  expect([account?.value, account?.hidden, account?.readOnly, account?.autocomplete]).toEqual([
    "a@b.test",
    true,
    true,
    "username",
  ]);
  expect(field("New password").autocomplete).toBe("new-password");
  expect(screen.getByText(passwordHint)).toBeDefined();
  type("New password", "study-hard-tonight");
  press("Save password");
  const sent = { email: "a@b.test", sharedComputer: false, challenge: "c1", newPassword: "study-hard-tonight" };
  await vi.waitFor(() => expect(calls.setPassword.mock.calls).toEqual([[sent]]));
  expect(onSecondFactor).not.toHaveBeenCalled();
});

test("an account with a second factor goes on with its challenge", async () => {
  calls.setPassword.mockResolvedValue({ next: "second_factor", challenge: "c2" });
  const onSecondFactor = choose();
  type("New password", "study-hard-tonight");
  press("Save password");
  await vi.waitFor(() => expect(onSecondFactor.mock.calls).toEqual([["c2"]]));
});

test("a short password is not sent, and a rejected one says why", async () => {
  choose();
  type("New password", "short");
  press("Save password");
  await vi.waitFor(() => expect(field("New password").getAttribute("aria-invalid")).toBe("true"));
  expect(calls.setPassword).not.toHaveBeenCalled();
  calls.setPassword.mockRejectedValue(problem);
  type("New password", "study-hard-tonight");
  press("Save password");
  expect(await screen.findByText("The code is wrong.")).toBeDefined();
});

function confirm(password?: string) {
  const [onConfirmed, onBack] = [vi.fn(async () => undefined), vi.fn()];
  render(<ConfirmStep email="a@b.test" password={password} onConfirmed={onConfirmed} onBack={onBack} />);
  return { onConfirmed, onBack };
}

test("the code of the e-mail confirms the account with the password of the previous step", async () => {
  const { onConfirmed, onBack } = confirm("secret-of-before");
  expect(screen.getByRole("form", { name: "Confirm your email" }).textContent).toContain("We sent a code to a@b.test.");
  expect(screen.queryByLabelText("Password", { selector: "input" })).toBeNull();
  expect(document.activeElement).toBe(field("Enter the code we emailed"));
  type("Enter the code we emailed", " 123456 ");
  press("Confirm");
  await vi.waitFor(() => expect(onConfirmed.mock.calls).toEqual([["secret-of-before"]]));
  expect(calls.confirm.mock.calls).toEqual([[{ email: "a@b.test", code: "123456", password: "secret-of-before" }]]);
  press("Back");
  expect(onBack).toHaveBeenCalledTimes(1);
});

test("after a reload the password is asked for again", async () => {
  const { onConfirmed } = confirm();
  expect(screen.getByText("The password you just chose. It takes effect once the code is confirmed.")).toBeDefined();
  expect(field("Password").autocomplete).toBe("new-password");
  type("Enter the code we emailed", "123456");
  press("Confirm");
  await vi.waitFor(() => expect(field("Password").getAttribute("aria-invalid")).toBe("true"));
  expect(calls.confirm).not.toHaveBeenCalled();
  type("Password", "study-hard-tonight");
  press("Confirm");
  await vi.waitFor(() => expect(onConfirmed.mock.calls).toEqual([["study-hard-tonight"]]));
  expect(calls.confirm.mock.calls[0]?.[0].password).toBe("study-hard-tonight");
});

test("a wrong code keeps the form", async () => {
  calls.confirm.mockRejectedValue(problem);
  const { onConfirmed } = confirm("secret-of-before");
  type("Enter the code we emailed", "123456");
  press("Confirm");
  expect(await screen.findByText("The code is wrong.")).toBeDefined();
  expect(onConfirmed).not.toHaveBeenCalled();
});

test.each([
  [12, "Resend code in 12 s", true],
  [0, "Resend code", false],
])("with %s seconds left the button shows: %s", (seconds, says, isDisabled) => {
  countdown.secondsLeft = seconds;
  confirm("secret-of-before");
  expect(screen.getByRole("button", { name: says })).toHaveProperty("disabled", isDisabled);
});

test.each([
  ["We sent you a new code.", () => calls.resend.mockResolvedValueOnce(undefined)],
  [
    "Too many attempts.",
    () =>
      calls.resend.mockRejectedValueOnce(
        new ApiProblem({ code: "too_many_requests", status: 429, detail: "Cognito: Too many attempts." }),
      ),
  ],
])("a request for a new code restarts the countdown and says: %s", async (text, prepare) => {
  prepare();
  confirm("secret-of-before");
  expect(screen.queryByRole("status")).toBeNull();
  press("Resend code");
  expect((await screen.findByRole("status")).textContent).toBe(text);
  expect(calls.resend).toHaveBeenCalledExactlyOnceWith("a@b.test");
  expect(countdown.restart).toHaveBeenCalledTimes(1);
});
