import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { batchedPathsOf, disableBatching, fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, fillSignIn, signIn, signInNewStudent } from "../support/users";

const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

test("S2.notes.1 S2.notes.2 S2.notes.9 shows a loading state, a heading with a space in the code, and the empty list", async ({
  page,
}) => {
  const code = await createCourse();
  const letGo = await holdRequests(page, `**/api/courses/${code}/notes*`);
  await signInNewStudent(page, `/guide/${code}/notes`);
  const shown = code.replace(/(\d)/, " $1");
  await expect(page.getByText(`Loading notes for ${shown}...`, { exact: true })).toBeVisible();
  letGo();
  await expect(page.getByRole("heading", { name: `Notes for ${shown}`, exact: true })).toBeVisible();
  await expect(page.getByText("Uploaded Notes", { exact: true })).toBeVisible();
  await expect(page.getByText("No notes uploaded yet.", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Loading notes/)).toHaveCount(0);

  // Before the app has loaded, the page frame shows the text.
  const app = await holdRequests(page, "**/assets/app-*.js");
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

test("S2.route.10 notes are for members, and other spellings of a code redirect to one URL", async ({ page }) => {
  await page.goto("/guide/CS246/notes");
  await expect(page).toHaveURL("/signin");
  await signInNewStudent(page, "/guide/cs-246/notes");
  await expect(page).toHaveURL("/guide/CS246/notes");
  await page.goto("/guide/CS%20246/notes");
  await expect(page).toHaveURL("/guide/CS246/notes");
});

test("S2.route.21 without a course code the URL redirects to Browse", async ({ page }) => {
  await signInNewStudent(page, "/guide/%20/notes");
  await expect(page).toHaveURL(/\/browse/);
  for (const withoutCode of ["/guide/notes", "/guide//notes"]) {
    await page.goto(withoutCode);
    await expect(page, withoutCode).toHaveURL(/\/browse/);
  }
});

test("S2.notes.3 S2.notes.4 S2.notes.5 S2.notes.7 S2.notes.8 S3.dl.1 S6.adm.1 S7.rd.11 a student reads the list in one request and downloads a note", async ({
  page,
  context,
}) => {
  const reads: string[] = [];
  page.on("request", (request) => {
    reads.push(...batchedPathsOf(request).filter((path) => path.startsWith("/api/courses/CS246/notes")));
  });
  await signInNewStudent(page, "/guide/CS246/notes");
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

test("S2.notes.6 S4.add.1 S8.add.1 adding a note shows a message, survives a reload and cannot be done twice", async ({
  page,
}) => {
  await signInNewStudent(page, "/guide/CS246/notes");
  const first = page.getByRole("article").first();
  await first.getByRole("button", { name: "Add to My Notes", exact: true }).click();
  const added = first.getByRole("button", { name: "Added to My Notes", exact: true });
  await expect(added).toBeDisabled();
  // The stylesheets of all features apply to every page. None of them may change this button.
  await expect(added).toHaveCSS("display", "flex");
  await expect(page.getByText("Added to My Notes!", { exact: true })).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("article").first().getByRole("button", { name: "Added to My Notes", exact: true }),
  ).toBeDisabled();
});

test("S8.notes.1 a failed deletion is logged and keeps the note, and the dialog can be cancelled", async ({ page }) => {
  const code = await createCourse();
  await publishNote(code, "Here to stay");
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await page.route("**/api/notes/*", (route) =>
    route.request().method() === "DELETE" ? fulfillProblem(route, 500, "internal") : route.continue(),
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

test("S8.notes.1 if a list cannot be loaded, it shows a reference to copy and a retry button, and the rest of the page works", async ({
  page,
}) => {
  await disableBatching(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text: string) => console.info(`Copied ${text}`) },
    });
  });
  await page.route("**/api/courses/CS246/notes*", (route) =>
    fulfillProblem(route, 503, "unavailable", "The notes are locked.", "Jk3rEhMyoAMEJHw="),
  );
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("The notes of CS246 could not"));
  await signInNewStudent(page, "/guide/CS246/notes");
  await expect(page.getByText("Could not load", { exact: true })).toBeVisible();
  await expect(page.getByText("Reference: Jk3rEhMyoAMEJHw=", { exact: true })).toBeVisible();
  const copied = page.waitForEvent("console", (message) => message.text() === "Copied Jk3rEhMyoAMEJHw=");
  await page.getByRole("button", { name: "Copy reference" }).click();
  await copied;
  await expect(page.getByRole("button", { name: "Copied", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Notes for CS 246", exact: true })).toBeVisible();
  await logged;
  await expect(page.getByText(/^Loading notes/)).toHaveCount(0);
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.unroute("**/api/courses/CS246/notes*");
  await page.getByRole("button", { name: /retry/i }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("S7.rd.5 a long list loads page by page", async ({ page }) => {
  const code = await createCourse();
  for (const title of ["Older", "Newer"]) await publishNote(code, title);
  let whole: { notes: { items: object[] } } = { notes: { items: [] } };
  await disableBatching(page);
  await page.route(`**/api/courses/${code}/notes*`, async (route) => {
    if (route.request().url().includes("cursor=more")) {
      return route.fulfill({ json: { ...whole, notes: { items: whole.notes.items.slice(1) } } });
    }
    whole = (await (await route.fetch()).json()) as typeof whole;
    const notes = { items: whole.notes.items.slice(0, 1), nextCursor: "more" };
    await route.fulfill({ json: { ...whole, notes } });
  });
  await signInNewStudent(page, `/guide/${code}/notes`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Newer"]);
  await page.getByRole("button", { name: "Show more", exact: true }).click();
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Newer", "Older"]);
  await expect(page.getByRole("button", { name: "Show more", exact: true })).toHaveCount(0);
});

test("S2.route.5 S6.vis.1 S6.vis.2 a visitor downloads a shared note, and is asked to sign in to open a course and then returned to it", async ({
  page,
}) => {
  const admin = await apiClient(ADMIN);
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

  const student = await createStudent();
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
