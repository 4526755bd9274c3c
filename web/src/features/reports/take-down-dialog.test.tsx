import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ReportedItem } from "@/data/reports/reports";
import { TakeDownDialog } from "./take-down-dialog";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

afterEach(() => {
  cleanup();
  toast.mockReset();
});

function open() {
  const onClose = vi.fn();
  let answer = (_: Response) => {};
  const fetch = vi.fn(
    (_: Request) =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  vi.stubGlobal("fetch", fetch);
  const thing = { kind: "note", id: "n1", title: "Pointers" } as ReportedItem;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TakeDownDialog item={thing} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { onClose, fetch, answer: (response: Response) => answer(response) };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const why = (text: string) => fireEvent.input(screen.getByLabelText("Reason"), { target: { value: text } });
const pressEscape = () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });

test.each([
  ["Cancel", () => press("Cancel")],
  ["Escape", pressEscape],
])("%s keeps the item", async (_what, leave) => {
  const { onClose, fetch } = open();
  expect(screen.getByRole("dialog", { name: "Take down “Pointers”?" })).toBeDefined();
  leave();
  expect(onClose).toHaveBeenCalledOnce();
  expect(fetch).not.toHaveBeenCalled();
});

test("taking down an item requires a reason", async () => {
  const { onClose, fetch } = open();
  why("  ");
  press("Take down");
  expect(await screen.findByText("Say why you are taking it down.")).toBeDefined();
  expect(fetch).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test("S2.report.2 takes down an item with the given reason, and keeps the dialog open until it is done", async () => {
  const { onClose, fetch, answer } = open();
  why("Copied from a book.");
  press("Take down");
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  const request = fetch.mock.calls[0]?.[0] as Request;
  expect(new URL(request.url).pathname).toBe("/api/reports/note/n1/take-down");
  expect(await request.json()).toEqual({ reason: "Copied from a book." });
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  answer(new Response(null, { status: 204 }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(toast).toHaveBeenCalledExactlyOnceWith("Taken down. It is in the trash for 30 days.");
});

test("a failed take-down shows the error, and keeps the typed reason", async () => {
  const { onClose, fetch, answer } = open();
  expect(screen.queryByRole("alert")).toBeNull();
  why("Copied.");
  press("Take down");
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  answer(Response.json({ code: "unavailable", detail: "Please try again later.", fields: [] }, { status: 503 }));
  expect((await screen.findByRole("alert")).textContent).toBe("Please try again later.");
  expect(screen.getByLabelText("Reason")).toHaveProperty("value", "Copied.");
  expect(onClose).not.toHaveBeenCalled();
  expect(toast).not.toHaveBeenCalled();
});
