import { expect } from "@playwright/test";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, createStudent, fillSignIn, signIn } from "../support/users";

test("S6.adm.31 S6.adm.32 S6.adm.33 an administrator finds and blocks a student, who is told so at sign-in, and unblocks the student", async ({
  page,
  browser,
}) => {
  const student = await createStudent("Blocked");
  await signIn(page, ADMIN, "/admin/students");
  await expect(page.getByRole("heading", { name: "Find a student" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Username or email address" });
  await search.fill(`${student.email}x`);
  await search.press("Enter");
  await expect(page.getByRole("heading", { name: "No student found" })).toBeVisible();
  await search.fill(student.email);
  await search.press("Enter");
  const card = page.getByRole("article", { name: student.username });
  await expect(card).toContainText(student.email);
  await expect(card).toContainText("unknown (no open session)");
  await axe(page, "a student in the console");

  await card.getByRole("button", { name: "Block" }).click();
  const dialog = page.getByRole("dialog", { name: `Block ${student.username}?` });
  const password = dialog.getByLabel("Your password");
  await expect(password).toBeFocused();
  await password.fill("not this one");
  await password.press("Enter");
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await axe(page, "blocking a student");
  await password.fill(ADMIN.password);
  await password.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText("Blocked since");

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto("/signin");
  await fillSignIn(other, student);
  const why = "This account is blocked. Contact the people who run Note Ninja.";
  await expect(other.getByRole("alert").filter({ hasText: why })).toBeVisible();

  await card.getByRole("button", { name: "Unblock" }).click();
  const back = page.getByRole("dialog", { name: `Unblock ${student.username}?` });
  await back.getByLabel("Your password").fill(ADMIN.password);
  await back.getByRole("button", { name: "Unblock" }).click();
  await expect(card.getByRole("button", { name: "Block", exact: true })).toBeVisible();
  await fillSignIn(other, student);
  await expect(other).not.toHaveURL(/\/signin/);
  await elsewhere.close();
});

test("S6.adm.32 an administrator logs a student out everywhere and deletes the account, with the administrator's password", async ({
  page,
  secondDevicePage,
}) => {
  const student = await createStudent("Deleted");
  await signIn(secondDevicePage, student, "/profile");
  await signIn(page, ADMIN, "/admin/students");
  const search = page.getByRole("searchbox", { name: "Username or email address" });
  await search.fill(student.username);
  await search.press("Enter");
  const card = page.getByRole("article", { name: student.username });
  const act = async (button: string, title: string) => {
    await card.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByLabel("Your password").fill(ADMIN.password);
    await dialog.getByLabel("Your password").press("Enter");
    await expect(dialog).toHaveCount(0);
  };

  await act("Log out everywhere", `Log ${student.username} out everywhere?`);
  await expect(card.getByRole("button", { name: "Log out everywhere" })).toBeDisabled();
  await secondDevicePage.goto("/profile");
  await expect(secondDevicePage).toHaveURL("/signin");

  await act("Delete account", `Delete the account of ${student.username}?`);
  await expect(page.getByRole("heading", { name: "Find a student" })).toBeVisible();
  await search.fill(student.username);
  await search.press("Enter");
  await expect(page.getByRole("heading", { name: "No student found" })).toBeVisible();
  await fillSignIn(secondDevicePage, student);
  await expect(secondDevicePage.getByRole("alert").filter({ hasText: "Incorrect email or password" })).toBeVisible();
});
