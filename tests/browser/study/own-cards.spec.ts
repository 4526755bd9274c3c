import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote, replaceNote } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, signIn, signInNewStudent, uniqueName } from "../support/users";

/** Creates a course with an empty chapter. */
async function makeChapter(): Promise<{ code: string; path: string }> {
  const code = await createCourse("Own cards");
  const api = await apiClient(ADMIN);
  const { id } = (await api.post(`/courses/${code}/chapters`, { number: 1, title: "Sorting" })) as { id: string };
  return { code, path: `/guide/${code}/chapter/${id}` };
}

const myCards = (page: Page) => page.getByRole("list", { name: "My cards" });
const fill = async (page: Page, front: string, back: string) => {
  await page.getByRole("textbox", { name: "Front" }).fill(front);
  await page.getByRole("textbox", { name: "Back" }).fill(back);
};

test("S2.own.1 S4.own.2 a student writes a card in a chapter, studies it, edits it and removes it", async ({
  page,
}) => {
  const { path } = await makeChapter();
  await signInNewStudent(page, path);
  await page.getByRole("link", { name: "Write a card" }).click();
  await fill(page, "How fast is *heapsort*?", "$O(n \\log n)$");
  await page.getByRole("button", { name: "Add to my cards" }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { name: "My cards" })).toBeVisible();
  await expect(page.getByText("Private", { exact: true })).toBeVisible();
  await expect(myCards(page).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "My cards" }).getByText("1", { exact: true })).toBeVisible();
  await axe(page, "a chapter with one's own cards");

  await page.getByRole("main").getByRole("link", { name: "Study", exact: true }).click();
  await expect(page.getByRole("article", { name: "Card", exact: true })).toContainText("How fast is heapsort?");
  await page.keyboard.press("Space");
  await page.keyboard.press("4");
  await expect(page.getByText(/You gave 1 answer and remembered 100%/)).toBeVisible();

  await page.goto(path);
  await page.getByRole("button", { name: "Edit How fast is *heapsort*?" }).click();
  await fill(page, "How fast is mergesort?", "As fast");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(myCards(page).getByText("How fast is mergesort?").first()).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Remove How fast is mergesort?" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(myCards(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText("Only you can see them.")).toBeVisible();
});

test("S4.own.3 S4.own.5 a card is created from text in a note, and leads back to it after the file was replaced", async ({
  page,
}) => {
  const [code, title] = [await createCourse(), uniqueName("Quoted ")];
  const id = await publishNote(code, title, "", pdfWithTexts(["A heap is a tree", "Two"], title));
  await signInNewStudent(page, `/note/${id}`);
  await page.getByText("A heap is a tree", { exact: true }).click({ clickCount: 3 });
  await page.getByRole("button", { name: "Make a card" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a card" });
  await expect(dialog.getByRole("textbox", { name: "Back" })).toHaveValue("A heap is a tree");
  await expect(dialog.getByRole("combobox", { name: "Chapter" })).toHaveValue("");
  await dialog.getByRole("textbox", { name: "Front" }).fill("What is a heap?");
  await axe(page, "a card that is made of words");
  await dialog.getByRole("button", { name: "Add to my cards" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/guide/${code}/notes`);
  await page.getByRole("link", { name: "My cards" }).click();
  await expect(page.getByRole("heading", { name: "No chapter" })).toBeVisible();
  await expect(page.getByText("What is a heap?").first()).toBeVisible();
  await page.getByRole("button", { name: "Open the passage of What is a heap?" }).click();
  await expect(page.locator(".reader-passage")).toBeInViewport();

  // The passage is on another page of the new file, with other line breaks.
  await replaceNote(id, pdfWithTexts(["Contents", "Lists", "A heap is a tree"], title));
  await page.goto(`/study?course=${code}`);
  await page.getByRole("button", { name: "Show the answer" }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open the passage (page 1) in a new tab: What is a heap?" }).click();
  await expect((await opened).locator("[data-page-number='3'] .reader-passage")).toBeInViewport();
});

const deckFile = fileURLToPath(new URL("../../../functions/readers/tests/fixtures/deck-small.apkg", import.meta.url));

test("S4.own.4 S6.import.3 S6.import.6 S6.import.4 S6.export.2 an Anki deck is previewed and imported as personal cards, an invalid file is rejected, and an export imports again", async ({
  page,
}) => {
  const { code } = await makeChapter();
  await signInNewStudent(page, `/guide/${code}/my-cards`);
  await page.getByRole("link", { name: "Import cards" }).click();
  const file = page.getByLabel("choose a file");
  await file.setInputFiles({ name: "Notes.apkg", mimeType: "", buffer: Buffer.from("front,back") });
  await expect(page.getByRole("alert")).toContainText("This is not an Anki deck. Export it in Anki as");
  await page.getByRole("button", { name: "Remove file" }).click();
  await file.setInputFiles(deckFile);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("8 cards to import.")).toBeVisible();
  await expect(preview.getByRole("region", { name: "Left out of this deck" })).toContainText(
    "1 Sounds; the rest of these cards is imported",
  );
  await expect(preview.getByRole("checkbox", { name: "With 4 pictures" })).toBeChecked();
  await axe(page, "a deck before it is imported");
  await preview.getByRole("button", { name: "Import 8 cards" }).click();
  await expect(page).toHaveURL(`/guide/${code}/my-cards`);
  const cards = page.getByRole("list", { name: "No chapter" }).getByRole("listitem");
  const fronts = [
    "What is number 0?",
    "What is number 1?",
    "What is number 2?",
    "Say it",
    "Two pictures",
    "Lost",
    "A list",
    "Ottawa is the capital",
  ];
  await expect(cards).toContainText(fronts);
  // The image has no text alternative, so it has no role.
  await expect(cards.filter({ hasText: "What is number 0?" }).locator("img")).toBeVisible();

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Export for Anki" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`My cards ${code}.apkg`);
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Import cards" }).click();
  await file.setInputFiles({ name: "back.apkg", mimeType: "", buffer: await readFile(await saved.path()) });
  // All cards already exist, although the file has them as HTML.
  await expect(preview.getByText("0 cards to import, 8 cards left out.")).toBeVisible();
  await expect(preview.getByRole("row", { name: "1 This card already exists." })).toBeVisible();
});

test.describe("offline", () => {
  test.use({ freshContext: true });

  test("S4.own.1 a card written offline shows at once, and is sent when the network is back", async ({
    page,
    context,
    secondDevicePage,
  }) => {
    const { path } = await makeChapter();
    const student = await signInNewStudent(page, path);
    await page.getByRole("link", { name: "Write a card" }).click();
    await expect(page.getByRole("textbox", { name: "Front" })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You can add a picture when you're back online.")).toBeVisible();
    await fill(page, "Offline?", "Yes");
    await page.getByRole("button", { name: "Add to my cards" }).click();
    await expect(myCards(page).getByText("Offline?").first()).toBeVisible();
    const sent = page.waitForResponse((answer) => answer.url().includes("/api/me/cards/") && answer.status() === 200);
    await context.setOffline(false);
    await sent;
    await signIn(secondDevicePage, student, path);
    await expect(myCards(secondDevicePage).getByText("Offline?").first()).toBeVisible();
  });
});
