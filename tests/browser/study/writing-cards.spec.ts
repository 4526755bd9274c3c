import { expect } from "@playwright/test";
import { card, makeChapter, rows, THREE_CARDS } from "../support/chapters";
import { axe } from "../support/player";
import { moveByKeyboard, png } from "../support/playlists";
import { test } from "../support/test";
import { ADMIN, signIn } from "../support/users";

test("S2.card.2 S2.route.23 S3.card.1 an administrator writes a card with a picture, previews it, and chooses its position", async ({
  page,
}) => {
  const chapter = await makeChapter(THREE_CARDS);
  await signIn(page, ADMIN, chapter.path);
  await page.getByRole("link", { name: "Add Study Card" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await page.getByRole("button", { name: "Add Study Card" }).click();
  await expect(page.getByText("Write what is on the front.")).toBeVisible();
  await expect(page.getByLabel("Front")).toBeFocused();

  await page.getByLabel("Front").fill("What is $e^{i\\pi}$?");
  await page.getByLabel("Back").fill("It is **minus one**.");
  await expect(preview.locator("math").first()).toBeAttached();
  await expect(preview.locator("strong", { hasText: "minus one" }).last()).toBeVisible();
  const file = { name: "circle.png", mimeType: "image/png", buffer: png() };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByLabel("What the picture shows").fill("The unit circle");
  await expect(preview.getByRole("img", { name: "The unit circle" }).first()).toBeVisible();
  await page.getByLabel("Order").fill("9");
  await page.getByRole("button", { name: "Add Study Card" }).click();
  await expect(page.getByText("Enter a whole number from 1 to 4.")).toBeVisible();
  await page.getByLabel("Order").fill("2");
  await page.getByRole("button", { name: "Add Study Card" }).click();

  await expect(page).toHaveURL(chapter.path, { timeout: 20_000 });
  const added = card(page, 2, 4);
  await expect(added).toContainText("What is");
  await expect(added.locator(".flip-front img")).toHaveAttribute("alt", "The unit circle");
  const image = added.getByRole("img", { name: "The unit circle" });
  await expect(image).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  await expect(image).toHaveAttribute("width", "300");
});

test("S2.route.23 S7.rd.12 an administrator writes several cards in a row", async ({ page }) => {
  const chapter = await makeChapter([]);
  await signIn(page, ADMIN, `/study-guide/${chapter.code}/chapter/${chapter.id}/add-card`);
  const front = page.getByLabel("Front");
  for (const number of ["One", "Two"]) {
    await front.fill(number);
    await page.getByLabel("Back").fill(`The answer to ${number}`);
    await page.getByRole("button", { name: "Add and write another" }).click();
    await expect(front).toHaveValue("");
    await expect(front).toBeFocused();
  }
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(card(page, 1, 2)).toContainText("One");
  await expect(card(page, 2, 2)).toContainText("Two");
});

test("S7.rd.12 S3.card.1 an administrator edits, reorders by keyboard and removes cards", async ({ page }) => {
  const chapter = await makeChapter(THREE_CARDS);
  await signIn(page, ADMIN, chapter.path);
  await page.getByRole("button", { name: "Edit cards" }).click();
  await expect(rows(page)).toHaveCount(3);
  const sent = page.waitForResponse((answer) => answer.url().endsWith("/order"));
  await moveByKeyboard(page, "Last one", "ArrowUp", 2);
  await expect(rows(page).first()).toContainText("Last one");
  expect((await sent).ok()).toBe(true);
  await page.reload();
  await expect(card(page, 1)).toContainText("Last one");

  await page.getByRole("button", { name: "Edit cards" }).click();
  await page.getByRole("link", { name: "Edit Last one" }).click();
  await page.getByLabel("Front").fill("First one");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(chapter.path);
  // Wait until the editor has disappeared: it also shows the text, and the URL changes earlier.
  await expect(page.getByLabel("Front")).toHaveCount(0);
  await expect(card(page, 1)).toContainText("First one");

  await page.getByRole("button", { name: "Edit cards" }).click();
  await page.getByRole("button", { name: "Remove First one" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove this study card?" });
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect(card(page, 1, 2)).toContainText("What is slicing?");
});

test("S3.chap.1 S7.rd.11 an administrator adds, edits and removes chapters on the course page, and notes show the chapter titles", async ({
  page,
}) => {
  const { code } = await makeChapter([]);
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await page.getByRole("button", { name: "Add chapter" }).click();
  const dialog = page.getByRole("dialog", { name: "Add chapter" });
  await expect(dialog.getByLabel("Number")).toHaveValue("5");
  await dialog.getByLabel("Number").fill("4");
  await dialog.getByLabel("Title").fill("Dispatch");
  await dialog.getByRole("button", { name: "Add chapter" }).click();
  await expect(dialog.getByText("This course already has a chapter with this number.")).toBeVisible();
  await dialog.getByLabel("Number").fill("2");
  await dialog.getByRole("button", { name: "Add chapter" }).click();
  await expect(dialog).toHaveCount(0);
  const chapters = page.getByRole("region", { name: "Study Cards" }).getByRole("listitem");
  await expect(chapters).toHaveText([/Chapter 2Dispatch/, /Chapter 4Inheritance/]);

  await page.getByRole("button", { name: "More for Dispatch" }).click();
  await page.getByRole("menuitem", { name: "Edit chapter" }).click();
  const editing = page.getByRole("dialog", { name: "Edit Chapter 2" });
  await editing.getByLabel("Title").fill("Virtual dispatch");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(chapters.first()).toContainText("Virtual dispatch");
  await page.goto(`/guide/${code}/notes?chapter=2`);
  await expect(page.getByText("Chapter 2: Virtual dispatch")).toBeVisible();

  await page.getByRole("button", { name: "More for Virtual dispatch" }).click();
  await page.getByRole("menuitem", { name: "Remove chapter" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(chapters).toHaveText([/Chapter 4Inheritance/]);
});

test("S6.import.1 S6.export.1 an administrator pastes cards, sees why a line is invalid, imports the others and exports them as CSV", async ({
  page,
}) => {
  const chapter = await makeChapter([]);
  await signIn(page, ADMIN, chapter.path);
  await page.getByRole("link", { name: "Import cards" }).click();
  await page
    .getByLabel("Cards", { exact: true })
    .fill("What is RAII? :: Resources, *owned*\nnothing else\nstd::map? :: A tree");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("2 cards to import, 1 line left out.")).toBeVisible();
  await expect(
    preview.getByRole("row", { name: "2 The back is missing. Separate front and back with ' :: '." }),
  ).toBeVisible();
  await expect(preview.getByRole("listitem")).toHaveText(["1What is RAII?Resources, owned", "3std::map?A tree"]);
  await axe(page, "the page to import cards");
  await preview.getByRole("button", { name: "Import 2 cards" }).click();
  await expect(page).toHaveURL(chapter.path);
  await expect(card(page, 1, 2)).toContainText("What is RAII?");
  await expect(card(page, 2, 2)).toContainText("std::map?");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Export as CSV" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${chapter.code} 4 Inheritance.csv`);
  // All cards in the file exist already.
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Import cards" }).click();
  await page.getByLabel("choose a file").setInputFiles(await file.path());
  await expect(preview.getByText("0 cards to import, 2 lines left out.")).toBeVisible();
  await expect(preview.getByRole("row", { name: "2 This card already exists." })).toBeVisible();
});

test("S6.import.5 if an import has more cards than a chapter may contain, the rest goes into a new chapter at the end", async ({
  page,
}) => {
  const { code, path } = await makeChapter([["There", "already"]]);
  await signIn(page, ADMIN, path);
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Import cards" }).click();
  const lines = Array.from({ length: 210 }, (_, number) => `Front ${number} :: Back ${number}`);
  await page.getByLabel("Cards", { exact: true }).fill(lines.join("\n"));
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("210 cards to import.")).toBeVisible();
  await expect(
    preview.getByText(
      "A chapter holds 200 cards, and this one has room for 199. The others go into 1 new chapter after the last one: ‘Inheritance (2)’.",
    ),
  ).toBeVisible();
  await preview.getByRole("button", { name: "Import 210 cards" }).click();
  await expect(page).toHaveURL(`/guide/${code}/notes`);
  const chapters = page.getByRole("region", { name: "Study Cards" }).getByRole("listitem");
  await expect(chapters).toContainText([/Inheritance.*200 cards/, /Inheritance \(2\).*11 cards/]);
});
