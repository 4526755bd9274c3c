import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { pdfWithPages } from "../support/pdf";
import { axe } from "../support/player";
import { holdRequests } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, signIn, signInNewStudent, uniqueName } from "../support/users";

const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

async function upload(
  page: Page,
  title: string,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.locator("input[type=file]").setInputFiles(files);
  await page.getByRole("button", { name: /^Upload( \d+ notes)?$/ }).click();
}

const pdf = (name: string, pages = 1) => ({
  name,
  mimeType: "application/pdf",
  buffer: pdfWithPages(pages, uniqueName(name)),
});

test("S2.notes.7 S4.form.1 S4.up.1 S6.adm.1 S8.up.1 an administrator uploads several PDFs at once, and they appear in the list", async ({
  page,
}) => {
  const code = await createCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await expect(page.getByRole("heading", { name: "Upload PDF Note", exact: true })).toBeVisible();
  const letGo = await holdRequests(page, "**/incoming/**");
  await upload(page, "Week one", [pdf("week-one.pdf", 2), pdf("week-two.pdf", 3)]);
  await expect(page.getByRole("button", { name: "Uploading...", exact: true })).toBeDisabled();
  await expect(page.getByLabel(/^Description/)).toBeDisabled();
  letGo();
  await expect(
    page.getByRole("list", { name: "Uploads", exact: true }).getByText("Note uploaded successfully!", { exact: true }),
  ).toHaveCount(2);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("S4.up.1 S8.up.1 a file that is not a PDF shows the reason, and the form keeps the typed text", async ({
  page,
}) => {
  const code = await createCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await upload(page, "Renamed", [
    { name: "renamed.pdf", mimeType: "application/pdf", buffer: Buffer.from("PK not a pdf at all") },
  ]);
  await expect(page.getByRole("list", { name: "Uploads", exact: true })).toContainText(
    /Failed to upload note\. This is not a PDF file\.(?! This)/,
  );
  await expect(page.getByLabel("Title")).toHaveValue("Renamed");
  await expect(page.getByText("No notes uploaded yet.")).toBeVisible();
});

test("S5.pdf.1 without a file or a title nothing is sent, and the fields show what is missing", async ({ page }) => {
  const code = await createCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/uploads")) sent.push(request.url());
  });
  const button = page.getByRole("button", { name: "Upload", exact: true });
  const title = page.getByLabel("Title");
  await button.click();
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription("This is required.");
  await title.fill("Only a title");
  await button.click();
  await expect(page.locator("button", { hasText: "choose files" })).toBeFocused();
  await expect(page.getByText("Choose a PDF file.")).toBeVisible();
  const files = page.locator("input[type=file]");
  await files.setInputFiles({ name: "week.docx", mimeType: "application/msword", buffer: Buffer.from("PK") });
  await button.click();
  await expect(page.getByText("Choose a PDF file.").first()).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Remove week.docx" }).click();
  await title.fill("");
  await files.setInputFiles([pdf("week_3-observers.pdf")]);
  await expect(title).toHaveValue("week 3 observers");
  await expect(page.getByText("Choose a PDF file.")).toHaveCount(0);
  await title.fill("  ");
  await button.click();
  await expect(title).toBeFocused();
  // With title and file, the form is sent once. A request of an earlier press would make it two.
  await title.fill("Both");
  await button.click();
  await expect(card(page, "Both")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("S2.notes.7 S9.c.16 each of several PDFs has its own title, and optionally its own type and chapter", async ({
  page,
}) => {
  const code = await createCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  const type = page.getByLabel("Type", { exact: true });
  const types = ["Lecture", "Summary", "Formula sheet", "Practice", "Midterm", "Final", "Other"];
  await expect.poll(async () => (await type.getByRole("option").allTextContents()).sort()).toEqual(types.sort());
  await type.selectOption("Lecture");
  await page.getByLabel("Chapter").fill("2");
  await page.locator("input[type=file]").setInputFiles([pdf("one.pdf"), pdf("two.pdf")]);
  const [chapterOfTwo, titleOfTwo] = [page.getByLabel("Chapter of two.pdf"), page.getByLabel("Title of two.pdf")];
  await expect(page.getByLabel("Type of two.pdf")).toHaveValue("Lecture");
  await expect(chapterOfTwo).toHaveValue("2");
  await page.getByLabel("Type of two.pdf").selectOption("Midterm");
  await chapterOfTwo.fill("seven");
  await titleOfTwo.fill(" ");
  const button = page.getByRole("button", { name: "Upload 2 notes" });
  await button.click();
  await expect(titleOfTwo).toBeFocused();
  await expect(titleOfTwo).toHaveAccessibleDescription("This is required.");
  await expect(chapterOfTwo).toHaveAccessibleDescription("Enter a whole number from 1 to 999.");
  await axe(page, "what is wrong with one of several files");
  await titleOfTwo.fill("Second");
  await chapterOfTwo.fill("7");
  await button.click();
  await expect(card(page, "Second")).toContainText("Midterm");
  await expect(card(page, "one")).toContainText("Lecture");
  const { notes } = (await (await apiClient(ADMIN)).get(`/courses/${code}/notes`)) as {
    notes: { items: { title: string; chapter: number }[] };
  };
  const chapters = Object.fromEntries(notes.items.map((note) => [note.title, note.chapter]));
  expect(chapters).toEqual({ one: 2, Second: 7 });
});

test("S4.up.1 reports partial success, and offers Retry only for errors that can be retried", async ({ page }) => {
  const code = await createCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  const renamed = { name: "renamed.pdf", mimeType: "application/pdf", buffer: Buffer.from("PK not a pdf at all") };
  await page.locator("input[type=file]").setInputFiles([pdf("good.pdf"), renamed]);
  await page.getByRole("button", { name: "Upload 2 notes" }).click();
  await expect(page.getByText("1 of 2 notes uploaded. The list says why the other was not.")).toBeVisible();
  await expect(card(page, "good")).toBeVisible();
  const list = page.getByRole("list", { name: "Uploads" });
  await expect(list).toContainText("This is not a PDF file.");
  await expect(list.getByRole("button", { name: "Retry" })).toHaveCount(0);
});

test("S2.notes.8 S7.wr.9 S6.adm.2 deleting a note asks first, can be undone, and hides it from students", async ({
  page,
}) => {
  const code = await createCourse();
  const student = await apiClient(await createStudent());
  const seen = async () =>
    ((await student.get(`/courses/${code}/notes`)) as { notes: { items: object[] } }).notes.items.length;
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await upload(page, "Short lived", [pdf("short-lived.pdf")]);
  await expect(card(page, "Short lived")).toBeVisible();
  expect(await seen()).toBe(1);
  await card(page, "Short lived")
    .getByRole("button", { name: /delete/i })
    .click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(dialog.getByText("Are you sure you want to delete this note?", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(card(page, "Short lived")).toBeVisible();
  await card(page, "Short lived")
    .getByRole("button", { name: /delete/i })
    .click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No notes uploaded yet.")).toBeVisible();
  await expect.poll(seen).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, "Short lived")).toBeVisible();
});

test("S7.rd.5 a note uploaded by another user appears without a reload", async ({ page, secondDevicePage: other }) => {
  const code = await createCourse();
  await signInNewStudent(page, `/guide/${code}/notes`);
  await expect(page.getByText("No notes uploaded yet.")).toBeVisible();
  await signIn(other, ADMIN, `/guide/${code}/notes`);
  await upload(other, "Fresh", [pdf("fresh.pdf")]);
  await expect(card(other, "Fresh")).toBeVisible();
  // The page polls for changes when its window becomes active, and the change is published soon.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(card(page, "Fresh")).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("S7.rd.11 chapters are selected above the list, and the URL contains the selection", async ({ page }) => {
  const code = await createCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  const chips = page.getByRole("group", { name: "Chapters" });
  const uploadTo = async (chapter: string, title: string) => {
    await page.getByLabel("Chapter", { exact: true }).fill(chapter);
    await upload(page, title, [pdf(`${title}.pdf`)]);
    await expect(card(page, title)).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("");
  };
  await uploadTo("1", "Vectors");
  await expect(chips).toHaveCount(0);
  await uploadTo("2", "Matrices");
  await expect(chips.getByRole("button")).toHaveText(["All", "Chapter 1", "Chapter 2"]);
  await expect(chips.getByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");

  const answer = page.waitForResponse((response) => response.url().includes(`/api/courses/${code}/notes?chapter=2`));
  await chips.getByRole("button", { name: "Chapter 2" }).click();
  expect(((await (await answer).json()) as { chapter: unknown }).chapter).toEqual({ number: 2, title: "Chapter 2" });
  await expect(page).toHaveURL(`/guide/${code}/notes?chapter=2`);
  await expect(chips.getByRole("button", { pressed: true })).toHaveText("Chapter 2");
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Matrices"]);

  // After a reload, the URL restores the selected chapter and the list of chapters.
  await page.reload();
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Matrices"]);
  await expect(chips.getByRole("button")).toHaveText(["All", "Chapter 1", "Chapter 2"]);
  await chips.getByRole("button", { name: "All" }).click();
  await expect(page).toHaveURL(`/guide/${code}/notes`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Matrices", "Vectors"]);
});
