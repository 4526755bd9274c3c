import { expect } from "@playwright/test";
import { createCourse, createNotice, mailedLink, publishNote } from "../support/content";
import { expectFocusKept } from "../support/overlays";
import { pdfWithTexts } from "../support/pdf";
import { fulfillProblem } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, signIn, uniqueName } from "../support/users";

test("S7.copyright.4 a visitor sends a notice and confirms it, and an administrator hides all copies with one press", async ({
  page,
  browser,
}) => {
  const [title, code] = [uniqueName("Claimed "), await createCourse()];
  const file = pdfWithTexts(["Page"], title);
  const id = await publishNote(code, title, "", file);
  const copy = await publishNote(code, `${title} copy`, "", file);
  const email = `${uniqueName("owner")}@authors.test`;
  await page.goto("/copyright");
  await page.getByRole("link", { name: "notice of copyright", exact: true }).click();
  await page.getByRole("button", { name: "Send notice" }).click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your full name" })).toBeFocused();
  await expect(page.getByText("The law requires this statement.")).toHaveCount(2);
  await page.getByLabel("Your full name").fill("Olga Author");
  await page.getByLabel("Postal address").fill("1 Main Street, Waterloo");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("The work that is yours").fill("My book, chapter 3");
  await page.getByLabel("Where it is on Note Ninja").fill("/browse");
  await page.getByRole("checkbox", { name: /^I believe in good faith/ }).check();
  await page.getByRole("checkbox", { name: /^The information in this notice is accurate/ }).check();
  await page.getByLabel("Signature").fill("Olga Author");
  await page.getByRole("button", { name: "Send notice" }).click();
  await expect(page.getByText(/^Address 1 does not lead to a note or recording/)).toBeVisible();
  await page.getByLabel("Where it is on Note Ninja").fill(`${new URL(page.url()).origin}/download/${id}`);
  await page.getByRole("button", { name: "Send notice" }).click();
  await expect(page.getByRole("status").getByText(email)).toBeVisible();

  const link = await mailedLink(email);
  await page.goto(link.pathname + link.search);
  await page.getByRole("button", { name: "Confirm notice" }).click();
  await expect(page.getByText(/Administrators now read your notice/)).toBeVisible();

  const console = await (await browser.newContext()).newPage();
  await signIn(console, ADMIN, "/admin/copyright");
  const notice = console
    .getByRole("listitem")
    .filter({ has: console.getByRole("heading", { name: title, exact: true }) });
  await expect(notice.getByText(email)).toBeVisible();
  await expect(notice.getByRole("link", { name: `${title} copy` })).toBeVisible();
  await notice.getByRole("button", { name: `Hide all copies of ${title}` }).click();
  const dialog = console.getByRole("dialog");
  await dialog.getByRole("button", { name: "Hide all copies" }).click();
  await expect(dialog.getByText("Password is required.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Hide all copies" }).click();
  await expect(console.getByText("2 copies are hidden.")).toBeVisible();
  await expect(notice.getByText("Copies hidden")).toBeVisible();
  for (const hidden of [id, copy]) {
    await page.goto(`/download/${hidden}`);
    await expect(page.getByText(/does not exist|not found/i).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: title })).toHaveCount(0);
  }
  await console.goto("/admin/trash");
  await expect(console.getByRole("link", { name: `Notice about ${title}`, exact: true })).toBeVisible();
  await expect(console.getByRole("button", { name: `Restore ${title}`, exact: true })).toHaveCount(0);
  await console.goto("/admin/activity");
  await expect(console.getByText("hid all copies because of a notice of copyright").first()).toBeVisible();
});

test("S7.copyright.7 an administrator adds a counter notice, holds the copies and withdraws the notice", async ({
  page,
}) => {
  const [title, code] = [uniqueName("Countered "), await createCourse()];
  await createNotice(await publishNote(code, title));
  await signIn(page, ADMIN, "/admin/copyright");
  const notice = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await notice.getByRole("button", { name: `Hide all copies of ${title}` }).click();
  await page.getByLabel("Your password").fill(ADMIN.password);
  await page.getByLabel("Your password").press("Enter");
  await expect(page.getByText("1 copy is hidden.")).toBeVisible();

  await notice.getByRole("button", { name: `Counter notice to ${title}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your full name").fill("Ben Writer");
  await dialog.getByLabel("Postal address and telephone number").fill("2 Side Street, 519 555 0100");
  await dialog.getByLabel("Why the files were hidden by mistake").fill("I wrote it.");
  await dialog.getByLabel("Signature").fill("Ben Writer");
  await dialog.getByRole("button", { name: "Send counter notice" }).click();
  await expect(dialog.getByText("The law requires this statement.")).toBeVisible();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Send counter notice" }).click();
  await expect(notice.getByText("I wrote it.")).toBeVisible();

  await notice.getByRole("button", { name: `Hold the copies of ${title}` }).click();
  await page.getByLabel("Reason").fill("Case 26-1234");
  await page.getByRole("dialog").getByRole("button", { name: "Hold" }).click();
  await expect(notice.getByText("Held", { exact: true })).toBeVisible();
  await notice.getByRole("button", { name: `Withdraw ${title}` }).click();
  await page.getByLabel("Reason").fill("The sender has withdrawn it.");
  await page.getByLabel("Your password").fill(ADMIN.password);
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw and restore" }).click();
  await expect(page.getByText("Notice withdrawn. The copy was restored.")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expectFocusKept(page, "withdrawing a notice");
  await page.getByLabel("Show closed notices").check();
  await expect(notice.getByText("The sender has withdrawn it.")).toBeVisible();
  await expect(notice.getByText(/\(restored\)/)).toBeVisible();
});

test("S7.copyright.2 a failure of the form or of the confirmation is shown and can be retried", async ({ page }) => {
  const id = await publishNote(await createCourse(), uniqueName("Flaky "));
  await page.goto("/copyright/notice");
  for (const [label, text] of [
    ["Your full name", "Olga Author"],
    ["Postal address", "1 Main Street"],
    ["Email address", `${uniqueName("owner")}@authors.test`],
    ["The work that is yours", "A book"],
    ["Where it is on Note Ninja", `/note/${id}`],
    ["Signature", "Olga Author"],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole("checkbox", { name: /^I believe in good faith/ }).check();
  await page.getByRole("checkbox", { name: /^The information in this notice is accurate/ }).check();
  await page.route("**/api/copyright-notices", (route) =>
    fulfillProblem(route, 429, "too_many_requests", "Too many attempts. Please wait a minute."),
  );
  await page.getByRole("button", { name: "Send notice" }).click();
  await expect(page.getByText("Too many attempts. Please wait a minute.")).toBeVisible();
  await page.unroute("**/api/copyright-notices");
  await page.getByRole("button", { name: "Send notice" }).click();
  await expect(page.getByRole("heading", { name: "Confirm your notice" })).toBeVisible();

  await page.goto("/copyright/confirm?id=01JD8Z5V7R8XQ4N2T6W0YB3C9E&code=00");
  await page.getByRole("button", { name: "Confirm notice" }).click();
  await expect(page.getByText("There is no such notice of copyright. It may have expired.")).toBeVisible();
});
