import { expect, type Page } from "@playwright/test";
import { askEachAlone, hold, questionsOf, refuse } from "../support/answers";
import { axe } from "../support/listening";
import { pdfWithPages } from "../support/pdf";
import { ADMIN, apiAs, asStudent, fillSignIn, fresh, makeStudent, signIn } from "../support/people";
import { makeCourse, publishNote } from "../support/publish";
import { test } from "../support/test";

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
  buffer: pdfWithPages(pages, fresh(name)),
});

test("S2.notes.1 S2.notes.2 S2.notes.9 loading, heading with a space in the code, and the empty list", async ({
  page,
}) => {
  const code = await makeCourse();
  const letGo = await hold(page, `**/api/courses/${code}/notes*`);
  await asStudent(page, `/guide/${code}/notes`);
  const shown = code.replace(/(\d)/, " $1");
  await expect(page.getByText(`Loading notes for ${shown}...`, { exact: true })).toBeVisible();
  letGo();
  await expect(page.getByRole("heading", { name: `Notes for ${shown}`, exact: true })).toBeVisible();
  await expect(page.getByText("Uploaded Notes", { exact: true })).toBeVisible();
  await expect(page.getByText("No notes uploaded yet.", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Loading notes/)).toHaveCount(0);

  // Until the app has loaded, the course is unknown.
  const app = await hold(page, "**/assets/app-*.js");
  await page.reload({ waitUntil: "commit" });
  const frame = page.locator(".first-frame[data-for=member]");
  await expect(frame.getByText("Loading notes...", { exact: true })).toBeVisible();
  app();
  await expect(page.getByText("No notes uploaded yet.", { exact: true })).toBeVisible();

  await publishNote(code, "First");
  await page.reload();
  await expect(card(page, "First")).toBeVisible();
  await expect(page.getByText("No notes uploaded yet.")).toHaveCount(0);
  await expect(page.getByText(/^Loading notes/)).toHaveCount(0);
});

test("S2.route.10 it is for members, and other spellings of a code lead to the one address", async ({ page }) => {
  await page.goto("/guide/CS246/notes");
  await expect(page).toHaveURL("/signin");
  await asStudent(page, "/guide/cs-246/notes");
  await expect(page).toHaveURL("/guide/CS246/notes");
  await page.goto("/guide/CS%20246/notes");
  await expect(page).toHaveURL("/guide/CS246/notes");
});

test("S2.route.21 without a course code the page is browse", async ({ page }) => {
  await asStudent(page, "/guide/%20/notes");
  await expect(page).toHaveURL(/\/browse/);
  for (const withoutCode of ["/guide/notes", "/guide//notes"]) {
    await page.goto(withoutCode);
    await expect(page, withoutCode).toHaveURL(/\/browse/);
  }
});

test("S2.notes.3 S2.notes.4 S2.notes.5 S2.notes.7 S2.notes.8 S3.dl.1 S6.adm.1 S7.rd.11 a student reads the list in one go and downloads from it", async ({
  page,
  context,
}) => {
  const reads: string[] = [];
  page.on("request", (request) => {
    reads.push(...questionsOf(request).filter((path) => path.startsWith("/api/courses/CS246/notes")));
  });
  await asStudent(page, "/guide/CS246/notes");
  const first = page.getByRole("article").first();
  await expect(first.getByRole("heading")).toBeVisible();
  expect(reads, "the whole list, chapters or not, is one read").toEqual(["/api/courses/CS246/notes"]);
  await expect(first.locator(".badge").first()).toHaveText(
    /Lecture|Summary|Formula sheet|Practice|Midterm|Final|Other/,
  );
  await expect(first.locator("img, [data-stock]").first()).toBeVisible();
  const lines = first.locator("p").first();
  expect(await lines.evaluate((text) => getComputedStyle(text).webkitLineClamp), "lines of description").toBe("2");
  await expect(page.getByText("Upload PDF Note")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /delete/i })).toHaveCount(0);

  const link = first.getByRole("link", { name: "Download PDF", exact: true });
  await expect(link).toHaveAttribute("target", "_blank");
  const recorded = page.waitForResponse((answer) => answer.url().endsWith("/api/me/downloads"));
  const opened = context.waitForEvent("page");
  const file = context.waitForEvent("response", (answer) => answer.headers()["content-type"] === "application/pdf");
  await link.click();
  await opened;
  expect((await file).ok()).toBe(true);
  expect((await recorded).status()).toBe(204);
});

test("S2.notes.6 S4.add.1 S8.add.1 adding says so, stays added after a reload and cannot be done twice", async ({
  page,
}) => {
  await asStudent(page, "/guide/CS246/notes");
  const first = page.getByRole("article").first();
  await first.getByRole("button", { name: "Add to My Notes", exact: true }).click();
  const added = first.getByRole("button", { name: "Added to My Notes", exact: true });
  await expect(added).toBeDisabled();
  // The sheets of all features apply to every page: none may lay out a state of a button.
  await expect(added).toHaveCSS("display", "flex");
  await expect(page.getByText("Added to My Notes!", { exact: true })).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("article").first().getByRole("button", { name: "Added to My Notes", exact: true }),
  ).toBeDisabled();
});

