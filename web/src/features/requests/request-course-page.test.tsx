import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { REQUEST_REDIRECT_MS } from "@/core/limits";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { RequestCoursePage } from "./request-course-page";

const core = startWasmModule<RulesModule>("wasm_core");
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));
const requestCourse = vi.hoisted(() => vi.fn());
vi.mock("@/data/requests/requests", () => ({ requestCourse }));
vi.mock("./existing-request-notice", () => ({
  ExistingRequestNotice: ({ code }: { code: string }) => <p>Asked: {code}</p>,
}));
vi.mock("./my-requests", () => ({ MyRequests: () => null }));
const unsaved = vi.hoisted(() => vi.fn());
vi.mock("@/lib/browser/unsaved", () => ({ useUnsavedChanges: unsaved }));

beforeEach(() => {
  requestCourse.mockReset().mockResolvedValue({ status: "confirmed" });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const router = createMemoryRouter([{ path: "*", Component: RequestCoursePage }], { initialEntries: ["/request"] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const fill = () => {
  type(/^Course code/, "cs 999");
  type(/^Course name/, "Everything Else");
  type(/^Reason/, "It is new.");
};
const typed = { courseCode: "CS 999", courseName: "Everything Else", reason: "It is new." };

test("the form is empty at first, writes the code in capitals, and sends the typed values with the student's name", async () => {
  show();
  for (const name of [/^Course code/, /^Course name/, /^Reason/]) expect(field(name).value).toBe("");
  expect(field(/^Send anonymously/).checked).toBe(false);
  fill();
  expect(field(/^Course code/).value).toBe("CS 999");
  press("Request");
  expect(await screen.findByText("Course request submitted successfully!")).toBeDefined();
  expect(requestCourse.mock.calls).toEqual([
    [{ id: expect.stringMatching(/^[0-9A-Z]{26}$/), ...typed, anonymous: false }],
  ]);
  expect(field(/^Reason/).disabled).toBe(true);
});

test("an anonymous request is sent without the student's name", async () => {
  show();
  fill();
  fireEvent.click(field(/^Send anonymously/));
  press("Request");
  await waitFor(() => expect(requestCourse).toHaveBeenCalledTimes(1));
  expect(requestCourse.mock.calls[0]?.[0]).toEqual(expect.objectContaining({ anonymous: true }));
});

test("the form says that a request is stored on the device until it can be sent", async () => {
  requestCourse.mockResolvedValue({ status: "queued" });
  show();
  fill();
  press("Request");
  expect(await screen.findByText(/^Your request is kept on this device/)).toBeDefined();
});

test("several empty fields show one message, and nothing is sent", async () => {
  show();
  press("Request");
  expect(await screen.findAllByText("Please fill in all required fields")).toHaveLength(1);
  expect(requestCourse).not.toHaveBeenCalled();
});

test("after a failure, the typed text stays, invalid fields show errors, and a retry sends the same id", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const fields = [{ field: "courseName", code: "too_long", message: "The name is too long." }];
  requestCourse.mockRejectedValueOnce(new ApiProblem({ code: "invalid", status: 422, detail: "No.", fields } as never));
  show();
  fill();
  press("Request");
  expect(await screen.findByText("Failed to submit course request. Please try again.")).toBeDefined();
  const about = field(/^Course name/).getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(about)?.textContent).toBe("The name is too long.");
  expect(field(/^Course name/).value).toBe("Everything Else");
  press("Request");
  expect(await screen.findByText("Course request submitted successfully!")).toBeDefined();
  expect(screen.queryByText("The name is too long.")).toBeNull();
  const ids = requestCourse.mock.calls.map(([{ id }]) => id);
  expect(ids[1]).toBe(ids[0]);
});

test("a confirmed request opens Browse after two seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const router = show();
  fill();
  press("Request");
  await screen.findByText("Course request submitted successfully!");
  expect(router.state.location.pathname).toBe("/request");
  await act(() => vi.advanceTimersByTimeAsync(REQUEST_REDIRECT_MS));
  expect(router.state.location.pathname).toBe("/browse");
});

test("only a typed name or reason counts as unsaved text, until the request is sent", async () => {
  show();
  const last = () => unsaved.mock.calls.at(-1)?.[0];
  type(/^Course code/, "CS 999");
  expect(last()).toBe(false);
  type(/^Reason/, " ");
  expect(last()).toBe(false);
  type(/^Reason/, "It is new.");
  expect(last()).toBe(true);
  type(/^Course name/, "Everything Else");
  press("Request");
  await screen.findByText("Course request submitted successfully!");
  expect(last()).toBe(false);
});

test("a valid code is looked up after a pause in typing", async () => {
  show();
  type(/^Course code/, "cs 246");
  expect(screen.queryByText(/^Asked/)).toBeNull();
  expect(await screen.findByText("Asked: CS246")).toBeDefined();
  type(/^Course code/, "c");
  expect(screen.queryByText(/^Asked/)).toBeNull();
});
