import { expect, type Locator, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { pdfWithPages } from "../support/pdf";
import { axe, PHONE } from "../support/player";
import { fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, apiClient, signIn, signInNewStudent, uniqueName } from "../support/users";

const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

async function choose(page: Page, of: Locator, action: string): Promise<void> {
  await of.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Publishes notes with these titles in a new course. */
async function notes(...titles: string[]): Promise<{ code: string; ids: string[] }> {
  const code = await createCourse();
  const ids: string[] = [];
  // Sequentially, because the list shows them in the order of publication.
  for (const title of titles) ids.push(await publishNote(code, title, "Made by a test"));
  return { code, ids };
}

test("S6.adm.10 the console redirects visitors to sign-in and shows students the not-found page", async ({ page }) => {
  for (const address of ["/admin", "/admin/trash", "/admin/activity"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/signin/);
  }
  await signInNewStudent(page, "/admin");
  for (const address of [
    "/admin",
    "/admin/courses",
    "/admin/uploads",
    "/admin/requests",
    "/admin/reports",
    "/admin/copyright",
    "/admin/students",
    "/admin/keys",
    "/admin/trash",
    "/admin/activity",
  ]) {
    await page.goto(address);
    await expect(page.getByText("Page not found. Here is your dashboard instead.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Console" })).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: "Console" })).toHaveCount(0);
});

test("S6.adm.10 on a phone the profile links to the console", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, ADMIN);
  await page.getByRole("navigation", { name: "Bottom" }).getByRole("link", { name: "Profile" }).click();
  await page.getByRole("main").getByRole("link", { name: "Edit profile" }).click();
  const way = page.getByRole("link", { name: /^Console/ });
  expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await way.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Console");
  await expect(page.getByRole("navigation", { name: "Console" }).getByRole("link")).not.toHaveCount(0);
});

test("S6.adm.5 content is filtered by text, kind and collection, and the URL contains the filter", async ({ page }) => {
  const { code } = await notes("Observers at work", "Visitors at work");
  await signIn(page, ADMIN, "/");
  await page.getByRole("link", { name: "Console" }).click();
  await expect(page.getByRole("heading", { name: "Console" })).toBeVisible();
  await expect(page.getByLabel("Storage used")).toContainText("Course notes");
  await page.getByRole("searchbox").fill(`${code} observers`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(row(page, "Observers at work")).toContainText("first.pdf");
  await expect(page).toHaveURL(/text=/);
  await row(page, "Observers at work")
    .getByTitle(/^Show only/)
    .click();
  await page.getByRole("searchbox").fill("");
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Kind").selectOption("Audio notes");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await axe(page, "the list of content");
});

test("S6.adm.6 a title is edited, and an edit of an older version shows both texts side by side", async ({ page }) => {
  const { code, ids } = await notes("Pointrs");
  await signIn(page, ADMIN, `/admin?place=${code}`);
  await choose(page, row(page, "Pointrs"), "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit “Pointrs”" });
  await expect(dialog.getByLabel("Description")).toHaveValue("Made by a test");
  await dialog.getByLabel("Title").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Title is required.")).toBeVisible();

  await dialog.getByLabel("Title").fill("Pointers");
  // Another administrator edits at the same time.
  const beside = { title: "Pointers by somebody else", description: "Rewritten beside", version: 0 };
  await (await apiClient(ADMIN)).patch(`/admin/content/note/${ids[0]}`, beside);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("This item was changed while you were editing")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Pointers");
  await expect(dialog.getByLabel("Description")).toHaveValue("Rewritten beside");
  await expect(dialog.getByText("Saved by another administrator: “Pointers by somebody else”")).toBeVisible();
  await axe(page, "a form that another administrator overtook");
  await dialog.getByRole("button", { name: "Use this value" }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Pointers by somebody else");
  const title = uniqueName("Pointers, last edition ");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Type").selectOption("Final");
  await dialog.getByLabel("Chapter").fill("12");
  await axe(page, "editing a note");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, title)).toContainText("Chapter 12");
  await expect(page.getByRole("button", { name: `Actions for ${title}` })).toBeFocused();
  await page.goto(`/guide/${code}/notes`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText([title]);
  await expect(page.getByRole("article")).toContainText("Final");

  await page.goto("/admin/activity");
  const done = page.getByRole("listitem").filter({ hasText: "edited the details of an item" });
  await expect(done.filter({ hasText: title })).toHaveCount(1);
});

