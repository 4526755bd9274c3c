import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { ApiProblem } from "@/api/problem";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { SecurityPage } from "./security-page";

vi.mock("@/api/client", () => import("@/api/client-testing"));
const core = startWasmModule<RulesModule>("wasm_core");
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));
const fakes = vi.hoisted(() => ({
  me: { uid: "u1", name: "Amara" } as object,
  isShared: false,
  locked: 0,
  entries: [] as object[],
  toast: vi.fn(),
  end: vi.fn(),
  save: vi.fn(),
  exported: vi.fn(),
}));
vi.mock("@/session/session", () => ({
  session: {
    withLock: async (run: () => Promise<unknown>) => {
      fakes.locked += 1;
      return run();
    },
    applySignInResponse: () => undefined,
    trackProfileFetch: () => (answer: object) => answer,
    onEnd: () => () => undefined,
    watch: () => () => undefined,
    state: () => ({ status: "signed-in", me: fakes.me }),
  },
  useSession: () => ({ status: "signed-in", me: fakes.me, isSharedComputer: fakes.isShared }),
}));
vi.mock("@/offline/outbox/queue", () => ({
  useOutbox: (select: (all: object) => unknown) => select({ entries: fakes.entries }),
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));
vi.mock("./end-session", () => ({ endSessionWithNotice: fakes.end }));
vi.mock("@/lib/browser/save-file", () => ({ saveFile: fakes.save }));
vi.mock("./export-data", () => ({ exportData: fakes.exported }));
vi.mock("./email-section", () => ({ EmailSection: () => null }));
vi.mock("./password-section", () => ({ PasswordSection: () => null }));
vi.mock("./offline-items-section", () => ({ OfflineItemsSection: () => <p>On this device</p> }));
vi.mock("./delete-section", () => ({
  DeleteSection: ({ isAdmin }: { isAdmin: boolean }) => <p>Admin: {`${isAdmin}`}</p>,
}));
vi.mock("./qr-code", () => ({ default: ({ text }: { text: string }) => <p>QR {text}</p> }));

const account = { email: "amara@noteninja.test", hasSecondFactor: false, requiresSecondFactor: false };
const session = (id: string, isCurrent = false) => ({
  id,
  isCurrent,
  device: `Device ${id}`,
  beganAt: "2026-11-14T12:00:00Z",
  usedAt: "2026-11-15T12:00:00Z",
});
let state: object;
let sessions: object[];
let answers: Record<string, () => unknown>;
const failing = () => {
  throw new ApiProblem({ code: "unavailable", status: 503, detail: "Not now." });
};

beforeEach(() => {
  server.reset();
  for (const each of [fakes.toast, fakes.end, fakes.save, fakes.exported]) each.mockReset();
  Object.assign(fakes, { me: { uid: "u1", name: "Amara" }, isShared: false, locked: 0, entries: [] });
  state = account;
  sessions = [session("s1"), session("s2", true)];
  answers = {};
  server.answer = (request) => {
    if (answers[request]) return answers[request]?.();
    if (request === "GET /api/me/account") return state;
    if (request === "GET /api/auth/account/sessions") return { items: sessions };
    return {};
  };
});
afterEach(cleanup);

const open = async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <SecurityPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.findByText(/^Admin: /);
};

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label, { selector: "input" }), { target: { value } });
const sent = () => server.requests.filter(([request]) => !request.startsWith("GET"));
const admin = (more: object = {}) => {
  fakes.me = { uid: "u1", name: "Amara", isAdmin: true };
  state = { ...account, ...more };
};

test("the page shows a skeleton while it loads, and lists the offline copies unless the computer is shared", async () => {
  const shown = open();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect((await shown).textContent).toBe("Admin: false");
  expect(screen.queryByRole("heading", { name: "Two-step sign-in" })).toBeNull();
  expect(screen.getByText("On this device")).toBeDefined();
  cleanup();
  fakes.isShared = true;
  await open();
  expect(screen.queryByText("On this device")).toBeNull();
});

