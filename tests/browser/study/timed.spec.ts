import { expect, type Page } from "@playwright/test";
import { makeChapter } from "../support/chapters";
import { isoDateInDays } from "../support/days";
import { axe } from "../support/player";
import { test } from "../support/test";
import { apiClient, signInNewStudent } from "../support/users";

const CARDS = 8;

const makeCards = () =>
  makeChapter(Array.from({ length: CARDS }, (_, index) => [`Question ${index + 1}?`, `Answer ${index + 1}`] as const));
const shown = (page: Page) => page.getByRole("article", { name: "Card", exact: true });
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Rates the open card with a key. */
async function rate(page: Page, key: string) {
  const card = await shown(page).elementHandle();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: /^Good/ })).toBeFocused();
  await page.keyboard.press(key);
  await card?.waitForElementState("hidden");
}

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("S4.timed.1 S4.timed.2 S4.progress.1 a student studies for five minutes before an exam, and sees the gain and then the progress", async ({
    page,
  }) => {
    const { code } = await makeCards();
    const student = await signInNewStudent(page, "/");
    const api = await apiClient(student);
    await api.put(`/me/courses/${code}`, undefined);
    await api.put(`/me/exams/${code}`, { date: isoDateInDays(2), title: "Midterm", retentionPercent: 90 });
    await page.clock.install();
    await page.goto("/study");
    await page.getByRole("link", { name: "Study for a set time" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Study for a set time" })).toBeVisible();
    await page.getByLabel("Minutes").fill("1");
    await expect(page.getByText(/^1 min: about 4 new cards\.$/)).toBeVisible();
    await expect(page.getByText(/of 8 cards on the day of the exam, instead of \d/)).toBeVisible();
    await page.getByLabel("Minutes").fill("5");
    await expect(page.getByText(/: about 8 new cards\.$/)).toBeVisible();
    await axe(page, "the form of a timed session");
    await page.getByRole("button", { name: "Start", exact: true }).click();

    await expect(page.getByRole("timer", { name: "Time left" })).toHaveText(/^(5:00|4:5\d) left$/);
    await rate(page, "3");
    await rate(page, "4");
    await axe(page, "a timed session");
    await page.clock.fastForward("06:00");
    await expect(page.getByRole("timer", { name: "Time left" })).toHaveText("Time is up");
    await rate(page, "4");
    await expect(page.getByText(/^\d cards gained$/)).toBeVisible();
    await expect(page.getByText(/^You gave 3 answers in \d+ min and remembered 100%\. 3 cards were new/)).toBeVisible();
    await axe(page, "the end of a timed session");

    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("link", { name: "Progress" }).click();
    await expect(page.getByText(/^You studied on 1 day of the last 84\./)).toBeVisible();
    await expect(page.getByText(/of the 3 cards you have begun\./)).toBeVisible();
    const time = page.getByRole("region", { name: "Time on cards" });
    await time.getByText("Show as a table").click();
    await expect(time.getByRole("row")).toHaveCount(2);
    await axe(page, "the progress");
  });
});

test("S4.progress.1 without answers, the progress says what will appear", async ({ page }) => {
  await signInNewStudent(page, "/study/progress");
  await expect(page.getByRole("heading", { name: "Nothing to show yet" })).toBeVisible();
  await axe(page, "the progress without answers");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, colorScheme: "dark" });

  test("S4.timed.2 S4.progress.1 a student ends a timed session early by touch, in 320 px too", async ({ page }) => {
    const { code } = await makeCards();
    await signInNewStudent(page, "/");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/study/timed?course=${code}`);
    await page.getByRole("button", { name: "10 minutes" }).tap();
    await expect(page.getByText(/of 8 cards in 30 days, instead of \d/)).toBeVisible();
    expect(await width(page)).toBeLessThanOrEqual(320);
    await axe(page, "the form of a timed session");
    await page.getByRole("button", { name: "Start", exact: true }).tap();
    await page.getByRole("button", { name: "Show the answer" }).tap();
    await page.getByRole("button", { name: /^Good/ }).tap();
    await expect(page.getByRole("button", { name: "Show the answer" })).toBeInViewport({ ratio: 1 });
    expect(await width(page)).toBeLessThanOrEqual(320);
    await page.getByRole("button", { name: "End session" }).tap();
    await expect(page.getByText(/^You gave 1 answer in /)).toBeVisible();
    expect(await width(page)).toBeLessThanOrEqual(320);
    await page.goto("/study/progress");
    await expect(page.getByText(/of the 1 card you have begun\./)).toBeVisible();
    expect(await width(page)).toBeLessThanOrEqual(320);
    await axe(page, "the progress");
  });
});
