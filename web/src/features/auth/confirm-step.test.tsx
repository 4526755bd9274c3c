import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmStep } from "./confirm-step";

let left = 0;
vi.mock("@/lib/time/use-countdown", () => ({ useCountdown: () => ({ left, restart: () => undefined }) }));
vi.mock("./api", () => ({ account: {} }));
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
