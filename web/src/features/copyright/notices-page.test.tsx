import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import type { CopyrightNotice } from "@/data/copyright/copyright";
import { ConfirmPage } from "./confirm-page";
import { NoticesPage } from "./notices-page";

const { list, copies, confirm } = vi.hoisted(() => ({ list: vi.fn(), copies: vi.fn(), confirm: vi.fn() }));
vi.mock("@/data/copyright/copyright", () => ({
  noticesQuery: (closed: boolean) => ({
    ...{ queryKey: ["notices", closed], queryFn: () => list(closed) },
    ...{ initialPageParam: "", getNextPageParam: () => undefined },
  }),
  noticeCopiesQuery: (id: string) => ({ queryKey: ["copies", id], queryFn: () => copies(id) }),
  useDecideNotice: () => ({ mutateAsync: vi.fn() }),
  confirmNotice: confirm,
}));

const item = { kind: "note", id: "1", title: "Pointers", place: "CS246", uploaderName: "Ada" } as const;
const open: CopyrightNotice = {
  ...{ id: "n1", state: "open", name: "Olga", postalAddress: "1 Main Street", email: "olga@authors.test" },
  ...{ work: "A book", signature: "Olga", items: [item], copies: [], receivedAt: "2026-11-20T10:00:00Z" },
  ...{ reason: "", rejectedMails: [] },
};

beforeEach(() => {
  vi.resetAllMocks();
  copies.mockResolvedValue({ items: [item], replaced: [] });
});
afterEach(cleanup);

function show(notice: CopyrightNotice, page = <NoticesPage />) {
  list.mockImplementation(async (closed: boolean) => ({
    items: [{ ...notice, items: [{ ...item, title: closed ? "Closed" : "Pointers" }] }],
  }));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={["/copyright/confirm?id=n1&code=c1"]}>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Returns the texts of the buttons of the only notice. */
async function buttons(): Promise<string[]> {
  const row = (await screen.findByRole("heading", { level: 3 })).closest("li");
  return within(row as HTMLElement)
    .queryAllByRole("button")
    .map((button) => button.textContent ?? "");
}

const [past, future] = ["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"];
const close = "Close, files stay removed";
test.each([
  ["open", undefined, ["Dismiss", "Hide all copies"]],
  ["hiding", undefined, ["Withdraw and restore", "Hide all copies"]],
  ["hidden", undefined, ["Withdraw and restore", "Counter notice"]],
  ["hidden", future, ["Withdraw and restore", "Counter notice"]],
  ["hidden", past, ["Withdraw and restore", close, "Counter notice"]],
  ["countered", undefined, ["Withdraw and restore", "Hold"]],
  ["held", future, ["Withdraw and restore", "End hold"]],
  ["held", past, ["Withdraw and restore", close, "End hold"]],
  ["removed", undefined, ["Withdraw and restore"]],
  ["restoring", undefined, []],
  ["dismissed", undefined, []],
  ["restored", undefined, []],
] as const)("S7.copyright.8 a notice in the state %s that can be closed from %s has the buttons %j", async (...row) => {
  const [state, closableAt, expected] = row;
  show({ ...open, state, ...(closableAt && { closableAt }) });
  expect(await buttons()).toEqual(expected);
});

test("S7.copyright.9 a closed notice says what became of each copy", async () => {
  const results = ["restored", "withheld", "trashed", "deleted"] as const;
  show({ ...open, state: "dismissed", copies: results.map((result, id) => ({ ...item, id: `${id}`, result })) });
  expect(await screen.findByText(/\(restored\)/)).toBeDefined();
  for (const text of [/another notice/, /course was deleted/, /already deleted for good/]) {
    expect(screen.getByText(text)).toBeDefined();
  }
});

test("S7.copyright.8 a notice without personal data says that it was removed", async () => {
  show({ ...open, state: "removed", name: "", postalAddress: "", email: "", work: "", signature: "" });
  expect(await screen.findByText("The personal data was removed after its retention.")).toBeDefined();
  expect(screen.queryByText("Signed")).toBeNull();
});

test("S7.copyright.10 an interrupted press is explained, so that the administrator presses again", async () => {
  show({ ...open, state: "hiding", copies: [item] });
  expect(await screen.findByText(/hiding was interrupted/)).toBeDefined();
});

test.each([
  ["until all uploaders are told", undefined, [], "Not all uploaders have been told yet."],
  ["with its day", future, [], "the notice is closed on"],
  ["by an administrator after a rejected mail", future, ["Ada"], "you can close the notice from"],
] as const)("S7.copyright.8 a hidden notice says how it is closed %s", async (_, closableAt, rejectedMails, text) => {
  show({ ...open, state: "hidden", rejectedMails: [...rejectedMails], ...(closableAt && { closableAt }) });
  expect(await screen.findByText(new RegExp(text))).toBeDefined();
});

test("S7.copyright.10 a notice names each recipient whose mail was rejected", async () => {
  show({ ...open, state: "countered", rejectedMails: ["Ada", "olga@authors.test"] });
  expect(await screen.findByText("Our mail to Ada was rejected. Tell them in another way.")).toBeDefined();
  expect(screen.getByText("Our mail to olga@authors.test was rejected. Tell them in another way.")).toBeDefined();
});

test("S7.copyright.12 named pages whose file was replaced are listed separately", async () => {
  copies.mockResolvedValue({ items: [], replaced: [{ ...item, title: "Rewritten" }] });
  show(open);
  expect(await screen.findByText(/^Named pages whose file was replaced/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Rewritten" })).toBeDefined();
});

test("S7.copyright.4 copies that cannot be loaded can be requested again", async () => {
  copies.mockReset();
  copies
    .mockRejectedValueOnce(unreachableProblem())
    .mockResolvedValue({ items: [{ ...item, title: "A copy" }], replaced: [] });
  show(open);
  fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "A copy" })).toBeDefined();
});

test("S7.copyright.6 closed notices are listed on request", async () => {
  show(open);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Show closed notices" }));
  expect(await screen.findByRole("heading", { level: 3, name: "Closed" })).toBeDefined();
  expect(list.mock.calls).toEqual([[false], [true]]);
});

test("S7.copyright.2 a confirmation that fails says why and can be retried", async () => {
  confirm.mockRejectedValueOnce(unreachableProblem()).mockResolvedValue(undefined);
  show(open, <ConfirmPage />);
  fireEvent.click(screen.getByRole("button", { name: "Confirm notice" }));
  expect(await screen.findByText(/Could not reach Note Ninja/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Confirm notice" }));
  expect(await screen.findByText(/Administrators now read your notice/)).toBeDefined();
  expect(confirm.mock.calls).toEqual([
    ["n1", "c1"],
    ["n1", "c1"],
  ]);
});
