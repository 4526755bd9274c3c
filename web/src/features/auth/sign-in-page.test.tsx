import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { paths } from "@/lib/urls/paths";
import { type SessionState, session } from "@/session/session";
import { SignInPage } from "./sign-in-page";

// Use the validation rules and messages of the compiled core.
const core = startWasmModule<RulesModule>("wasm_core");
const account = vi.hoisted(() => ({ confirmSignUp: vi.fn(), resendCode: vi.fn(), answerSecondFactor: vi.fn() }));
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));
vi.mock("./api", () => ({ authApi: account }));

let signIn: MockInstance<typeof session.signIn>;

function open(state?: object) {
  const entries = [{ pathname: "/signin", state }];
  const routes = [{ path: "/signin", Component: SignInPage }, { path: "*" }];
  const router = createMemoryRouter(routes, { initialEntries: entries });
  render(<RouterProvider router={router} />);
  return router;
}

const email = () => screen.getByLabelText("Email");
const password = () => screen.getByLabelText("Password");
const button = (name: string) => screen.getByRole("button", { name });
const CODE = "Enter the code we emailed";
const credentials = { email: "amara@noteninja.test", password: "correct horse", sharedComputer: false };
/** Sets the session that the page finds. */
const be = (state: Partial<SessionState>) => vi.spyOn(session, "state").mockReturnValue(state as SessionState);

function fill(): void {
  fireEvent.change(email(), { target: { value: "amara@noteninja.test" } });
  fireEvent.change(password(), { target: { value: "correct horse" } });
}

beforeEach(() => {
  for (const call of Object.values(account)) call.mockReset().mockResolvedValue(undefined);
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

test("S2.auth.2 the link to sign-up keeps the requested page", async () => {
  const router = open({ from: "/audio" });
  fireEvent.click(screen.getByRole("link", { name: "Sign Up Here!" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/register"));
  expect(router.state.location.state).toEqual({ from: "/audio" });
});

test.each([
  [{ from: paths.browse() }, paths.browse()],
  [undefined, "/"],
])("a signed-in student with the state %j is sent to %s", async (state, path) => {
  be({ status: "signed-in", me: { uid: "u" } as never });
  const router = open(state);
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(router.state.historyAction).toBe("REPLACE");
});

const ENDED = "Your session has ended. Sign in to pick up where you left off.";
test.each([
  ["the previous page", { notice: "Password changed." }, { reason: "ended" }, "Password changed."],
  ["the session", undefined, { reason: "none", notice: "Account deleted." }, "Account deleted."],
  ["an expired session", undefined, { reason: "ended" }, ENDED],
  ["a sign-out", undefined, { reason: "logout" }, null],
  ["a state without text", { notice: 7 }, { reason: "none" }, null],
  ["an unknown session", undefined, { status: "unknown", reason: "ended" }, null],
] as const)("the notice above the form for %s", (_, state, current, text) => {
  be({ status: "signed-out", me: undefined, isAdmin: false, ...current } as Partial<SessionState>);
  open(state);
  const notices = ["Password changed.", "Account deleted.", ENDED].filter((each) => screen.queryByText(each));
  expect(notices).toEqual(text === null ? [] : [text]);
});

test("S2.auth.1 the checkbox for a shared computer is part of the sign-in requests", async () => {
  signIn.mockResolvedValue({ next: "second_factor", challenge: "c" });
  open();
  fill();
  fireEvent.click(screen.getByRole("checkbox", { name: "This is a shared computer" }));
  fireEvent.click(button("SIGN IN"));
  fireEvent.change(await screen.findByLabelText("Code from your app"), { target: { value: " 123456 " } });
  expect(signIn).toHaveBeenCalledExactlyOnceWith({ ...credentials, sharedComputer: true });
  fireEvent.click(button("Confirm"));
  await waitFor(() =>
    expect(account.answerSecondFactor.mock.calls).toEqual([[{ sharedComputer: true, challenge: "c", code: "123456" }]]),
  );
});

test("'Back' from the code of the app returns to the form", async () => {
  signIn.mockResolvedValue({ next: "second_factor", challenge: "c" });
  open();
  fill();
  fireEvent.click(button("SIGN IN"));
  await screen.findByLabelText("Code from your app");
  fireEvent.click(button("Back"));
  expect(email()).toBeDefined();
  expect(screen.queryByLabelText("Code from your app")).toBeNull();
});

async function enterCode(): Promise<void> {
  fireEvent.change(await screen.findByLabelText(CODE), { target: { value: " 123456 " } });
  fireEvent.click(button("Confirm"));
}

test("A9 after confirming the address, the user is signed in with the password already entered, or continues with the second factor", async () => {
  signIn.mockResolvedValueOnce({ next: "confirm_email" });
  signIn.mockResolvedValueOnce({ next: "second_factor", challenge: "c" });
  const router = open({ from: "/audio" });
  fill();
  fireEvent.click(button("SIGN IN"));
  await enterCode();
  expect(await screen.findByLabelText("Code from your app")).toBeDefined();
  expect(account.confirmSignUp.mock.calls).toEqual([
    [{ email: credentials.email, code: "123456", password: "correct horse" }],
  ]);
  expect(signIn.mock.calls).toEqual([[credentials], [credentials]]);
  expect(router.state.location.state).toEqual({ from: "/audio" });
});

test("A9 after a reload the code step asks for the password, and 'Back' returns to the form", async () => {
  signIn.mockResolvedValue({ next: "new_password", challenge: "c" });
  const router = open({ from: "/audio", confirming: "ada@noteninja.test" });
  fireEvent.change(await screen.findByLabelText("Password"), { target: { value: "two unrelated words" } });
  await enterCode();
  expect(await screen.findByLabelText("New password")).toBeDefined();
  expect(signIn.mock.calls).toEqual([
    [{ email: "ada@noteninja.test", password: "two unrelated words", sharedComputer: false }],
  ]);
  cleanup();
  const again = open({ from: "/audio", confirming: "ada@noteninja.test" });
  fireEvent.click(button("Back"));
  expect(await screen.findByRole("button", { name: "SIGN IN" })).toBeDefined();
  expect(again.state.location.state).toEqual({ from: "/audio" });
  expect(router.state.location.state).toEqual({ from: "/audio" });
});

test("an invited administrator with a second factor enters its code after choosing a password", async () => {
  signIn.mockResolvedValue({ next: "new_password", challenge: "c" });
  const choose = vi
    .spyOn(session, "setInitialPassword")
    .mockResolvedValue({ next: "second_factor", challenge: "d" } as never);
  open();
  fill();
  fireEvent.click(button("SIGN IN"));
  fireEvent.change(await screen.findByLabelText("New password"), { target: { value: "two unrelated words" } });
  fireEvent.click(button("Save password"));
  fireEvent.change(await screen.findByLabelText("Code from your app"), { target: { value: "123456" } });
  expect(choose.mock.calls).toEqual([
    [{ email: credentials.email, sharedComputer: false, challenge: "c", newPassword: "two unrelated words" }],
  ]);
  fireEvent.click(button("Confirm"));
  await waitFor(() => expect(account.answerSecondFactor.mock.lastCall?.[0]).toMatchObject({ challenge: "d" }));
});
