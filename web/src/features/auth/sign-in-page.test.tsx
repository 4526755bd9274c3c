import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { startCompiled } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { session } from "@/session/session";
import { SignInPage } from "./sign-in-page";

// Use the validation rules and messages of the compiled core.
const core = startCompiled<RulesModule>("wasm_core");
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));

let signIn: MockInstance<typeof session.signIn>;

function open() {
  const router = createMemoryRouter([{ path: "*", Component: SignInPage }], { initialEntries: ["/signin"] });
  render(<RouterProvider router={router} />);
}

const email = () => screen.getByLabelText("Email");
const password = () => screen.getByLabelText("Password");
const button = (name: string) => screen.getByRole("button", { name });

function fill(): void {
  fireEvent.change(email(), { target: { value: "amara@noteninja.test" } });
  fireEvent.change(password(), { target: { value: "correct horse" } });
}

beforeEach(() => {
  signIn = vi.spyOn(session, "signIn");
});
afterEach(cleanup);

test("S2.auth.2 shows the links to reset and sign-up", () => {
  open();
  expect(screen.getByRole("link", { name: "Forgot Password?" }).getAttribute("href")).toBe("/forgot");
  expect(screen.getByRole("link", { name: "Sign Up Here!" }).getAttribute("href")).toBe("/register");
});

test("S4.form.1 each empty field shows an error, the first of them gets the focus, and nothing is sent", async () => {
  open();
  fireEvent.click(button("SIGN IN"));
  expect(await screen.findByText("Email is required.")).toBeDefined();
  expect(screen.getByText("Password is required.")).toBeDefined();
  fireEvent.change(email(), { target: { value: "amara" } });
  fireEvent.click(button("SIGN IN"));
  expect(await screen.findByText(/^Enter an email address/)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(email()));
  expect(signIn).not.toHaveBeenCalled();
});

test("S2.auth.1 S4.form.1 S8.auth.1 shows a busy state, then an error, and allows another attempt", async () => {
  let refuse: (reason: unknown) => void = () => undefined;
  signIn.mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  open();
  fill();
  fireEvent.click(button("SIGN IN"));
  const busy = await screen.findByRole("button", { name: "Signing In..." });
  for (const element of [busy, email(), password()]) expect(element).toHaveProperty("disabled", true);

  refuse(new ApiProblem({ code: "wrong_credentials", status: 401, detail: "Cognito: Wrong email or password." }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Wrong email or password.");
  expect(button("SIGN IN")).toHaveProperty("disabled", false);
  expect(email()).toHaveProperty("value", "amara@noteninja.test");

  fireEvent.click(button("SIGN IN"));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(signIn).toHaveBeenLastCalledWith({
    email: "amara@noteninja.test",
    password: "correct horse",
    sharedComputer: false,
  });
});

test("A9 shows the code step for an unconfirmed e-mail address", async () => {
  signIn.mockResolvedValue({ next: "confirm_email" });
  open();
  fill();
  fireEvent.click(button("SIGN IN"));
  expect(await screen.findByLabelText("Enter the code we emailed")).toBeDefined();
  expect(button("Resend code in 30 s")).toHaveProperty("disabled", true);
});

test("an invited administrator chooses a password", async () => {
  signIn.mockResolvedValue({ next: "new_password", challenge: "c" });
  open();
  fill();
  fireEvent.click(button("SIGN IN"));
  expect(await screen.findByLabelText("New password")).toBeDefined();
});
