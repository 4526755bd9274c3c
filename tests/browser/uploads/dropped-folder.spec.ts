import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { pdfWithPages } from "../support/pdf";
import { test } from "../support/test";
import { ADMIN, apiClient, signIn } from "../support/users";

/** Drops a folder of this computer on the upload form, as a file manager would. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const zone = page.locator(".drop-zone");
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  if (!box) throw new Error("The drop zone is not visible.");
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await devtools.send("Input.dispatchDragEvent", { type, x: box.x + 20, y: box.y + 20, data });
  }
}

test("S6.cli.5 a folder dropped on the upload form is uploaded with the chapters and types of its folders", async ({
  page,
}, testInfo) => {
  const [code, other] = [await createCourse(), await createCourse()];
  const folder = testInfo.outputPath(code);
  for (const name of ["Week 3/observers.pdf", "Summaries/Chapter 4/all.pdf", `${other}/lost.pdf`, ".hidden.pdf"]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), pdfWithPages(1, `${code} ${name}`));
  }
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await dropFolder(page, folder);
  const chosen = page.getByRole("list", { name: "Chosen files" }).getByRole("listitem");
  await expect(chosen).toHaveCount(3);
  await expect(chosen.filter({ hasText: "lost.pdf" })).toContainText(
    `This belongs to ${other.replace(/(\d)/, " $1")}. Upload it there.`,
  );
  await expect(page.getByLabel("Chapter of observers.pdf")).toHaveValue("3");
  await expect(page.getByLabel("Chapter of all.pdf")).toHaveValue("4");
  await expect(page.getByLabel("Type of all.pdf")).toHaveValue("Summary");
  await page.getByRole("button", { name: "Upload 2 notes", exact: true }).click();
  await expect(page.getByRole("article").filter({ hasText: "observers" })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "all" })).toContainText("Summary");
  const { notes } = (await (await apiClient(ADMIN)).get(`/courses/${code}/notes`)) as {
    notes: { items: { title: string; chapter: number }[] };
  };
  expect(Object.fromEntries(notes.items.map(({ title, chapter }) => [title, chapter]))).toEqual({
    observers: 3,
    all: 4,
  });
});
