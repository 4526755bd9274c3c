import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { FACULTIES, PROFILE_REDIRECT_MS } from "@/core/limits";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { StudentInfoPage } from "./student-info-page";

const core = startWasmModule<RulesModule>("wasm_core");
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));
const fakes = vi.hoisted(() => ({
  session: {} as object,
  update: vi.fn(),
  complete: vi.fn(),
}));
vi.mock("@/session/session", () => ({ session: { setUser: fakes.update }, useSession: () => fakes.session }));
vi.mock("./api", () => ({ authApi: { completeProfile: fakes.complete } }));

const me = { name: "Amara", displayUsername: "amara", username: "amara", faculty: FACULTIES[0], year: "2" };

beforeEach(() => {
  fakes.session = { status: "signed-in", me: { name: "Amara" } };
  fakes.update.mockReset();
  fakes.complete.mockReset().mockResolvedValue({ uid: "u1" });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const router = createMemoryRouter(
    [
      { path: "/student-info", Component: StudentInfoPage },
      { path: "*", element: null },
    ],
    { initialEntries: ["/student-info"] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = () => fireEvent.click(screen.getByRole("button", { name: "Save & Continue" }));
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });

test("S2.route.4 a visitor is asked to sign in, and returns afterwards", () => {
  fakes.session = { status: "signed-out" };
  const router = show();
  expect(router.state.location).toMatchObject({ pathname: "/signin", state: { from: "/student-info" } });
});

test("the form is filled with the known values, and can be skipped", () => {
  fakes.session = { status: "signed-in", me };
  show();
  expect(["Name", "Username", "Faculty", "Year of study"].map((name) => field(name).value)).toEqual([
    "Amara",
    "amara",
    FACULTIES[0],
    "2",
  ]);
  expect(screen.getByText("So we know what to show you.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Skip" }).getAttribute("href")).toBe("/");
  cleanup();
  fakes.session = { status: "signed-in", me: { name: "Amara" } };
  show();
  expect(["Username", "Faculty", "Year of study"].map((name) => field(name).value)).toEqual(["", "", ""]);
  expect(screen.getByText("So others can find you and we know what to show you.")).toBeDefined();
});

test("a completed profile is saved, and the page opens the dashboard after a moment", async () => {
  fakes.session = { status: "signed-in", me };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const router = show();
  type("Name", "Amara B.");
  press();
  expect(await screen.findByText("Saved! Redirecting...")).toBeDefined();
  const values = { name: "Amara B.", username: "amara", faculty: FACULTIES[0], year: "2" };
  expect(fakes.complete.mock.calls).toEqual([[values]]);
  expect(fakes.update.mock.calls).toEqual([[{ uid: "u1" }]]);
  expect(field("Name").disabled).toBe(true);
  expect(screen.queryByRole("link", { name: "Skip" })).toBeNull();
  expect(router.state.location.pathname).toBe("/student-info");
  await act(() => vi.advanceTimersByTimeAsync(PROFILE_REDIRECT_MS));
  expect(router.state.location.pathname).toBe("/");
});

test("empty fields show errors, and nothing is sent", async () => {
  show();
  press();
  await vi.waitFor(() => expect(field("Username").getAttribute("aria-invalid")).toBe("true"));
  expect(fakes.complete).not.toHaveBeenCalled();
  expect(["Name", "Faculty"].map((name) => field(name).getAttribute("aria-invalid"))).toEqual([null, "true"]);
});

test("a failure keeps the typed values, and an invalid field shows its error", async () => {
  fakes.session = { status: "signed-in", me };
  fakes.complete.mockRejectedValueOnce(new ApiProblem({ code: "unavailable", status: 503, detail: "No." }));
  show();
  type("Year of study", "3");
  press();
  expect(await screen.findByText("Failed to save info. Please try again.")).toBeDefined();
  expect(field("Year of study").value).toBe("3");
  const fields = [{ field: "username", code: "taken", message: "This username is taken." }];
  fakes.complete.mockRejectedValueOnce(
    new ApiProblem({ code: "invalid", status: 422, detail: "No.", fields } as never),
  );
  press();
  expect(await screen.findByText("This username is taken.")).toBeDefined();
  expect(fakes.update).not.toHaveBeenCalled();
});
