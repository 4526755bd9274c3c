import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote, replaceNote, waitUntilIndexed } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { axeInBothThemes } from "../support/player";
import { disableBatching } from "../support/routes";
import { test } from "../support/test";
import { apiClient, createStudent, signIn, signInNewStudent, uniqueName } from "../support/users";

/** Publishes a note of nine pages, of which every third mentions observers. */
async function publishPages(): Promise<{ code: string; id: string; title: string }> {
  const [code, title] = [await createCourse(), uniqueName("Observers")];
  const texts = Array.from({ length: 9 }, (_, page) => `Leaf ${page + 1}${page % 3 === 0 ? " observers" : ""}`);
  return { code, title, id: await publishNote(code, title, "", pdfWithTexts(texts, title)) };
}

/** Returns a rendered page of the note. The list of highlights beside it contains the same text. */
const paper = (page: Page, number: number) => page.getByRole("region", { name: `Page ${number}`, exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Page", exact: true });

test("S2.read.1 the reader opens from the preview, shows the requested page and restores the position", async ({
  page,
}) => {
  const { code, id, title } = await publishPages();
  await signInNewStudent(page, `/guide/${code}/notes`);
  await page.getByRole("article", { name: title }).locator("a.contents > *").first().click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Leaf 1 observers")).toBeAttached();
  await field(page).fill("7");
  await field(page).press("Enter");
  await expect(page.getByText("Leaf 7 observers")).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`/note/${id}#page=7$`));
  await page.reload();
  await expect(page.getByText("Leaf 7 observers")).toBeInViewport();
  await expect(field(page)).toHaveValue("7");
});

test("S2.read.3 text of a note is found, counted and navigated by keyboard", async ({ page }) => {
  const { id } = await publishPages();
  await signInNewStudent(page, `/note/${id}?find=observers`);
  await expect(page.getByText("1 of 3", { exact: true })).toBeVisible();
  const words = page.getByRole("searchbox", { name: "Find in this note" });
  await words.press("Enter");
  await expect(page.getByText("2 of 3", { exact: true })).toBeVisible();
  await words.fill("nowhere at all");
  await expect(page.getByText("Not found")).toBeVisible();
  await words.press("Escape");
  await expect(words).toBeHidden();
  await page.keyboard.press("Control+f");
  await expect(words).toBeFocused();
});

test("S2.read.5 an expired URL is replaced without losing the position", async ({ page }) => {
  const { id } = await publishPages();
  let asked = 0;
  await disableBatching(page);
  await page.route(`**/api/notes/${id}/reading`, async (route) => {
    asked++;
    const answer = await route.fetch();
    const note = await answer.json();
    await route.fulfill({ response: answer, json: asked === 1 ? { ...note, url: `${note.url}0` } : note });
  });
  await signInNewStudent(page, `/note/${id}#page=4`);
  await expect(page.getByText("Leaf 4 observers")).toBeInViewport();
  expect(asked).toBe(2);
});

