import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote, waitUntilIndexed } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { test } from "../support/test";
import { createStudent, signIn, signInNewStudent, uniqueName } from "../support/users";

const paper = (page: Page, number: number) => page.getByRole("region", { name: `Page ${number}`, exact: true });
const width = async (page: Page) => (await paper(page, 1).boundingBox())?.width ?? 0;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function reading(page: Page): Promise<void> {
  const title = uniqueName("Leaves ");
  const file = pdfWithTexts(["Leaf one", "Leaf two", "Leaf three"], title, 0, ["Beginning", "", "The end"]);
  await signInNewStudent(page, `/note/${await publishNote(await createCourse(), title, "", file)}`);
  await expect(paper(page, 1).getByText("Leaf one")).toBeInViewport();
}

test("S2.read.2 the wheel zooms, buttons fit and rotate, and outline and thumbnails navigate", async ({ page }) => {
  await reading(page);
  const fitted = await width(page);
  await paper(page, 1).hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await expect.poll(() => width(page)).toBeGreaterThan(fitted * 1.2);
  await button(page, "Fit width").click();
  await expect.poll(() => width(page)).toBeCloseTo(fitted, -1);
  await button(page, "Rotate").click();
  await expect.poll(async () => (await paper(page, 1).boundingBox())?.height).toBeLessThan(fitted);
  await button(page, "Contents").click();
  await button(page, "The end").click();
  await expect(paper(page, 3).getByText("Leaf three")).toBeInViewport();
  await page.getByRole("complementary", { name: "Contents" }).getByRole("button", { name: "Page 2" }).click();
  await expect(paper(page, 2).getByText("Leaf two")).toBeInViewport();
});

test("S2.read.2 pages fill the window until Escape is pressed, are dimmed in dark mode, and their text can be copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await reading(page);
  const colour = () => paper(page, 1).evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await colour();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(colour).not.toBe(light);
  await paper(page, 1).getByText("Leaf one").click({ clickCount: 3 });
  await page.keyboard.press("Control+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("Leaf one");
  const home = page.getByRole("link", { name: "Dashboard" }).first();
  await expect(home).toBeInViewport();
  await button(page, "Full screen").click();
  await expect.poll(async () => (await page.locator(".reader").boundingBox())?.x).toBe(0);
  await page.getByRole("document", { name: /^Leaves / }).focus();
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await page.locator(".reader").boundingBox())?.x).toBeGreaterThan(0);
});

test("S2.read.3 words that pdf.js decodes wrongly are found in the text of the note, and marked on the page", async ({
  page,
}) => {
  const code = await createCourse();
  // pdf.js extracts the letters of the Arabic line in the wrong order.
  const file = readFileSync("../../functions/readers/tests/fixtures/text/rtl.pdf");
  const [id, student] = await Promise.all([publishNote(code, uniqueName("Scripts "), "", file), createStudent()]);
  await waitUntilIndexed(student, code);
  await signIn(page, student, `/note/${id}?find=محاضرة`);
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(page.locator(".reader-found.selected").first()).toBeInViewport();
  const words = page.getByRole("searchbox", { name: "Find in this note" });
  await words.fill("שלום");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await words.fill("nowhere");
  await expect(page.getByText("Not found")).toBeVisible();
});
