import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { createDeferred, fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, apiClient, signIn, signInNewStudent } from "../support/users";

/** Creates a course with one chapter and one card. */
async function makeChapter(): Promise<{ code: string; importPath: string }> {
  const code = await createCourse("Imports");
  const api = await apiClient(ADMIN);
  const fields = { number: 1, title: "Sorting", description: "" };
  const { id } = (await api.post(`/courses/${code}/chapters`, fields)) as { id: string };
  await api.post(`/courses/${code}/chapters/${id}/cards`, { title: "There", content: "already" });
  return { code, importPath: `/study-guide/${code}/chapter/${id}/import-cards` };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, number) => `Front ${number} :: Back ${number}`).join("\n");

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const paste = (page: Page, text: string) => page.getByLabel("Cards", { exact: true }).fill(text);
const chapters = (page: Page) => page.getByRole("region", { name: "Study Cards" }).getByRole("listitem");

test("S6.import.5 choosing a file again after an interrupted import adds only the missing cards, also in the chapters that it created", async ({
  page,
}) => {
  const { code, importPath } = await makeChapter();
  await signIn(page, ADMIN, importPath);
  await paste(page, lines(410));
  // Four requests bring 199 cards into the chapter, two bring 51 into a new one.
  let requests = 0;
  const route = "**/cards/import";
  // The page does not change while the new chapter is loading.
  const loadChapters = await holdRequests(page, /\/chapters\/[^/]+$/);
  await page.route(route, (call) => (++requests > 6 ? fulfillProblem(call, 503, "unavailable") : call.continue()));
  await preview(page).getByRole("button", { name: "Import 410 cards" }).click();
  await expect(preview(page).getByRole("button", { name: "Continue with 160 cards" })).toBeVisible();
  loadChapters();
  await page.unroute(route);

  // Simulates a user who has closed the page.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto(importPath);
  await paste(page, lines(410));
  await preview(page).getByRole("button", { name: "Import 160 cards" }).click();
  await expect(page).toHaveURL(`/guide/${code}/notes`);
  await expect(chapters(page)).toContainText([
    /Sorting.*200 cards/,
    /Sorting \(2\).*200 cards/,
    /Sorting \(3\).*11 cards/,
  ]);
  await expect(chapters(page)).toHaveCount(3);
});

test("S6.import.5 Undo removes an import with the chapters that it created, and shows progress", async ({ page }) => {
  const { code, importPath } = await makeChapter();
  await signIn(page, ADMIN, importPath);
  await paste(page, lines(210));
  await expect(preview(page).getByText("210 cards to import.")).toBeVisible();
  // The requests of an import follow each other. The test holds the first and the second one.
  const [first, second] = [createDeferred(), createDeferred()];
  let sent = 0;
  await page.route("**/cards/import", async (route) => {
    sent += 1;
    await (sent === 1 ? first : second).opened;
    await route.continue();
  });
  await preview(page).getByRole("button", { name: "Import 210 cards" }).click();
  await expect(preview(page).getByText("0 of 210 cards imported")).toBeVisible();
  first.open();
  await expect(preview(page).getByText(/^[1-9]\d* of 210 cards imported$/)).toBeVisible();
  second.open();
  await expect(page).toHaveURL(`/guide/${code}/notes`);
  await expect(chapters(page)).toContainText([/Sorting.*200 cards/, /Sorting \(2\).*11 cards/]);
  const removals: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "DELETE" || request.url().endsWith("/cards/remove")) removals.push(request.url());
  });
  const letUndo = await holdRequests(page, "**/cards/remove");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByText("Undoing the import: 0 of 199 cards removed")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  letUndo();
  await expect(page.getByText("Import undone")).toBeVisible({ timeout: 20_000 });
  // One request deletes the new chapter, and one removes 199 cards of the other chapter.
  expect(removals).toHaveLength(2);
  await expect(chapters(page)).toHaveCount(1);
  await expect(chapters(page)).toContainText(/Sorting.*1 card/);
});

test("S4.own.4 Undo removes an import of personal cards", async ({ page }) => {
  const { code } = await makeChapter();
  await signInNewStudent(page, `/guide/${code}/my-cards`);
  await page.getByRole("link", { name: "Import cards" }).click();
  await paste(page, lines(3));
  await preview(page).getByRole("button", { name: "Import 3 cards" }).click();
  const cards = page.getByRole("list", { name: "No chapter" }).getByRole("listitem");
  await expect(cards).toHaveCount(3);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Import undone")).toBeVisible();
  await expect(cards).toHaveCount(0);
});

test("S6.import.1 an unclosed quotation mark reports all lines that it includes", async ({ page }) => {
  const { importPath } = await makeChapter();
  await signIn(page, ADMIN, importPath);
  const rows = ["a,1", "b,2", "c,3", "d,4", '"open,5', "f,6", "g,7", "h,8", "i,9", "j,10", 'k,"11"', "l,12"];
  await paste(page, rows.join("\n"));
  await expect(preview(page).getByText("5 cards to import, 7 lines left out.")).toBeVisible();
  await expect(
    preview(page).getByRole("row", { name: /^5–11 A quotation mark in line 5 is never closed/ }),
  ).toBeVisible();
});