test("an account that could not be loaded can be retried, and the offline copies are shown anyway", async () => {
  answers = { "GET /api/me/account": failing };
  const shown = open();
  shown.catch(() => undefined);
  expect(await screen.findByText("Your account could not be loaded.")).toBeDefined();
  expect(screen.getByText("Not now.")).toBeDefined();
  expect(screen.getByText("On this device")).toBeDefined();
  answers = {};
  press("Retry");
  expect(await screen.findByText("Admin: false")).toBeDefined();
  await shown;
});

const rows = () => screen.getAllByRole("listitem");
const devices = () => rows().map((row) => row.querySelector("b")?.textContent);

test("the current session is listed first, and another one can be ended", async () => {
  await open();
  await screen.findByText("Device s1");
  expect(devices()).toEqual(["Device s2", "Device s1"]);
  const [current, other] = rows().map((row) => within(row));
  expect(current?.getByText("This device")).toBeDefined();
  expect(current?.queryByRole("button")).toBeNull();
  expect(other?.queryByText("This device")).toBeNull();
  sessions = [session("s2", true)];
  fireEvent.click(other?.getByRole("button", { name: "Log out" }) as HTMLElement);
  await vi.waitFor(() => expect(devices()).toEqual(["Device s2"]));
  expect(sent()).toEqual([["DELETE /api/auth/account/sessions/s1"]]);
  expect(fakes.toast.mock.calls).toEqual([["Device s1 was logged out."]]);
  expect(screen.queryByRole("button", { name: "Log out everywhere else" })).toBeNull();
});

test("all other sessions are ended at once", async () => {
  await open();
  await screen.findByText("Device s1");
  sessions = [session("s2", true)];
  press("Log out everywhere else");
  await vi.waitFor(() => expect(devices()).toEqual(["Device s2"]));
  expect(sent()).toEqual([["DELETE /api/auth/account/sessions"]]);
  expect(fakes.toast.mock.calls).toEqual([["You were logged out everywhere else."]]);
});

test("if a session cannot be ended, the reason is shown and the list is read again", async () => {
  answers = { "DELETE /api/auth/account/sessions": failing };
  await open();
  await screen.findByText("Device s1");
  sessions = [session("s3", true)];
  press("Log out everywhere else");
  await vi.waitFor(() => expect(devices()).toEqual(["Device s3"]));
  expect(fakes.toast.mock.calls).toEqual([["Could not log out. Not now.", { kind: "error" }]]);
});

test("sessions that could not be loaded can be retried", async () => {
  answers = { "GET /api/auth/account/sessions": failing };
  await open();
  expect(await screen.findByText("Your sessions could not be loaded.")).toBeDefined();
  answers = {};
  press("Retry");
  expect(await screen.findByText("Device s1")).toBeDefined();
});

async function askToLogOut() {
  await open();
  press("Log out everywhere");
  return screen.findByRole("alertdialog", { name: "Log out everywhere?" });
}

test("S7.auth.4 logging out everywhere warns of unsent changes, and ends the session here", async () => {
  fakes.entries = [{}, {}];
  const dialog = await askToLogOut();
  expect(dialog.textContent).toContain("You will lose what hasn't been sent yet: 2 changes.");
  fireEvent.click(within(dialog).getByRole("button", { name: "Log out everywhere" }));
  await vi.waitFor(() => expect(fakes.end.mock.calls).toEqual([["You were logged out everywhere."]]));
  expect(sent()).toEqual([["POST /api/auth/account/sign-out-everywhere"]]);
  expect(fakes.locked).toBe(1);
});

test("if logging out everywhere fails, the reason is shown and the session stays", async () => {
  answers = { "POST /api/auth/account/sign-out-everywhere": failing };
  const dialog = await askToLogOut();
  expect(dialog.textContent).not.toContain("You will lose");
  fireEvent.click(within(dialog).getByRole("button", { name: "Log out everywhere" }));
  await vi.waitFor(() =>
    expect(fakes.toast.mock.calls).toEqual([["You could not be logged out everywhere. Not now.", { kind: "error" }]]),
  );
  expect(fakes.end).not.toHaveBeenCalled();
});

const setup = { uri: "otpauth://x", secret: "ABCDEFGHIJ" };

