import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, signIn, signInNewStudent } from "../support/users";

/** Creates a course with three cards in one chapter. */
async function makeCards(): Promise<{ code: string; chapter: string }> {
  const code = await createCourse("Studying");
  const api = await apiClient(ADMIN);
  const fields = { number: 1, title: "Sorting", description: "" };
  const { id } = (await api.post(`/courses/${code}/chapters`, fields)) as { id: string };
  for (const title of ["First?", "Second?", "Third?"]) {
    await api.post(`/courses/${code}/chapters/${id}/cards`, { title, content: `Answer to ${title}` });
  }
  return { code, chapter: id };
}

const question = (page: Page, text: string) =>
  page.getByRole("article", { name: "Card", exact: true }).getByText(text, { exact: true });

/** Swipes the card to the left or right. */
async function swipe(page: Page, to: "left" | "right") {
  const card = page.getByRole("article", { name: "Card", exact: true });
  const [from, until] = to === "right" ? [80, 240] : [240, 80];
  const finger = { pointerId: 5, pointerType: "touch", isPrimary: true, clientY: 300 };
  await card.dispatchEvent("pointerdown", { ...finger, clientX: from });
  await card.dispatchEvent("pointerup", { ...finger, clientX: until });
}

test("S2.study.1 S2.study.2 a student studies by keyboard, undoes an answer, and finds the progress on the next visit", async ({
  page,
}) => {
  const { code, chapter } = await makeCards();
  await signInNewStudent(page, `/guide/${code}/chapter/${chapter}`);
  await page.getByRole("main").getByRole("link", { name: "Study", exact: true }).click();
  await expect(question(page, "First?")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByText("Answer to First?", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Easy \d+ days$/ })).toBeVisible();
  await axe(page, "a card that is turned");
  await page.keyboard.press("4");
  await expect(question(page, "Second?")).toBeVisible();
  await page.keyboard.press("z");
  await expect(question(page, "First?")).toBeVisible();
  for (const text of ["First?", "Second?", "Third?"]) {
    await expect(question(page, text)).toBeVisible();
    await page.keyboard.press("Space");
    await page.keyboard.press("4");
  }
  await expect(page.getByText(/You gave 3 answers and remembered 100%/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Nothing is due now" })).toBeVisible();
});

test("S2.study.1 S2.study.3 a student selects among followed courses, and the dashboard shows the progress by course and day", async ({
  page,
}) => {
  const { code } = await makeCards();
  const student = await signInNewStudent(page, `/guide/${code}/notes`);
  await expect(page.getByRole("main").getByRole("link", { name: "Study", exact: true })).toHaveAttribute(
    "href",
    `/study?course=${code}`,
  );
  const api = await apiClient(student);
  for (const course of [code, "MATH137"]) await api.put(`/me/courses/${course}`, undefined);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Study cards", exact: true }).click();
  await page.getByRole("checkbox", { name: "MATH 137" }).uncheck();
  await page.getByRole("button", { name: "Study", exact: true }).click();
  await expect(page).toHaveURL(`/study?course=${code}`);
  for (const text of ["First?", "Second?", "Third?"]) {
    await expect(question(page, text)).toBeVisible();
    await page.keyboard.press("Space");
    await page.keyboard.press("4");
  }
  await expect(page.getByText(/You gave 3 answers/)).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  const today = page.getByRole("region", { name: "Study cards today" });
  await expect(today.getByRole("definition")).toHaveText(["0 cards", "3", "1"]);
  await expect(today.getByText(/^3 answers on 1 of 371 days; the busiest day is .+, with 3\.$/)).toBeVisible();
  await expect(today.getByText(/^3 cards are due; the busiest day is .+, with \d\.$/)).toBeVisible();
  const courses = today.getByRole("table", { name: "Reviews after at least a day, by course" });
  await expect(courses.getByRole("row").nth(1)).toHaveText(/3.*0.*no reviews yet/);
  await today.getByText("Answers by day", { exact: true }).click();
  await expect(today.getByRole("table", { name: "Answers by day" }).getByRole("row")).toHaveCount(2);
  await axe(page, "the dashboard of who has studied");
});

const form = (page: Page) => page.getByRole("form", { name: "Study today" });
const rowOf = (page: Page, code: string) =>
  form(page).getByRole("row", { name: new RegExp(code.replace(/(?<=[A-Z])(?=\d)/, " ")) });

test("S2.study.5 the sidebar opens the page with due and new cards of each course, the next exam and the last seven days, and one click starts a session", async ({
  page,
}) => {
  const { code } = await makeCards();
  const student = await signInNewStudent(page, "/");
  const api = await apiClient(student);
  for (const course of [code, "MATH137"]) await api.put(`/me/courses/${course}`, undefined);
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await api.put(`/me/exams/${code}`, { date, title: "Midterm", retentionPercent: 90 });
  await page.goto("/browse");
  const entry = page.getByTestId("sidebar").getByRole("link", { name: "Study", exact: true });
  await entry.click();
  await expect(entry).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { level: 1, name: "Study" })).toBeVisible();
  await expect(rowOf(page, code).getByRole("cell")).toHaveText(["0", "3", "under a minute"]);
  await expect(page.getByRole("region", { name: "Next exams" }).getByText(/^Midterm in \d days$/)).toBeVisible();
  const week = page.getByRole("region", { name: "The last seven days" });
  await expect(week.getByRole("listitem")).toHaveCount(7);
  await expect(week.getByText("No answers in the last seven days.")).toBeVisible();
  await axe(page, "the page of what is due");
  await form(page).getByRole("button", { name: "Study", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`course=${code}`));
  await expect(page.getByRole("article", { name: "Card", exact: true })).toBeVisible();
  await page.goto(`/study?course=${code}`);
  await expect(question(page, "First?")).toBeVisible();
  await page.keyboard.press("Space");
  await page.keyboard.press("4");
  await expect(question(page, "Second?")).toBeVisible();
  await entry.click();
  await expect(rowOf(page, code).getByRole("cell").nth(1)).toHaveText("2");
  await expect(week.getByRole("listitem").last()).toHaveText(/1$/);
  await expect(week.getByText("1 answer on 1 of 7 days.")).toBeVisible();
});

