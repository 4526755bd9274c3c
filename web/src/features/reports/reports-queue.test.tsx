import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ReportsQueue } from "./reports-queue";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

afterEach(() => {
  cleanup();
  toast.mockReset();
});

const at = "2026-11-21T12:00:00Z";
const note = { kind: "note", id: "n1", title: "Pointers", place: "CS246", reports: 3, lastReportedAt: at };
const card = { ...note, kind: "card", id: "c1", title: "What is a set?", chapter: "ch1", reports: 1 };
const report = { reason: "wrong", text: "Page 3 is upside down.", reporterName: "ben", reportedAt: at };
const problem = (detail: string) => Response.json({ code: "unavailable", detail, fields: [] }, { status: 503 });

/** Renders the queue with fake responses. Returns the requests by method and path. */
function show(answers: Record<string, () => Response>) {
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    const what = `${request.method} ${new URL(request.url).pathname}`;
    asked.push(what);
    return answers[what]?.() ?? Response.json({ items: [] });
  };
  vi.stubGlobal("fetch", fetch);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ReportsQueue />
    </QueryClientProvider>,
  );
  return asked;
}
const list = (...items: object[]) => ({ "GET /api/reports": () => Response.json({ items }) });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("S2.report.2 lists each report with its reason and a link to the item", async () => {
  show({ ...list(note, card), "GET /api/reports/note/n1": () => Response.json({ items: [report] }) });
  expect(await screen.findByText("Page 3 is upside down.")).toBeDefined();
  const [first, second] = screen.getAllByRole("heading", { level: 3 }).map((each) => each.closest("li") as HTMLElement);
  const firstOne = within(first as HTMLElement);
  expect(firstOne.getByText("3 reports").className).toContain("danger");
  expect(firstOne.getByText("PDF note in CS 246 · last reported 21 Nov 2026")).toBeDefined();
  expect(firstOne.getByText("It contains mistakes")).toBeDefined();
  expect(firstOne.getByText("ben · 21 Nov 2026")).toBeDefined();
  expect(firstOne.getByRole("link").getAttribute("href")).toBe("/download/n1");
  const secondOne = within(second as HTMLElement);
  expect(secondOne.getByText("1 report").className).not.toContain("danger");
  expect(secondOne.getByRole("link").getAttribute("href")).toBe("/study-guide/CS246/chapter/ch1/edit-card/c1");
  // Cards are edited or deleted in their editor.
  expect(screen.getAllByRole("button", { name: /^Take down/ })).toEqual([
    firstOne.getByRole("button", { name: "Take down Pointers" }),
  ]);
});

test("S2.report.2 dismissing the reports of an item refetches the queue", async () => {
  const asked = show({
    ...list(note),
    "POST /api/reports/note/n1/dismiss": () => new Response(null, { status: 204 }),
  });
  expect(await screen.findByRole("heading", { name: "Pointers" })).toBeDefined();
  press("Dismiss the reports of Pointers");
  press("Dismiss");
  await vi.waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith("Reports dismissed."));
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await vi.waitFor(() => expect(asked.filter((each) => each === "GET /api/reports")).toHaveLength(2));
});

test("a failed dismissal shows the reason, and the dialog stays open until cancelled", async () => {
  show({ ...list(note), "POST /api/reports/note/n1/dismiss": () => problem("Later.") });
  expect(await screen.findByRole("heading", { name: "Pointers" })).toBeDefined();
  press("Dismiss the reports of Pointers");
  expect(screen.getByRole("alertdialog", { name: "Dismiss the reports of “Pointers”?" })).toBeDefined();
  press("Dismiss");
  await vi.waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(toast).toHaveBeenCalledWith("The reports were not dismissed. Later.", { kind: "error" });
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", false));
  press("Cancel");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("taking down an item asks for the reason first", async () => {
  show(list(note));
  expect(await screen.findByRole("heading", { name: "Pointers" })).toBeDefined();
  press("Take down Pointers");
  expect(screen.getByRole("dialog", { name: "Take down “Pointers”?" })).toBeDefined();
  press("Cancel");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the details of a report can be retried after a failure", async () => {
  let answer = () => problem("Try it later.");
  show({ ...list(note), "GET /api/reports/note/n1": () => answer() });
  expect((await screen.findByRole("alert")).textContent).toContain("Try it later.");
  answer = () => Response.json({ items: [report] });
  press("Retry");
  expect(await screen.findByText("Page 3 is upside down.")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("shows the empty state once the queue has loaded, and the reason if that fails", async () => {
  show(list());
  expect(screen.getByRole("status", { name: "Loading the reports..." })).toBeDefined();
  expect(screen.queryByRole("heading", { name: "No reports" })).toBeNull();
  expect(await screen.findByRole("heading", { name: "No reports" })).toBeDefined();
  cleanup();
  show({ "GET /api/reports": () => problem("Later.") });
  expect(await screen.findByRole("heading", { name: "Could not load the reports" })).toBeDefined();
  expect(screen.getByText("Later.")).toBeDefined();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(await screen.findByRole("heading", { name: "You're offline" })).toBeDefined();
  expect(screen.getByText("The list will appear when you're back online.")).toBeDefined();
  act(() => void window.dispatchEvent(new Event("online")));
});