test("S2.notes.7 S4.form.1 S4.up.1 S6.adm.1 S8.up.1 an administrator uploads several PDFs at once and they appear", async ({
  page,
}) => {
  const code = await makeCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await expect(page.getByRole("heading", { name: "Upload PDF Note", exact: true })).toBeVisible();
  const letGo = await hold(page, "**/incoming/**");
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

test("S4.up.1 S8.up.1 a file that is no PDF inside says why and the form keeps what was typed", async ({ page }) => {
  const code = await makeCourse();
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

test("S5.pdf.1 without a file or a title nothing is sent, and the form says what is missing where it is", async ({
  page,
}) => {
  const code = await makeCourse();
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
  // With both, it is sent. An earlier request would have been counted by then.
  await title.fill("Both");
  await button.click();
  await expect(card(page, "Both")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("S2.notes.7 S9.c.16 each of several PDFs has a title, and may have a type and a chapter of its own", async ({
  page,
}) => {
  const code = await makeCourse();
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
  const { notes } = (await (await apiAs(ADMIN)).get(`/courses/${code}/notes`)) as {
    notes: { items: { title: string; chapter: number }[] };
  };
  const chapters = Object.fromEntries(notes.items.map((note) => [note.title, note.chapter]));
  expect(chapters).toEqual({ one: 2, Second: 7 });
});

test("S4.up.1 what succeeded of several is not called failed, and Retry is only where it can help", async ({
  page,
}) => {
  const code = await makeCourse();
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

test("S2.notes.8 S7.wr.9 S6.adm.2 deleting asks first, can be undone, and is gone for students", async ({ page }) => {
  const code = await makeCourse();
  const student = await apiAs(await makeStudent());
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

test("S8.notes.1 a note that could not be deleted is logged and stays, and the question can be left", async ({
  page,
}) => {
  const code = await makeCourse();
  await publishNote(code, "Here to stay");
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await page.route("**/api/notes/*", (route) =>
    route.request().method() === "DELETE" ? refuse(route, 500, "internal") : route.continue(),
  );
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("The note was not deleted."));
  await card(page, "Here to stay")
    .getByRole("button", { name: /delete/i })
    .click();
  const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete this note?", exact: true });
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await logged;
  await expect(page.getByRole("alert").getByText("Failed to delete note. A test refused this.")).toBeVisible();
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(card(page, "Here to stay")).toBeVisible();
});

test("S8.notes.1 a list that cannot be loaded is empty, offers a retry and blocks nothing", async ({ page }) => {
  await askEachAlone(page);
  await page.route("**/api/courses/CS246/notes*", (route) => route.fulfill({ status: 503, body: "{}" }));
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("The notes of CS246 could not"));
  await asStudent(page, "/guide/CS246/notes");
  await expect(page.getByText("Could not load", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Notes for CS 246", exact: true })).toBeVisible();
  await logged;
  await expect(page.getByText(/^Loading notes/)).toHaveCount(0);
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.unroute("**/api/courses/CS246/notes*");
  await page.getByRole("button", { name: /retry/i }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("S7.rd.5 what another person uploads appears without a reload", async ({ page, elsewhere: other }) => {
  const code = await makeCourse();
  await asStudent(page, `/guide/${code}/notes`);
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

test("S7.rd.5 a long list is read a page at a time", async ({ page }) => {
  const code = await makeCourse();
  for (const title of ["Older", "Newer"]) await publishNote(code, title);
  let whole: { notes: { items: object[] } } = { notes: { items: [] } };
  await askEachAlone(page);
  await page.route(`**/api/courses/${code}/notes*`, async (route) => {
    if (route.request().url().includes("cursor=more")) {
      return route.fulfill({ json: { ...whole, notes: { items: whole.notes.items.slice(1) } } });
    }
    whole = (await (await route.fetch()).json()) as typeof whole;
    const notes = { items: whole.notes.items.slice(0, 1), nextCursor: "more" };
    await route.fulfill({ json: { ...whole, notes } });
  });
  await asStudent(page, `/guide/${code}/notes`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Newer"]);
  await page.getByRole("button", { name: "Show more", exact: true }).click();
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Newer", "Older"]);
  await expect(page.getByRole("button", { name: "Show more", exact: true })).toHaveCount(0);
});

test("S7.rd.11 chapters are chosen above the list, and the choice is kept in the address", async ({ page }) => {
  const code = await makeCourse();
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

  // The URL alone restores the choice and the other chapters.
  await page.reload();
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Matrices"]);
  await expect(chips.getByRole("button")).toHaveText(["All", "Chapter 1", "Chapter 2"]);
  await chips.getByRole("button", { name: "All" }).click();
  await expect(page).toHaveURL(`/guide/${code}/notes`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Matrices", "Vectors"]);
});

test("S2.route.5 S6.vis.1 S6.vis.2 a shared note downloads signed out, a course asks to sign in and returns", async ({
  page,
}) => {
  const admin = await apiAs(ADMIN);
  const notes = (await admin.get("/courses/CS246/notes")) as {
    notes: { items: { id: string; title: string; description: string }[] };
  };
  const note = notes.notes.items[0];
  if (!note) throw new Error("the sample content has no note for CS246");
  await page.goto(`/download/${note.id}`);
  await expect(page.getByRole("heading", { name: note.title, exact: true })).toBeVisible();
  await expect(page.getByText(note.description, { exact: true })).toBeVisible();
  const preview = page.getByRole("main").locator("img[src^='/pictures/']").first();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const link = page.getByRole("link", { name: "Download PDF" });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toBe("application/pdf");

  const student = await makeStudent();
  const course = (await admin.get("/courses/CS246")) as { title: string; description: string };
  await page.goto("/download/CS246");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course.title);
  await expect(page.getByText(course.description, { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Sign in to see its notes", exact: true }).click();
  await expect(page).toHaveURL(/\/signin/);
  await fillSignIn(page, student);
  await expect(page).toHaveURL("/download/CS246", { timeout: 30_000 });
  await expect(page.getByRole("link", { name: "Open course notes", exact: true })).toHaveAttribute(
    "href",
    "/guide/CS246/notes",
  );
  const article = page.getByRole("article", { name: note.title, exact: true });
  await expect(article.getByRole("link", { name: "Download PDF", exact: true })).toBeVisible();
});