test("S2.study.5 a student without courses or cards sees what to do", async ({ page }) => {
  const code = await createCourse("Without cards");
  const student = await signInNewStudent(page, "/study");
  await expect(page.getByRole("heading", { name: "Follow a course first" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Browse Courses" })).toHaveAttribute("href", "/browse");
  await (await apiClient(student)).put(`/me/courses/${code}`, undefined);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No Study Cards Yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Write a card for / })).toHaveAttribute(
    "href",
    `/guide/${code}/my-cards/new`,
  );
});

test.describe("offline", () => {
  test.use({ freshContext: true });

  test("S2.study.5 due cards are counted from cached data, and one click starts a review session", async ({
    page,
    context,
  }) => {
    const { code } = await makeCards();
    const student = await signInNewStudent(page, "/");
    await (await apiClient(student)).put(`/me/courses/${code}`, undefined);
    await page.goto("/study");
    await expect(rowOf(page, code).getByRole("cell").nth(1)).toHaveText("3");
    await page.getByTestId("sidebar").getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await context.setOffline(true);
    await page.getByTestId("sidebar").getByRole("link", { name: "Study", exact: true }).click();
    await expect(rowOf(page, code).getByRole("cell").nth(1)).toHaveText("3");
    await form(page).getByRole("button", { name: "Study", exact: true }).click();
    await expect(question(page, "First?")).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true });

  test("S2.study.5 the bottom bar opens the page of due cards, which fits in 320 px", async ({ page }) => {
    const { code } = await makeCards();
    const student = await signInNewStudent(page, "/");
    await (await apiClient(student)).put(`/me/courses/${code}`, undefined);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/browse");
    await page.getByRole("navigation", { name: "Bottom" }).getByRole("link", { name: "Study" }).tap();
    await expect(rowOf(page, code).getByRole("cell").nth(1)).toHaveText("3");
    await expect(form(page).getByRole("button", { name: "Study", exact: true })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test("S2.study.1 S2.study.2 a student studies by touch, and buries and suspends cards", async ({ page }) => {
    const { code } = await makeCards();
    await signInNewStudent(page, `/study?course=${code}`);
    await question(page, "First?").tap();
    await expect(page.getByText("Answer to First?", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Easy/ }).tap();
    await expect(question(page, "Second?")).toBeVisible();
    await page.getByRole("button", { name: "More for this card" }).tap();
    await page.getByRole("menuitem", { name: "Bury until tomorrow" }).tap();
    await expect(question(page, "Third?")).toBeVisible();
    await page.getByRole("button", { name: "More for this card" }).tap();
    await page.getByRole("menuitem", { name: "Suspend this card" }).tap();
    await expect(page.getByRole("heading", { name: "Done for now" })).toBeVisible();
    await expect(page.getByText("You gave 1 answer and remembered 100%. 1 card was new to you.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(question(page, "Third?")).toBeVisible();
  });

  test("S2.study.1 a swipe flips and rates a card, and the buttons can be reached with the thumb", async ({ page }) => {
    const { code } = await makeCards();
    await signInNewStudent(page, `/study?course=${code}`);
    await expect(question(page, "First?")).toBeVisible();
    await swipe(page, "right");
    const good = page.getByRole("button", { name: /^Good/ });
    await expect(good).toBeInViewport({ ratio: 1 });
    await swipe(page, "right");
    await expect(question(page, "Second?")).toBeVisible();
    await expect(page.getByText("1 learning")).toBeVisible();
    await swipe(page, "left");
    await swipe(page, "left");
    await expect(page.getByText("2 learning")).toBeVisible();
  });
});

test("S2.study.2 S2.study.4 a suspended card is restored on a later visit, and a lower limit of new cards applies at once", async ({
  page,
}) => {
  const { code } = await makeCards();
  await signInNewStudent(page, `/study?course=${code}`);
  await expect(question(page, "First?")).toBeVisible();
  await page.getByRole("button", { name: "More for this card" }).click();
  await page.getByRole("menuitem", { name: "Suspend this card" }).click();
  await expect(question(page, "Second?")).toBeVisible();
  await page.reload();
  await expect(question(page, "Second?")).toBeVisible();
  await page.getByRole("button", { name: "1 suspended" }).click();
  const dialog = page.getByRole("dialog", { name: "Suspended cards" });
  await axe(page, "suspended cards");
  await dialog.getByRole("button", { name: "Bring back First?" }).click();
  await expect(dialog).toBeHidden();
  await expect(question(page, "First?")).toBeVisible();
  await expect(page.getByText("3 new")).toBeVisible();
  await page.getByRole("button", { name: "Study settings" }).click();
  await page.getByRole("dialog").getByLabel("New cards per day").fill("2");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 new")).toBeVisible();
});

test("S2.report.3 a student reports a wrong card while studying, and an administrator finds the report where the card is edited", async ({
  page,
}) => {
  const { code } = await makeCards();
  await signInNewStudent(page, `/study?course=${code}`);
  await expect(question(page, "First?")).toBeVisible();
  await page.getByRole("button", { name: "More for this card" }).click();
  await page.getByRole("menuitem", { name: "Report", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is wrong with it?").selectOption("It contains mistakes");
  await dialog.getByLabel("Details").fill(`Mistaken in ${code}`);
  await dialog.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(question(page, "First?")).toBeVisible();

  await signIn(page, ADMIN, "/admin/reports");
  const reported = page
    .getByRole("listitem")
    .filter({ hasText: `Mistaken in ${code}` })
    .first();
  await expect(reported.getByText(/^Study card in TEST/)).toBeVisible();
  await expect(reported.getByRole("button")).toHaveText(["Dismiss"]);
  const opened = page.waitForEvent("popup");
  await reported.getByRole("link", { name: "Open First? in a new tab" }).click();
  await expect((await opened).getByLabel("Front")).toHaveValue("First?");
});