test("S7.auth.5 an administrator sets up two-step sign-in with the password and a code", async () => {
  admin({ requiresSecondFactor: true });
  answers = { "POST /api/me/second-factor": () => setup };
  await open();
  expect(screen.getByText(/^Administrators need two-step sign-in/)).toBeDefined();
  press("Set up");
  expect(await screen.findByText("Password is required.")).toBeDefined();
  expect(sent()).toEqual([]);
  type("Your password", "secret");
  press("Set up");
  expect(await screen.findByText("ABCD EFGH IJ")).toBeDefined();
  expect(await screen.findByText("QR otpauth://x")).toBeDefined();
  press("Confirm");
  await vi.waitFor(() => expect(screen.getByLabelText("Code from the app").getAttribute("aria-invalid")).toBe("true"));
  expect(sent()).toHaveLength(1);
  type("Code from the app", " 123456 ");
  press("Confirm");
  expect(await screen.findByText("Each sign-in asks for a code from your app.")).toBeDefined();
  expect(sent()).toEqual([
    ["POST /api/me/second-factor", { password: "secret" }],
    ["PUT /api/me/second-factor", { code: "123456", password: "secret" }],
  ]);
  expect(server.asked("GET /api/me").some(([request]) => request === "GET /api/me")).toBe(true);
});

test("setting up two-step sign-in can be cancelled, and a wrong code shows an error", async () => {
  admin();
  answers = { "POST /api/me/second-factor": () => setup, "PUT /api/me/second-factor": failing };
  await open();
  expect(screen.queryByText(/^Administrators need/)).toBeNull();
  type("Your password", "secret");
  press("Set up");
  await screen.findByText("ABCD EFGH IJ");
  type("Code from the app", "123456");
  press("Confirm");
  expect(await screen.findByText("Not now.")).toBeDefined();
  press("Cancel");
  expect(button("Set up")).toBeDefined();
});

test("turning two-step sign-in off needs the password and a code", async () => {
  admin({ hasSecondFactor: true, requiresSecondFactor: true });
  await open();
  expect(screen.getByText(/^To use another phone/)).toBeDefined();
  type("Your password", "secret");
  press("Turn off two-step sign-in");
  expect(await screen.findByText("Enter the code from your app.")).toBeDefined();
  type("Code from your app", "123456 ");
  press("Turn off two-step sign-in");
  expect(await screen.findByRole("button", { name: "Set up" })).toBeDefined();
  expect(sent()).toEqual([["POST /api/me/second-factor/remove", { password: "secret", appCode: "123456" }]]);
});

test("S7.me.1 the data of the account is exported with progress, in a file named after the day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 14) });
  let tell: (count: number) => void = () => undefined;
  let finish: (file: string) => void = () => undefined;
  fakes.exported.mockImplementation((onCount: typeof tell) => {
    tell = onCount;
    return new Promise((resolve) => (finish = resolve));
  });
  await open();
  const section = within(screen.getByText(/for example your profile.* likes.* It has no files and no pictures/));
  expect(section.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe("/privacy");
  press("Export my data");
  expect(screen.getByText("0 entries so far")).toBeDefined();
  act(() => tell(1234));
  expect(screen.getByText("1,234 entries so far")).toBeDefined();
  await act(async () => finish("the file"));
  expect(screen.getByText("Your file is saved: 1,234 entries.")).toBeDefined();
  expect(screen.queryByText(/so far$/)).toBeNull();
  expect(fakes.save.mock.calls).toEqual([["the file", "note-ninja-2026-11-14.json"]]);
  vi.useRealTimers();
});

test("an export that fails shows the reason, and leaving the page stops it", async () => {
  fakes.exported.mockImplementationOnce(async () => failing());
  await open();
  press("Export my data");
  expect(await screen.findByText(/Your data could not be gathered/)).toBeDefined();
  fakes.exported.mockReturnValue(new Promise(() => undefined));
  press("Export my data");
  expect(screen.queryByText(/Your data could not be gathered/)).toBeNull();
  const [, signal] = fakes.exported.mock.lastCall ?? [];
  expect(signal.aborted).toBe(false);
  cleanup();
  expect(signal.aborted).toBe(true);
});
