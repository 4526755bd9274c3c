import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { session } from "@/session/session";
import { RegisterPage } from "./register-page";

const core = startWasmModule<RulesModule>("wasm_core");
const account = vi.hoisted(() => ({ signUp: vi.fn(), confirmSignUp: vi.fn() }));
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));
vi.mock("./api", () => ({ authApi: account }));

let signIn: MockInstance<typeof session.signIn>;
beforeEach(() => {
  for (const call of Object.values(account)) call.mockReset().mockResolvedValue(undefined);
  signIn = vi.spyOn(session, "signIn");
});
afterEach(cleanup);

function open(state: object = {}) {
  const entries = [{ pathname: "/register", state }];
  const router = createMemoryRouter([{ path: "*", Component: RegisterPage }], { initialEntries: entries });
  render(<RouterProvider router={router} />);
  return router;
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const CODE = "Enter the code we emailed";
const typed = { username: "ada", email: "ada@noteninja.test", password: "two unrelated words" };

async function register() {
  type("Username", typed.username);
  type("Email", typed.email);
  type("Password", typed.password);
  press("SIGN UP");
  await screen.findByLabelText(CODE);
}

test("the form is empty at first, and keeps its fields after 'Back'", async () => {
  open();
  for (const name of ["Username", "Email", "Password"]) expect(field(name).value).toBe("");
  await register();
  expect(account.signUp.mock.calls).toEqual([[typed]]);
  expect(screen.queryByLabelText("Password")).toBeNull();
  press("Back");
  expect(field("Username").value).toBe(typed.username);
  expect(field("Email").value).toBe(typed.email);
  expect(field("Password").value).toBe(typed.password);
});

test("a confirmed account is signed in", async () => {
  signIn.mockResolvedValue({ next: "signed_in" } as never);
  const router = open();
  await register();
  type(CODE, " 123456 ");
  press("Confirm");
  await waitFor(() => expect(signIn.mock.calls).toEqual([[{ email: typed.email, password: typed.password }]]));
  expect(account.confirmSignUp.mock.calls).toEqual([
    [{ email: typed.email, code: "123456", password: typed.password }],
  ]);
  expect(router.state.location.pathname).toBe("/register");
});

test("a confirmed account whose sign-in needs another step continues on the sign-in page", async () => {
  signIn.mockResolvedValue({ next: "second_factor" } as never);
  const router = open({ from: "/audio" });
  await register();
  type(CODE, "123456");
  press("Confirm");
  await waitFor(() => expect(router.state.location.pathname).toBe("/signin"));
  expect(router.state.location.state).toEqual({ from: "/audio" });
});

test("after a reload the page asks for the code and the password, and 'Back' keeps the address", () => {
  open({ confirming: typed.email });
  expect(screen.getByText(typed.email)).toBeDefined();
  expect(field("Password").value).toBe("");
  press("Back");
  expect(field("Email").value).toBe(typed.email);
  expect(field("Username").value).toBe("");
});
