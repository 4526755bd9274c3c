import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { NoticePage } from "./notice-page";

const { send, readForm } = vi.hoisted(() => ({ send: vi.fn(), readForm: vi.fn() }));
vi.mock("@/data/copyright/copyright", () => ({
  sendNotice: send,
  noticeFormQuery: { queryKey: ["form"], queryFn: readForm },
}));

beforeEach(() => {
  vi.resetAllMocks();
  readForm.mockResolvedValue({ open: true });
});
afterEach(cleanup);

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <NoticePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const press = () => fireEvent.click(screen.getByRole("button", { name: "Send notice" }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("S7.copyright.1 a notice is sent with one page per line, and the page names the address for the mail", async () => {
  send.mockResolvedValue({ email: "olga@authors.test" });
  show();
  type("Your full name", "Olga Author");
  type("Where it is on Note Ninja", "/note/1\n/note/2");
  fireEvent.click(screen.getByRole("checkbox", { name: /^I believe in good faith/ }));
  press();
  expect(await screen.findByRole("heading", { name: "Confirm your notice" })).toBeDefined();
  expect(screen.getByText("olga@authors.test")).toBeDefined();
  expect(send.mock.calls[0]?.[0]).toMatchObject({
    ...{ name: "Olga Author", pages: ["/note/1", "/note/2"], isInGoodFaith: true, isAccurate: false, website: "" },
  });
});

test("S7.copyright.1 each rejected field shows its error, and the first of them has the focus", async () => {
  const rejected = ["postalAddress", "work", "isAccurate"].map((field) => ({
    ...{ field, code: "required", message: `Missing: ${field}` },
  }));
  send.mockRejectedValue(new ApiProblem({ status: 422, code: "validation", detail: "Invalid", fields: rejected }));
  show();
  press();
  expect(await screen.findByText("Missing: postalAddress")).toBeDefined();
  expect(screen.getByText("Missing: work")).toBeDefined();
  const statement = screen.getByRole("checkbox", { name: /under penalty of perjury/ });
  expect(screen.getByText("Missing: isAccurate").id).toBe(statement.getAttribute("aria-describedby"));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Postal address")));
});

test("S7.copyright.2 a failure that no field caused is shown, keeps the text and can be retried", async () => {
  send.mockRejectedValueOnce(unreachableProblem()).mockResolvedValue({ email: "olga@authors.test" });
  show();
  type("Your full name", "Olga Author");
  press();
  expect(await screen.findByText(unreachableProblem().detail)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Your full name").value).toBe("Olga Author");
  press();
  expect(await screen.findByRole("heading", { name: "Confirm your notice" })).toBeDefined();
});

test("S7.copyright.3 on a site without mail, the page says where to write instead of showing the form", async () => {
  readForm.mockResolvedValue({ open: false });
  show();
  expect(await screen.findByRole("heading", { name: "Write to us" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Contact" }).getAttribute("href")).toBe("/contact");
  expect(screen.queryByRole("button", { name: "Send notice" })).toBeNull();
});

test("S7.copyright.3 if it is unknown whether the site sends mail, the form is shown", async () => {
  readForm.mockRejectedValue(unreachableProblem());
  show();
  await vi.waitFor(() => expect(readForm).toHaveBeenCalled());
  expect(screen.getByRole("button", { name: "Send notice" })).toBeDefined();
});
