import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { createCourse, picture, publishNote } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, signIn, uniqueName } from "../support/users";

test("S6.adm.36 an administrator sees the report of a PDF in the upload form before students see the note", async ({
  page,
}) => {
  const [code, title] = [await createCourse("Review"), uniqueName("Reviewed ")];
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await page.getByLabel("Title").fill(title);
  await page.getByRole("checkbox", { name: /^Review accessibility before publishing/ }).check();
  await page.locator("input[type=file]").setInputFiles({
    name: "heaps.pdf",
    mimeType: "application/pdf",
    buffer: pdfWithTexts(["A heap is a tree"], title),
  });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const findings = page.getByRole("list", { name: "Accessibility findings" });
  await expect(findings.getByRole("listitem").filter({ hasText: "The file is not tagged." })).toBeVisible();
  await findings.getByText("How to fix it").first().click();
  await expect(findings.getByText(/\\DocumentMetadata\{tagging=on\}/).first()).toBeVisible();
  await axe(page, "the review of a file");
  const student = await apiClient(await createStudent());
  const notes = async () => (await student.get(`/courses/${code}/notes`)) as { notes: { items: unknown[] } };
  expect((await notes()).notes.items).toEqual([]);

  // After a reload, the list of uploads offers the same.
  await page.goto("/admin/uploads");
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row).toContainText("Not published");
  await row.getByRole("button", { name: `Publish ${title}` }).click();
  await expect(row).toContainText("Ready");
  await expect.poll(async () => (await notes()).notes.items.length).toBe(1);
});

test("S4.up.8 the picture of an album note is added after its tab was closed during the review", async ({ page }) => {
  const title = uniqueName("Owls ");
  await signIn(page, ADMIN, "/cram-mode");
  await page.getByLabel("Subject").fill("Zoology");
  await page.getByLabel("Title").fill(title);
  await page.getByRole("checkbox", { name: /^Review accessibility before publishing/ }).check();
  await page.getByLabel("Picture file").setInputFiles(picture);
  await page.locator("input[type=file][accept*=pdf]").setInputFiles({
    name: "owls.pdf",
    mimeType: "application/pdf",
    buffer: pdfWithTexts(["Owls hunt at night"], title),
  });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByRole("list", { name: "Accessibility findings" })).toBeVisible();
  const context = page.context();
  await page.close();

  const later = await context.newPage();
  await later.goto("/admin/uploads");
  await later.getByRole("button", { name: `Publish ${title}` }).click();
  await expect(later.getByText(`The picture of “${title}” was added.`)).toBeVisible();
  const albums = (await (await apiClient(ADMIN)).get("/albums/cram")) as {
    notes: { items: { title: string; imageUrl?: string }[] };
  };
  expect(albums.notes.items.find((note) => note.title === title)?.imageUrl).toBeDefined();
});

test("S6.adm.35 an administrator filters the content by accessibility, reads the findings and saves them", async ({
  page,
}) => {
  const [code, title] = [await createCourse("Findings"), uniqueName("Untagged ")];
  await publishNote(code, title, "", pdfWithTexts(["A heap is a tree"], title));
  await signIn(page, ADMIN, `/admin?place=${code}`);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  const filter = page.getByRole("combobox", { name: "Accessibility" });
  await filter.selectOption("No problems");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await filter.selectOption("Problems");
  await page
    .getByRole("button", { name: new RegExp(`^Accessibility of ${title}: \\d+ problems, \\d+ to check$`) })
    .click();
  const dialog = page.getByRole("dialog", { name: `Accessibility of “${title}”` });
  await expect(dialog.getByText("The file is not tagged.", { exact: false })).toBeVisible();
  await expect(dialog.getByText(/^Passed: .*contrast/)).toBeVisible();
  await axe(page, "the accessibility of a note");
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Accessibility as CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trim().split("\r\n")).toHaveLength(2);
  expect(csv).toContain(`"${title}"`);
});