test("S6.adm.7 a file is replaced, and the previous one is restored from the trash", async ({ page }) => {
  const title = uniqueName("Second editions ");
  const { code, ids } = await notes(title);
  await signIn(page, ADMIN, `/admin?place=${code}`);
  await choose(page, row(page, title), "Replace file");
  const dialog = page.getByRole("dialog", { name: `Replace the file of “${title}”` });
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("text") });
  await expect(dialog.getByRole("alert")).toBeVisible();
  const second = { name: "second.pdf", mimeType: "application/pdf", buffer: pdfWithPages(3, `${code} second`) };
  await input.setInputFiles(second);
  await expect(page.getByText(`“${title}” has its new file.`)).toBeVisible({ timeout: 20_000 });
  await expect(row(page, title)).toContainText("second.pdf");
  await expect(row(page, title).getByRole("link")).toHaveAttribute("href", `/download/${ids[0]}`);

  await page.getByRole("link", { name: "Trash" }).click();
  const kept = row(page, title).filter({ hasText: "first.pdf" });
  await expect(kept).toContainText("Replaced file");
  await kept.getByRole("button", { name: `Restore ${title}` }).click();
  await expect(page.getByText(`“${title}” was restored.`)).toBeVisible();
  await page.goto(`/admin?place=${code}`);
  await expect(row(page, title)).toContainText("first.pdf");
});

test("S6.adm.8 S6.adm.12 several items are moved to the trash with the password and restored together, by keyboard", async ({
  page,
}) => {
  const [kept, first, second] = [uniqueName("Keep one "), uniqueName("Drop one "), uniqueName("Drop two ")];
  const { code } = await notes(kept, first, second);
  await signIn(page, ADMIN, `/admin?place=${code}`);
  await page.getByLabel(`Select ${first}`).focus();
  await page.keyboard.press("Space");
  await page.getByLabel(`Select ${second}`).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Move to trash" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Move 2 items to the trash?" });
  const password = question.getByLabel("Your password");
  await expect(password).toBeFocused();
  await password.press("Enter");
  await expect(question.getByText("Password is required.")).toBeVisible();
  await password.fill("not this one");
  await password.press("Enter");
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("row", { includeHidden: true }).filter({ hasText: first })).toHaveCount(1);
  await axe(page, "the question before several go to the trash");
  await password.fill(ADMIN.password);
  await password.press("Enter");
  await expect(page.getByText("2 items moved to the trash.")).toBeVisible();
  await expect(row(page, first)).toHaveCount(0);
  await expect(row(page, kept)).toBeVisible();

  await page.goto("/admin/trash");
  for (const title of [first, second]) {
    await page.getByLabel(`Select ${title}`).check();
    await expect(row(page, title)).toContainText("Course note");
  }
  await axe(page, "the trash");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("2 items were restored.")).toBeVisible();
  await page.goto(`/admin?place=${code}`);
  await expect(row(page, second)).toBeVisible();
});

test("S6.adm.5 S6.adm.8 S6.adm.9 the lists have loading, error and empty states", async ({ page }) => {
  await signIn(page, ADMIN, "/");
  const letGo = await holdRequests(page, "**/api/admin/content*");
  await page.goto("/admin");
  await expect(page.getByRole("status", { name: "Loading the content..." })).toBeVisible();
  letGo();
  await expect(page.getByRole("row").nth(1)).toBeVisible();

  await page.route("**/api/admin/trash*", (route) => fulfillProblem(route, 503, "unavailable"));
  await page.goto("/admin/trash");
  await expect(page.getByText("Could not load the trash")).toBeVisible({ timeout: 20_000 });
  // No other request reloads the list: only the response to the retry removes the error.
  await page.unroute("**/api/admin/trash*");
  const again = await holdRequests(page, "**/api/admin/trash*");
  const asked = page.waitForRequest("**/api/admin/trash*", { timeout: 2_000 });
  await page.getByRole("button", { name: "Retry" }).click();
  await asked;
  again();
  await expect(page.getByRole("row").nth(1).or(page.getByText("The trash is empty"))).toBeVisible();
  await expect(page.getByText("Could not load the trash")).toHaveCount(0);

  await page.goto("/admin/activity");
  const months = page.getByLabel("Month").getByRole("option");
  await expect(months.first()).toBeAttached();
  await page.getByLabel("Month").selectOption({ index: (await months.count()) - 1 });
  await expect(page.getByText("No activity this month")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/trash$/);
});

for (const address of ["/admin", "/admin/uploads", "/admin/trash", "/admin/activity"]) {
  test(`S6.adm.5 ${address} does not scroll sideways on small screens, and every control can be clicked`, async ({
    page,
  }) => {
    await signIn(page, ADMIN, address);
    await expect(page.getByRole("heading", { name: "Console" })).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    for (const width of [320, 375, 768]) {
      await page.setViewportSize({ width, height: 812 });
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(over, `${width} px`).toBeLessThanOrEqual(0);
      // An element covered by another cannot be clicked. For long lists, the beginning is enough.
      const controls = page.getByRole("main").locator("a, button").filter({ visible: true });
      await expect(controls).not.toHaveCount(0);
      for (const control of (await controls.all()).slice(0, 12)) {
        await control.click({ trial: true, timeout: 5_000 });
      }
    }
  });
}
