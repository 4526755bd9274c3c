import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { ManagedStudent } from "@/data/admin/students";
import { StudentsPage } from "./students-page";

const api = vi.hoisted(() => ({ find: vi.fn(), act: vi.fn(), toast: vi.fn() }));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));
vi.mock("@/data/admin/students", () => ({
  managedStudentQuery: (text: string) => ({ queryKey: ["student", text], queryFn: () => api.find(text), retry: false }),
  useStudentAction: () => ({ mutateAsync: api.act }),
}));

const student: ManagedStudent = {
  ...{ id: "0b1c", username: "Amara", name: "Amara Osei", email: "amara@students.example" },
  ...{ joinedAt: "2026-09-02T10:00:00Z", lastUsedAt: "2026-11-21T10:00:00Z", sessions: 2, isAdmin: false },
  ...{ ownCards: 1200, savedNotes: 34, playlists: 3, followedCourses: 5, following: 36, followers: 212, reviews: 7 },
};

function show(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <StudentsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function find(text: string): void {
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Find student" }));
}

beforeEach(() => {
  vi.resetAllMocks();
});
afterEach(cleanup);

test("S6.adm.31 the page shows the account and the counts of a found student", async () => {
  api.find.mockResolvedValue(student);
  show();
  find(" amara ");
  await screen.findByRole("heading", { name: "Amara" });
  expect(api.find).toHaveBeenCalledWith("amara");
  expect(screen.getByText("amara@students.example")).toBeTruthy();
  expect(screen.getByText("Personal cards").nextElementSibling?.textContent).toBe("1,200");
  expect(screen.getByText("Reviews").nextElementSibling?.textContent).toBe("7");
});

test("S6.adm.31 shows a message when no student is found", async () => {
  api.find.mockRejectedValue(new ApiProblem({ code: "not_found", status: 404, detail: "User not found" }));
  show();
  find("nobody");
  await screen.findByRole("heading", { name: "No student found" });
});

test("S6.adm.31 a found student is announced, and a repeated search that fails shows an error above the card", async () => {
  api.find.mockResolvedValueOnce(student);
  show();
  find("amara");
  expect((await screen.findByText("Amara found")).getAttribute("role")).toBe("status");
  let fail: (error: Error) => void = () => undefined;
  api.find.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
  find("amara");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Searching..." });
  expect(button.disabled).toBe(true);
  fail(new ApiProblem({ code: "unavailable", status: 503, detail: "Try again later." }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Could not refresh the student.");
  expect(screen.getByRole("heading", { name: "Amara" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Find student" })).toBeDefined();
  api.find.mockResolvedValueOnce(student);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("S6.adm.31 the time of the last visit is unknown without an open session", async () => {
  const { lastUsedAt: _, ...without } = student;
  api.find.mockResolvedValue({ ...without, sessions: 0 });
  show();
  find("amara");
  const label = await screen.findByText("Last here");
  expect(label.nextElementSibling?.textContent).toBe("unknown (no open session)");
});

test("S6.adm.32 blocking an account requires the password", async () => {
  api.find.mockResolvedValue(student);
  api.act.mockResolvedValue(student);
  show();
  find("amara");
  fireEvent.click(await screen.findByRole("button", { name: "Block" }));
  const form = await screen.findByRole("form", { name: "Block" });
  fireEvent.submit(form);
  await screen.findByText("Password is required.");
  expect(api.act).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "study hard" } });
  fireEvent.submit(form);
  await waitFor(() => expect(api.toast).toHaveBeenCalledWith("Amara is blocked."));
  expect(api.act).toHaveBeenCalledWith({ id: "0b1c", action: "block", password: "study hard" });
});

test("S6.adm.32 the page offers no action for an administrator", async () => {
  api.find.mockResolvedValue({ ...student, isAdmin: true });
  show();
  find("amara");
  await screen.findByText("Accounts of administrators cannot be changed here.");
  expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
});
