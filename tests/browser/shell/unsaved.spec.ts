import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { test } from "../support/test";
import { ADMIN, apiClient, SECOND_ADMIN, signIn, signInNewStudent, signOut } from "../support/users";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

/** Answers the dialog, which must be open. */
async function answer(page: Page, choice: "Keep editing" | "Discard"): Promise<void> {
  await question(page).getByRole("button", { name: choice }).click();
  await expect(question(page)).toBeHidden();
}

test("leaving the page with a typed course request asks first, and staying keeps the text", async ({ page }) => {
  await signInNewStudent(page, "/");
  await page.getByRole("link", { name: "Request", exact: true }).first().click();
  const reason = page.getByLabel("Reason");
  const browse = page.getByRole("link", { name: "Browse & Discover" }).first();
  await reason.fill("The midterm is near.");
  await browse.click();
  await answer(page, "Keep editing");
  await expect(reason).toHaveValue("The midterm is near.");
  await page.goBack();
  await answer(page, "Keep editing");
  await expect(reason).toHaveValue("The midterm is near.");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await answer(page, "Keep editing");

  const asked = page.waitForEvent("dialog");
  // The reload never completes, because the user stays on the page.
  page.reload().catch(() => undefined);
  const ofBrowser = await asked;
  expect(ofBrowser.type()).toBe("beforeunload");
  await ofBrowser.dismiss();
  await expect(reason).toHaveValue("The midterm is near.");

  await browse.click();
  await answer(page, "Discard");
  await expect(page).toHaveURL("/browse");
  // The form is empty now, so leaving the page needs no confirmation.
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page).toHaveURL("/");
});

test("a dialog with typed text asks before Escape, Cancel and a click outside close it", async ({ page }) => {
  const code = await createCourse("Studies");
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await page.getByRole("button", { name: "Add chapter" }).click();
  const dialog = page.getByRole("dialog", { name: "Add chapter" });
  // A dialog without input closes at once.
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Add chapter" }).click();
  await dialog.getByLabel("Title").fill("Inheritance");
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => dialog.getByRole("button", { name: "Cancel" }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    // Wait until the dialog has the focus again: an earlier key press would be lost.
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await close();
    await answer(page, "Keep editing");
    await expect(dialog.getByLabel("Title")).toHaveValue("Inheritance");
  }
  await page.keyboard.press("Escape");
  await answer(page, "Discard");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Add chapter" }).click();
  await dialog.getByLabel("Title").fill("Inheritance");
  await dialog.getByRole("button", { name: "Add chapter" }).click();
  await expect(page.getByText("Chapter added")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("leaving the page with chosen files or typed text of an upload asks first", async ({ page }) => {
  const code = await createCourse("Studies");
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await page.getByLabel("Description").fill("With two worked examples.");
  await page.getByRole("link", { name: "Browse & Discover" }).first().click();
  await answer(page, "Keep editing");
  await expect(page.getByLabel("Description")).toHaveValue("With two worked examples.");
});

test("a card draft survives a reload, and is deleted when discarded or at sign-out", async ({ page }) => {
  const code = await createCourse("Studies");
  const api = await apiClient(ADMIN);
  const fields = { number: 1, title: "Inheritance", description: "" };
  const { id } = (await api.post(`/courses/${code}/chapters`, fields)) as { id: string };
  const address = `/study-guide/${code}/chapter/${id}/add-card`;
  await signIn(page, SECOND_ADMIN, address);
  const front = page.getByLabel("Front");
  const restored = page.getByText("Your unsaved text was restored.");
  await front.fill("What is slicing?");
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(front).toHaveValue("What is slicing?");

  await page.getByRole("button", { name: "Cancel" }).click();
  await answer(page, "Keep editing");
  await page.getByRole("button", { name: "Cancel" }).click();
  await answer(page, "Discard");
  await expect(page).toHaveURL(`/guide/${code}/chapter/${id}`);
  await page.goto(address);
  await expect(front).toHaveValue("");
  await expect(restored).toBeHidden();

  await front.fill("What is slicing?");
  await page.getByLabel("Back", { exact: true }).fill("The derived part is lost.");
  await page.getByRole("button", { name: "Add Study Card" }).click();
  await expect(page).toHaveURL(`/guide/${code}/chapter/${id}`);
  await page.goto(address);
  await expect(front).toHaveValue("");

  await front.fill("Something private");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain("Something private");
  const leaving = signOut(page);
  await answer(page, "Discard");
  await leaving;
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Something private");
});
