import { expect } from "@playwright/test";
import { createCourse, publishNote, waitUntilIndexed } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { PHONE } from "../support/player";
import { test } from "../support/test";
import { createStudent, signIn, uniqueName } from "../support/users";

test.use({ viewport: PHONE, hasTouch: true });

test("S2.find.5 S2.mark.1 on a phone text is found inside a note, opened at the match and highlighted by touch", async ({
  page,
}) => {
  const [code, title] = [await createCourse(), uniqueName("Marks ")];
  const file = pdfWithTexts(["One", "A subject notifies observers", "Three"], title);
  const [, student] = await Promise.all([publishNote(code, title, "", file), createStudent()]);
  await waitUntilIndexed(student, code);
  await signIn(page, student, `/guide/${code}/notes`);
  const words = page.getByRole("textbox", { name: /^Search .*notes of / });
  await words.tap();
  await page.keyboard.insertText("notifies observ");
  await page.getByRole("list", { name: "Pages found" }).getByRole("link").first().tap();
  await expect(page.locator(".reader-found.selected")).toBeInViewport();
  const sought = page.locator(".textLayer").getByText("A subject notifies observers");
  // Selects the text, as a user does with the selection handles of a phone.
  await sought.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.getByRole("toolbar", { name: "Highlight the selection" }).getByRole("button", { name: /green/i }).tap();
  await expect(page.locator(".reader-mark.green")).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});