test("S2.read.4 S2.read.6 S2.read.5 the reader passes axe, asks before opening a link, and shows a message for a missing note", async ({
  page,
}) => {
  const { id } = await publishPages();
  await signInNewStudent(page, `/note/${id}`);
  await page.getByRole("button", { name: "Contents" }).click();
  await expect(page.getByRole("button", { name: "Page 2" })).toBeVisible();
  await expect(page.getByText("Leaf 1 observers")).toBeAttached();
  await axeInBothThemes(page, "the reader");
  await page.getByRole("link", { name: "https://example.org/more" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("https://example.org/more");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/note/01JD8Z5V7R8XQ4N2T6W0YB3C9E");
  await expect(page.getByRole("heading", { level: 1, name: "Note not found.", exact: true })).toBeAttached();
  await expect(page.getByRole("main").getByRole("link", { name: "Browse & Discover" })).toBeVisible();
});

test("S2.read.4 nothing overflows the reader at a width of 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { id } = await publishPages();
  await signInNewStudent(page, `/note/${id}`);
  await expect(page.getByText("Leaf 1 observers")).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("S2.read.1 a note opens at its resume position on every device, and the dashboard links to it", async ({
  page,
  secondDevicePage,
}) => {
  const { id, title } = await publishPages();
  const person = await signInNewStudent(page, `/note/${id}`);
  await expect(page.getByText("Leaf 1 observers")).toBeAttached();
  await field(page).fill("5");
  await field(page).press("Enter");
  await expect(page.getByText("Leaf 5", { exact: true })).toBeInViewport();
  const told = page.waitForResponse((answer) => answer.url().endsWith("/api/me/reading") && answer.status() === 200);
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await told;
  await signIn(secondDevicePage, person, "/");
  await secondDevicePage.getByRole("link", { name: `Continue ${title}, page 5 of 9` }).click();
  await expect(secondDevicePage.getByText("Leaf 5", { exact: true })).toBeInViewport();
  await expect(field(secondDevicePage)).toHaveValue("5");
});

test("S2.find.5 S2.mark.1 full-text matches open at their page, and a highlight made there appears on another device after a reload", async ({
  page,
  secondDevicePage,
}) => {
  const [code, title] = [await createCourse(), uniqueName("Marks ")];
  const texts = ["One", "A subject notifies observers", "A heap is a tree", "Four"];
  const publishing = publishNote(code, title, "", pdfWithTexts(texts, title));
  const [id, student] = await Promise.all([publishing, createStudent()]);
  await waitUntilIndexed(student, code);
  await signIn(page, student, `/guide/${code}/notes`);
  const words = page.getByRole("textbox", { name: /^Search .*notes of / });
  await words.fill("notifies observ");
  await words.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/note/${id}#page=2&find=notifies\\+observers$`));
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(page.locator(".reader-found.selected")).toBeInViewport();
  await page.locator(".textLayer").getByText("A subject notifies observers").click({ clickCount: 3 });
  await expect(page.getByRole("toolbar", { name: "Highlight the selection" })).toBeVisible();
  const kept = page.waitForResponse((answer) => answer.url().includes("/me/highlights/") && answer.ok());
  await page.keyboard.press("2");
  await kept;
  await signIn(secondDevicePage, student, `/note/${id}#page=2`);
  const marked = secondDevicePage.locator(".reader-mark.green");
  await expect(marked).toHaveCount(1);
  await secondDevicePage.reload();
  await expect(marked).toHaveCount(1);
  await expect(marked).toBeInViewport();
});

test("S2.mark.1 a remark on a highlight is saved, and My highlights links back to it", async ({ page }) => {
  const { id } = await publishPages();
  const student = await signInNewStudent(page, `/note/${id}#page=5`);
  await page.getByText("Leaf 5", { exact: true }).click({ clickCount: 3 });
  await page.getByRole("button", { name: "Highlight with a comment" }).click();
  const remark = page.getByRole("textbox", { name: "Comment on: Leaf 5" });
  await expect(remark).toBeFocused();
  await page.keyboard.type("Complete, too");
  await page.keyboard.press("Tab");
  const api = await apiClient(student);
  await expect
    .poll(() => api.get(`/me/highlights/${id}`))
    .toMatchObject({ items: [{ mark: { remark: "Complete, too" } }] });
  await page.goto("/my-notes/highlights");
  await expect(page.getByText("Complete, too")).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as Markdown" }).click();
  const text = readFileSync(await (await saved).path(), "utf8");
  expect(text).toMatch(/> Leaf 5\n[\s\S]*Complete, too/);
  await page.getByRole("link", { name: "Page 5" }).click();
  await expect(remark).toHaveValue("Complete, too");
  await expect(paper(page, 5).getByText("Leaf 5", { exact: true })).toBeInViewport();
});

test("S2.mark.1 a remark being typed is saved on reload, on navigation and on Back", async ({ page }) => {
  const { id } = await publishPages();
  const api = await apiClient(await signInNewStudent(page, `/note/${id}#page=5`));
  const isSaved = (text: string) =>
    expect.poll(() => api.get(`/me/highlights/${id}`)).toMatchObject({ items: [{ mark: { remark: text } }] });
  await page.getByText("Leaf 5", { exact: true }).click({ clickCount: 3 });
  await page.getByRole("button", { name: "Highlight with a comment" }).click();
  const remark = page.getByRole("textbox", { name: "Comment on: Leaf 5" });
  const openRemark = async (text: string) => {
    await page.getByRole("button", { name: "Highlights" }).click();
    await expect(remark).toHaveValue(text);
    await remark.press("End");
  };
  await expect(remark).toBeFocused();
  await page.keyboard.type("Complete");
  await page.reload();
  await openRemark("Complete");
  await page.keyboard.type(", too");
  await page.goto("/browse");
  await page.goto(`/note/${id}#page=5`);
  await openRemark("Complete, too");
  await page.keyboard.type(" early");
  await page.goBack();
  await expect(page).toHaveURL("/browse");
  await page.goForward();
  await openRemark("Complete, too early");
  await page.keyboard.type(".");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(remark).toBeFocused();
  await isSaved("Complete, too early.");
});

test("S2.mark.1 a remark being typed is saved when the tab is closed", async ({ page, context }) => {
  const { id } = await publishPages();
  const api = await apiClient(await signInNewStudent(page, `/note/${id}#page=5`));
  const remark = (on: Page) => on.getByRole("textbox", { name: "Comment on: Leaf 5" });
  await page.getByText("Leaf 5", { exact: true }).click({ clickCount: 3 });
  await page.getByRole("button", { name: "Highlight with a comment" }).click();
  await expect(remark(page)).toBeFocused();
  const closed = page.waitForEvent("close");
  await page.keyboard.type("Complete");
  await page.close({ runBeforeUnload: true });
  await closed;

  const later = await context.newPage();
  await later.goto(`/note/${id}#page=5`);
  await later.getByRole("button", { name: "Highlights", exact: true }).click();
  await expect(remark(later)).toHaveValue("Complete");
  await expect.poll(() => api.get(`/me/highlights/${id}`)).toMatchObject({ items: [{ mark: { remark: "Complete" } }] });
});

test("S2.mark.2 in a new version of the file, a highlight is found by its text, and one without a match is listed", async ({
  page,
}) => {
  const title = uniqueName("Marks ");
  const first = pdfWithTexts(["One", "A subject notifies observers", "A heap is a tree"], title);
  const publishing = publishNote(await createCourse(), title, "", first);
  const [id, student] = await Promise.all([publishing, createStudent()]);
  const api = await apiClient(student);
  const sha256 = createHash("sha256").update(first).digest("hex");
  const mark = { sha256, prefix: "", suffix: "", colour: "green", remark: "" };
  const quotes = ["A subject notifies observers", "A heap is a tree"];
  for (const [index, quote] of quotes.entries()) {
    await api.put(`/me/highlights/${id}/01JD8Z5V7R8XQ4N2T6W0YB3C9${index}`, { ...mark, page: 2 + index, quote });
  }
  await replaceNote(
    id,
    pdfWithTexts(["Zero", "One", "Four", "A subject no-", "A subject notifies observers"], `${title} 2`),
  );
  await signIn(page, student, `/note/${id}`);
  await page.getByRole("button", { name: "Highlights", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Highlights" });
  const lost = panel.getByRole("region", { name: "From an earlier version" });
  await expect(lost).toContainText("A heap is a tree");
  await expect(lost.getByRole("listitem")).toHaveCount(1);
  await axeInBothThemes(page, "the highlights beside a note", ".reader-notes");
  await panel.getByRole("button", { name: /^Page 5: / }).click();
  await expect(paper(page, 5).getByText("A subject notifies observers")).toBeInViewport();
  await expect(page.locator(".reader-mark.green")).toHaveCount(1);
});
