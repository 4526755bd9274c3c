import { expect, type Page } from "@playwright/test";
import { makeChapter } from "../support/chapters";
import { createCourse, publishNote } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { axe } from "../support/player";
import { test } from "../support/test";
import { signIn, signInNewStudent, uniqueName } from "../support/users";

const card = (page: Page) => page.getByRole("article", { name: "Card", exact: true });
const front = (page: Page) => page.getByRole("textbox", { name: "Front" });

/** Selects words of the front by keyboard, as the page does not show where they are. */
async function selectOnFront(page: Page, words: string) {
  await front(page).evaluate((field, text) => {
    const area = field as HTMLTextAreaElement;
    const at = area.value.indexOf(text);
    area.focus();
    area.setSelectionRange(at, at + text.length);
  }, words);
}

// Longer timeout: five pages are opened, two of them with axe.
test("S3.gap.1 S3.gap.2 S3.gap.3 S4.gap.1 a student makes gaps in a sentence and studies one of them a day", async ({
  page,
}) => {
  const { path } = await makeChapter([]);
  await signInNewStudent(page, path);
  await page.getByRole("link", { name: "Write a card" }).click();
  await front(page).fill("Ottawa is the capital of Canada");
  await selectOnFront(page, "Ottawa");
  await page.getByRole("button", { name: "Make a gap" }).click();
  await expect(front(page)).toHaveValue("{{c1::Ottawa}} is the capital of Canada");
  await selectOnFront(page, "capital");
  await page.keyboard.press("Control+Shift+X");
  await expect(front(page)).toHaveValue("{{c1::Ottawa}} is the {{c2::capital}} of Canada");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("article")).toHaveCount(2);
  await axe(page, "the editor of a card with gaps");
  await page.getByRole("button", { name: "Add to my cards" }).click();
  await expect(page).toHaveURL(path);

  await page.getByRole("main").getByRole("link", { name: "Study", exact: true }).click();
  await expect(card(page)).toContainText("blank… is the capital of Canada");
  await page.keyboard.press("Space");
  await expect(card(page).locator("mark")).toHaveText("Ottawa");
  await axe(page, "the answer of a gap");
  await page.keyboard.press("4");
  // The other gap waits for another day.
  await expect(page.getByText(/You gave 1 answer and remembered 100%/)).toBeVisible();

  await page.goto(path);
  await page.getByRole("button", { name: "Edit […] is the […] of Canada" }).click();
  await front(page).fill("{{c1::Ottawa is the {{c2::capital}} of Canada");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A gap can't contain another gap.")).toBeVisible();
});

test("S3.gap.2 S4.gap.3 a gap of a published card shows its hint and is typed in a practice test", async ({ page }) => {
  const { code, path } = await makeChapter([
    ["{{c1::Paris::city}} is in {{c2::France}}", "Both begin with a capital."],
  ]);
  await signInNewStudent(page, path);
  await expect(page.getByRole("article", { name: "Card 1 of 1" })).toContainText("blank, hint: city is in blank…");
  await page.goto(`/study/practice?course=${code}`);
  await page.getByRole("radio", { name: /^Type the answer/ }).check();
  await expect(page.getByText("1 card. Each answer is a review.")).toBeVisible();
  await page.getByRole("button", { name: "Start test" }).click();
  const isCity = (await page.locator(".card-question").textContent())?.includes("city") ?? false;
  await page.getByRole("textbox", { name: "Your answer" }).fill(["France", "Paris"][Number(isCity)] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.locator("strong", { hasText: "Right" })).toBeVisible();
  await expect(card(page)).toContainText("Paris is in France");
  await expect(card(page)).toContainText("Both begin with a capital.");
});

test.describe("offline", () => {
  test.use({ freshContext: true });

  // Longer timeout: the reader loads pdf.js, and a second device signs in.
  test("S4.gap.2 words in a note become a gap card with one press, which can be undone, also offline", async ({
    page,
    context,
    secondDevicePage,
  }) => {
    const [code, title] = [await createCourse(), uniqueName("Gaps ")];
    const id = await publishNote(code, title, "", pdfWithTexts(["A heap is a tree"], title));
    const student = await signInNewStudent(page, `/note/${id}`);
    const select = () => page.getByText("A heap is a tree", { exact: true }).dblclick({ position: { x: 12, y: 8 } });
    const make = page.getByRole("button", { name: "Make a gap card" });
    await select();
    await make.click();
    await expect(page.getByText("Gap card added. It will come up in your reviews.")).toBeVisible();
    await make.click();
    await expect(page.getByText("You already have this gap card.")).toBeVisible();
    // The Undo of this card must not be mistaken for that of the next one. It disappears after 6 s.
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);

    await context.setOffline(true);
    await page.getByText("A heap is a tree", { exact: true }).click({ clickCount: 3 });
    await make.click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Gap card removed")).toBeVisible();
    await context.setOffline(false);
    await signIn(secondDevicePage, student, `/guide/${code}/my-cards`);
    const cards = secondDevicePage.getByRole("list", { name: "No chapter" }).getByRole("listitem");
    await expect(cards).toHaveCount(1);
    // Words of the sentence are hidden, not all of it.
    await expect(cards.getByRole("button", { name: /^Edit .*\[…\].* is a tree/ })).toBeVisible();
  });
});
