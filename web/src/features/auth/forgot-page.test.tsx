import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { ForgotPage } from "./forgot-page";

const core = startWasmModule<RulesModule>("wasm_core");
const account = vi.hoisted(() => ({ sendResetCode: vi.fn(), resetPassword: vi.fn() }));
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));
vi.mock("./api", () => ({ authApi: account }));

beforeEach(() => {
  for (const call of Object.values(account)) call.mockReset().mockResolvedValue(undefined);
});
afterEach(cleanup);

function open(address: string) {
  const router = createMemoryRouter([{ path: "*", Component: ForgotPage }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a link with a code fills the form, and the code is removed from the URL", async () => {
  const router = open("/forgot?email=ada%40noteninja.test&code=123456");
  expect(field("Email").value).toBe("ada@noteninja.test");
  expect(field("Code from the email").value).toBe("123456");
  expect(field("New password").value).toBe("");
  expect(screen.queryByText("Password reset email sent!")).toBeNull();
  await waitFor(() => expect(router.state.location.search).toBe(""));
  expect(field("Code from the email").value).toBe("123456");
});

test("S2.auth.4 the page asks for an e-mail address, sends a code, and leads to the sign-in page after a reset", async () => {
  const router = open("/forgot");
  expect(field("Email").value).toBe("");
  expect(screen.getByText("We will email you a code.")).toBeDefined();
  type("Email", "ada@noteninja.test");
  press("Send Reset Email");
  expect(await screen.findByText("Password reset email sent!")).toBeDefined();
  expect(screen.getByText("Enter the code and a new password.")).toBeDefined();
  expect(account.sendResetCode.mock.calls).toEqual([["ada@noteninja.test"]]);
  expect(field("Email").value).toBe("ada@noteninja.test");
  expect(field("Code from the email").value).toBe("");

  type("Code from the email", " 123456 ");
  type("New password", "two unrelated words");
  press("Save new password");
  await waitFor(() => expect(router.state.location.pathname).toBe("/signin"));
  expect(router.state.location.state).toEqual({ notice: "Your password was changed. Sign in with the new one." });
  expect(account.resetPassword.mock.calls).toEqual([
    [{ email: "ada@noteninja.test", code: "123456", newPassword: "two unrelated words" }],
  ]);
});

test("'Send another email' returns to the form, which keeps the address", async () => {
  open("/forgot?email=ada%40noteninja.test&code=123456");
  press("Send another email");
  expect(field("Email").value).toBe("ada@noteninja.test");
  press("Send Reset Email");
  expect(await screen.findByText("Password reset email sent!")).toBeDefined();
});
