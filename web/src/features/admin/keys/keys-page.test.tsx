import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { AccessKey } from "@/data/admin/access-keys";
import { KeysPage } from "./keys-page";

const api = vi.hoisted(() => ({ list: vi.fn(), create: vi.fn(), revoke: vi.fn(), toast: vi.fn() }));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));
vi.mock("@/data/admin/access-keys", () => ({
  accessKeysQuery: { queryKey: ["keys"], queryFn: () => api.list(), retry: false },
  useCreateAccessKey: () => ({ mutateAsync: api.create }),
  useRevokeAccessKey: () => ({ mutateAsync: api.revoke }),
}));

const key: AccessKey = {
  ...{ id: "01JD", name: "Office computer", scope: "upload", owner: "Ada", expired: false },
  ...{ createdAt: "2026-11-21T10:00:00Z", validUntil: "2026-12-21T10:00:00Z" },
};
const text = "nnk_01JD_secret";

function show(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <KeysPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => void vi.resetAllMocks());
afterEach(cleanup);

test("S6.key.3 the page lists keys with their owner and their last use, and marks expired ones", async () => {
  api.list.mockResolvedValue({
    items: [key, { ...key, id: "01JE", name: "Old", expired: true, usedAt: "2026-11-24" }],
  });
  show();
  const rows = await screen.findAllByRole("row");
  expect(rows[1]?.textContent).toContain("Office computer");
  expect(rows[1]?.textContent).toContain("Uploads for Ada");
  expect(rows[1]?.textContent).toContain("Never");
  expect(rows[2]?.textContent).toContain("Expired");
});

test("S6.key.3 creating a key requires a name and the password, and shows the key until the dialog is closed", async () => {
  api.list.mockResolvedValue({ items: [] });
  api.create.mockResolvedValue({ key, text });
  show();
  const heading = await screen.findByRole("heading", { name: "No keys" });
  expect(heading.nextElementSibling?.textContent).toBe(
    "Create one to upload, export or import notes with the program note-ninja.",
  );
  fireEvent.click(screen.getByRole("button", { name: "New key" }));
  const form = await screen.findByRole("form", { name: "New key" });
  fireEvent.submit(form);
  await screen.findByText("Name is required.");
  expect(api.create).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Office computer" } });
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "study hard" } });
  fireEvent.submit(form);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Key" });
  expect(field.value).toBe(text);
  expect(api.create).toHaveBeenCalledWith({
    name: "Office computer",
    scope: "upload",
    days: 30,
    password: "study hard",
  });
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("S6.key.6 the form explains each scope of a key, and a new key is shown with the command that uses it", async () => {
  api.list.mockResolvedValue({ items: [{ ...key, scope: "export" }] });
  api.create.mockResolvedValue({ key: { ...key, scope: "export" }, text });
  show();
  await screen.findByText("Exports for Ada");
  fireEvent.click(screen.getByRole("button", { name: "New key" }));
  const use = await screen.findByLabelText("Use");
  screen.getByText(/cannot read or change anything else/);
  fireEvent.change(use, { target: { value: "import" } });
  screen.getByText(/can replace texts, pictures, transcripts and chapters, which cannot be undone/);
  fireEvent.change(use, { target: { value: "export" } });
  screen.getByText(/cannot change anything/);
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Backup" } });
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "study hard" } });
  fireEvent.submit(screen.getByRole("form", { name: "New key" }));
  await screen.findByText(/note-ninja export COURSE --to FOLDER/);
  expect(api.create).toHaveBeenCalledWith({ name: "Backup", scope: "export", days: 30, password: "study hard" });
});

test("S6.key.3 without access to the clipboard, the key is selected so that it can be copied", async () => {
  api.list.mockResolvedValue({ items: [] });
  api.create.mockResolvedValue({ key, text });
  show();
  fireEvent.click(await screen.findByRole("button", { name: "New key" }));
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Laptop" } });
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "study hard" } });
  fireEvent.submit(screen.getByRole("form", { name: "New key" }));
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Key" });
  fireEvent.click(screen.getByRole("button", { name: "Copy" }));
  await waitFor(() => expect(field.selectionEnd).toBe(text.length));
  expect(field.selectionStart).toBe(0);
});

test("S6.key.3 a key is revoked after a confirmation, and a failure keeps the dialog open", async () => {
  api.list.mockResolvedValue({ items: [key] });
  api.revoke.mockRejectedValueOnce(new ApiProblem({ code: "unavailable", status: 503, detail: "Try again later." }));
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Revoke Office computer" }));
  fireEvent.click(await screen.findByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(api.toast).toHaveBeenCalledWith("Try again later.", { kind: "error" }));
  fireEvent.click(screen.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(api.toast).toHaveBeenCalledWith("The key “Office computer” was revoked."));
  expect(api.revoke).toHaveBeenCalledWith("01JD");
});

test("S6.key.7 keys with the same name are told apart and revoked by their ids", async () => {
  api.list.mockResolvedValue({ items: [key, { ...key, id: "01JE" }] });
  api.revoke.mockResolvedValue(undefined);
  show();
  const [, second] = await screen.findAllByRole("button", { name: "Revoke Office computer" });
  const described = second?.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described)?.textContent).toBe("ID 01JE");
  fireEvent.click(second as HTMLElement);
  fireEvent.click(await screen.findByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(api.revoke).toHaveBeenCalledWith("01JE"));
});

test("S6.key.3 keys that cannot be loaded show the reason and a retry", async () => {
  api.list.mockRejectedValue(new ApiProblem({ code: "unavailable", status: 503, detail: "Try again later." }));
  show();
  await screen.findByText("Could not load the keys");
  expect(screen.getByText(/Try again later/)).toBeTruthy();
});

test("S6.key.3 the table has its columns, and shows until when each key is valid", async () => {
  api.list.mockResolvedValue({ items: [key, { ...key, id: "01JE", name: "Old", expired: true }] });
  show();
  await screen.findByRole("table", { name: "Keys" });
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Name",
    "Valid until",
    "Last used",
    "Actions",
  ]);
  const narrow = [...document.querySelectorAll(".under.narrow")].map(({ textContent }) => textContent);
  expect(narrow[0]).toMatch(/^Valid until \d/);
  expect(narrow[1]).toBe("Expired");
  expect(screen.getByRole("button", { name: "Revoke Old" }).textContent).toBe("Revoke");
});

test("S6.key.6 the form of a new key offers its choices, and explains how to use the key", async () => {
  api.list.mockResolvedValue({ items: [] });
  show();
  fireEvent.click(await screen.findByRole("button", { name: "New key" }));
  const options = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);
  expect(options("Use")).toEqual([
    ["upload", "Upload files"],
    ["export", "Export courses"],
    ["import", "Import courses"],
  ]);
  expect(options("Valid for")).toEqual([
    ["1", "1 day"],
    ["7", "7 days"],
    ["30", "30 days"],
    ["90", "90 days"],
  ]);
  expect(screen.getByLabelText<HTMLSelectElement>("Valid for").value).toBe("30");
  expect(
    screen.getByText("Everyone who has the key can use it in your name until it expires or is revoked."),
  ).toBeDefined();
  expect(screen.getByText("Where the key is used, for example “Office computer”.")).toBeDefined();
});
