import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { ConfirmStep } from "./confirm-step";

let left = 0;
const calls = vi.hoisted(() => ({ restart: vi.fn(), resend: vi.fn() }));
vi.mock("@/lib/time/use-countdown", () => ({ useCountdown: () => ({ secondsLeft: left, restart: calls.restart }) }));
vi.mock("./api", () => ({ authApi: { resendCode: calls.resend } }));
vi.mock("./checks", () => ({ checks: {} }));

afterEach(cleanup);

test.each([
  [12, "Resend code in 12 s", true],
  [0, "Resend code", false],
])("with %s seconds left the button shows: %s", (seconds, says, isDisabled) => {
  left = seconds;
  render(
    <ConfirmStep email="a@b.test" password="secret" onConfirmed={async () => undefined} onBack={() => undefined} />,
  );
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
  left = 0;
  calls.restart.mockClear();
  calls.resend.mockClear();
  prepare();
  render(
    <ConfirmStep email="a@b.test" password="secret" onConfirmed={async () => undefined} onBack={() => undefined} />,
  );
  expect(screen.queryByRole("status")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Resend code" }));
  expect((await screen.findByRole("status")).textContent).toBe(text);
  expect(calls.resend).toHaveBeenCalledExactlyOnceWith("a@b.test");
  expect(calls.restart).toHaveBeenCalledTimes(1);
});
