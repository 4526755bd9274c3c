import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { closePages, signInAs, signOutForTest } from "@/api/testing";
import { reportReasons } from "./reasons";
import { ReportButton } from "./report";
import { MoreMenu } from "./report-menu";
import type { ReportedTarget } from "./reported-target";

vi.mock("@/session/session", () => import("@/api/testing"));
const sendReport = vi.hoisted(() => vi.fn());
vi.mock("@/data/reports/reports", () => ({ sendReport }));
const offline = vi.hoisted(() => ({ use: vi.fn() }));
vi.mock("../offline/offline-button", () => ({ useOfflineItem: offline.use }));

const target = { kind: "note", id: "n1", title: "Heaps" } as ReportedTarget;

beforeEach(() => {
  sendReport.mockReset();
  offline.use.mockReset().mockReturnValue({ items: [], dialog: undefined });
  signInAs({ uid: "u1", name: "Amara" });
});
afterEach(() => {
  cleanup();
  closePages();
});

function show(element: ReactNode) {
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const dialog = () => screen.queryByRole("dialog");
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));

async function open(of: ReportedTarget = target) {
  show(<ReportButton target={of} />);
  press("Report");
  await screen.findByRole("dialog", { name: `Report “${of.title}”` });
}

const fill = (reason: string, text = "") => {
  fireEvent.change(screen.getByRole("combobox"), { target: { value: reason } });
  fireEvent.input(screen.getByRole("textbox"), { target: { value: text } });
};

test("S2.report.1 a report is sent with its reason, and the dialog thanks the student", async () => {
  let finish: (outcome: object) => void = () => undefined;
  sendReport.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  await open();
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Choose a reason",
    ...reportReasons.map(({ label }) => label),
  ]);
  fill("wrong", "Page 3");
  press("Send report");
  await screen.findByRole("button", { name: "Sending..." });
  expect(button("Cancel").disabled).toBe(true);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(dialog()).not.toBeNull();
  await act(async () => finish({ status: "sent", result: { reportedBefore: false } }));
  expect(sendReport.mock.calls).toEqual([[{ kind: "note", id: "n1", reason: "wrong", text: "Page 3" }, "Heaps"]]);
  expect(await screen.findByText("Thank you for your report. We'll look at it soon.")).toBeDefined();
  press("Done");
  expect(dialog()).toBeNull();
});

test.each([
  [{ status: "sent", result: { reportedBefore: true } }, /^You have already reported this/],
  [{ status: "queued" }, /^Your report is kept on this device/],
])("after %o, the dialog says what happened to the report", async (outcome, text) => {
  sendReport.mockResolvedValue(outcome);
  await open({ ...target, kind: "card", chapter: "k1" } as ReportedTarget);
  fill("wrong");
  press("Send report");
  expect(await screen.findByText(text)).toBeDefined();
  expect(sendReport.mock.calls[0]?.[0]).toMatchObject({ kind: "card", chapter: "k1" });
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(dialog()).toBeNull();
});

test("a report needs a reason, and the reason 'other' needs a text", async () => {
  await open();
  press("Send report");
  expect(await screen.findByText("Choose what is wrong with it.")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("combobox"));
  fill("other", "  ");
  press("Send report");
  expect(await screen.findByText("Describe briefly what is wrong with it.")).toBeDefined();
  expect(screen.queryByText("Choose what is wrong with it.")).toBeNull();
  expect(sendReport).not.toHaveBeenCalled();
  sendReport.mockResolvedValue({ status: "queued" });
  fill("other", "It is upside down.");
  press("Send report");
  expect(await screen.findByText(/^Your report is kept/)).toBeDefined();
});

test("a report that fails shows the reason and keeps the text", async () => {
  sendReport.mockRejectedValue(new ApiProblem({ code: "limit_reached", status: 429, detail: "Enough for today." }));
  await open();
  fill("wrong", "Page 3");
  press("Send report");
  expect(await screen.findByText("Enough for today.")).toBeDefined();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Page 3");
  expect(button("Send report").disabled).toBe(false);
});

test("cancelling sends nothing", async () => {
  await open();
  press("Cancel");
  expect(dialog()).toBeNull();
  expect(sendReport).not.toHaveBeenCalled();
});

test("a visitor has no report button, and no menu if it would be empty", () => {
  signOutForTest();
  show(
    <>
      <ReportButton target={target} />
      <MoreMenu target={target} />
    </>,
  );
  expect(screen.queryAllByRole("button")).toEqual([]);
});

async function openMenu() {
  await act(async () => {
    fireEvent.keyDown(button("More about Heaps"), { key: "Enter" });
  });
  return screen.getAllByRole("menuitem").map((item) => item.textContent);
}

test("the menu of a recording has a link to its page, and can report the recording", async () => {
  const keep = { label: "Keep", onSelect: () => undefined };
  offline.use.mockReturnValue({ items: [keep], dialog: <p>Offline dialog</p> });
  const recording: ReportedTarget = { ...target, kind: "audio", id: "a1" };
  show(<MoreMenu target={recording} tabIndex={-1} />);
  expect(button("More about Heaps").tabIndex).toBe(-1);
  expect(offline.use.mock.calls[0]).toEqual([{ kind: "audio", id: "a1", title: "Heaps" }]);
  expect(screen.getByText("Offline dialog")).toBeDefined();
  expect(await openMenu()).toEqual(["About this audio note", "Keep", "Report"]);
  await act(async () => fireEvent.click(screen.getByRole("menuitem", { name: "Report" })));
  await screen.findByRole("dialog", { name: "Report “Heaps”" });
  cleanup();
  const router = show(<MoreMenu target={recording} />);
  await openMenu();
  await act(async () => fireEvent.click(screen.getByRole("menuitem", { name: "About this audio note" })));
  expect(router.state.location.pathname).toBe("/audio/a1");
});

test("a card cannot be kept on the device", async () => {
  show(<MoreMenu target={{ ...target, kind: "card" } as ReportedTarget} />);
  expect(offline.use.mock.calls[0]).toEqual([undefined]);
  expect(await openMenu()).toEqual(["Report"]);
});
