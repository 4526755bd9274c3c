import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { pdfWithPages } from "../support/pdf";
import { test } from "../support/test";
import {
  ADMIN,
  accessTokenFor,
  apiRequest,
  SECOND_ADMIN,
  signIn,
  signInNewStudent,
  uniqueName,
} from "../support/users";

const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

/** Uploads a note to the course of this page. */
async function upload(page: Page, title: string): Promise<void> {
  const file = { name: "week.pdf", mimeType: "application/pdf", buffer: pdfWithPages(1, title) };
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByText("week.pdf", { exact: true })).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(card(page, title)).toBeVisible({ timeout: 30_000 });
}

async function remove(page: Page, title: string): Promise<void> {
  await card(page, title)
    .getByRole("button", { name: /delete/i })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(card(page, title)).toHaveCount(0);
}

test("S1.who.1 both configured administrators can upload and delete and cannot close their accounts, and students can do neither", async ({
  page,
  secondDevicePage,
}) => {
  // Longer timeout: the server checks three files.
  test.slow();
  const code = await createCourse();
  const kept = await publishNote(code, "Here to stay");
  const student = await signInNewStudent(page, `/guide/${code}/notes`);
  await expect(card(page, "Here to stay").getByRole("link", { name: "Download PDF" })).toBeVisible();
  await expect(page.getByText("Upload PDF Note")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /delete/i })).toHaveCount(0);
  const token = await accessTokenFor(student);
  const refusals = [
    await apiRequest("POST", "/api/uploads", { courseCode: code }, token),
    await apiRequest("DELETE", `/api/notes/${kept}`, undefined, token),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 403]);
  await page.goto("/profile/security");
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();

  for (const [on, admin] of [
    [page, ADMIN],
    [secondDevicePage, SECOND_ADMIN],
  ] as const) {
    const title = uniqueName("Week ");
    await signIn(on, admin, `/guide/${code}/notes`);
    await upload(on, title);
    await remove(on, title);
    await expect(card(on, "Here to stay")).toBeVisible();
    await on.goto("/profile/security");
    await expect(on.getByText(/^To close an administrator account, contact/)).toBeVisible();
    await expect(on.getByRole("button", { name: /Delete/ })).toHaveCount(0);
  }
});
