import { expect } from "@playwright/test";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, signIn, uniqueName } from "../support/users";

test("S6.key.3 S6.key.5 S6.key.6 an administrator creates a key, sees it once, and revokes it", async ({
  page,
  request,
}) => {
  const name = uniqueName("Laptop");
  await signIn(page, ADMIN, "/admin/keys");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog", { name: "New key" });
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Name").fill(name);
  await expect(dialog.getByText("It cannot read or change anything else.")).toBeVisible();
  await dialog.getByLabel("Use").selectOption("Export courses");
  await expect(dialog.getByText("It cannot change anything.")).toBeVisible();
  await dialog.getByLabel("Valid for").selectOption("7 days");
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Your password").fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Copy the key" });
  await expect(shown.getByText("note-ninja export COURSE --to FOLDER")).toBeVisible();
  const field = shown.getByRole("textbox", { name: "Key" });
  await expect(field).toHaveValue(/^nnk_/);
  await axe(page, "a new key");
  const key = await field.inputValue();
  await shown.getByRole("button", { name: "Done" }).click();

  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Never");
  await expect(row).toContainText("Exports for");
  await axe(page, "the keys");
  const current = () => request.get("/api/admin/current-key", { headers: { authorization: `Bearer ${key}` } });
  expect((await (await current()).json()).name).toBe(name);
  await page.reload();
  await expect(row).not.toContainText("Never");
  await expect(page.getByText(key)).toHaveCount(0);

  await row.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toHaveCount(0);
  await expect.poll(async () => (await current()).status()).toBe(401);

  await page.goto("/admin/activity?kind=security");
  await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(2);
});
