import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { AccountState } from "./api";
import { EmailSection } from "./email-section";

const account = vi.hoisted(() => ({
  changeEmail: vi.fn(),
  confirmEmail: vi.fn(),
  cancelEmailChange: vi.fn(),
  resendEmailCode: vi.fn(),
}));
const countdown = vi.hoisted(() => ({ secondsLeft: 0, restart: vi.fn() }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./api", () => ({ accountApi: account, accountQuery: { queryKey: ["account"] } }));
vi.mock("@/lib/time/use-countdown", () => ({ useCountdown: () => countdown }));
vi.mock("./checks", () => ({
  accountFormRules: { email: async () => [], code: async () => [], reauth: async () => [] },
  toReauthBody: (proof: object) => proof,
}));

afterEach(cleanup);

const pending = { email: "new@noteninja.test" };

/** Section with an account whose new address is pending after it was requested. */
function Changing() {
  const [state, setState] = useState({ email: "old@noteninja.test", hasSecondFactor: false } as AccountState);
  account.changeEmail.mockImplementation(async () => {
    setState((before) => ({ ...before, pending }) as AccountState);
    return pending;
  });
  return <EmailSection account={state} />;
}

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const typedInto = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

async function asked(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Changing />
    </QueryClientProvider>,
  );
  expect([typedInto("New email address"), typedInto("Your password")]).toEqual(["", ""]);
  type("New email address", "new@noteninja.test");
  type("Your password", "correct");
  fireEvent.click(screen.getByRole("button", { name: "Send code" }));
  await screen.findByLabelText("Enter the code we emailed");
  expect(screen.queryByLabelText("Your password")).toBeNull();
  type("Enter the code we emailed", " 123456 ");
}

test("S7.auth.3 the code is confirmed with the password of the previous step", async () => {
  account.confirmEmail.mockReset().mockResolvedValue({ email: "new@noteninja.test" });
  await asked();
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Your email address was changed.")).toBeDefined();
  expect(account.confirmEmail).toHaveBeenCalledExactlyOnceWith({ code: "123456", password: "correct", appCode: "" });
});

test.each([
  ["password", true],
  ["code", false],
])("S7.auth.3 a wrong %s asks for the password again: %s", async (field, isAsked) => {
  const fields = [{ field, code: "wrong", message: "Wrong." }];
  const problem = new ApiProblem({ code: "invalid", status: 422, detail: "Wrong.", fields } as never);
  account.confirmEmail.mockReset().mockRejectedValue(problem);
  await asked();
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Wrong.")).toBeDefined();
  expect(screen.queryByLabelText("Your password") !== null).toBe(isAsked);
});

test("S7.auth.3 another code can be requested once the first has expired, not before", async () => {
  account.resendEmailCode.mockReset().mockResolvedValue(undefined);
  countdown.secondsLeft = 12;
  await asked();
  expect(screen.getByRole("button", { name: "Resend code in 12 s" })).toHaveProperty("disabled", true);
  cleanup();
  countdown.secondsLeft = 0;
  await asked();
  fireEvent.click(screen.getByRole("button", { name: "Resend code" }));
  expect(await screen.findByText("We sent you a new code.")).toBeDefined();
  expect(account.resendEmailCode).toHaveBeenCalledOnce();
});
