import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, signInNewStudent } from "../support/users";

const ANSWERS: Record<string, string> = {
  "Capital of France?": "Paris",
  "Capital of Italy?": "Rome",
  "Capital of Peru?": "Lima",
  "Area of a circle?": "$\\pi r^2$",
};

/** Creates a course with a chapter of three cards and a chapter of one card. */
async function makeCards(): Promise<string> {
  const code = await createCourse("Practising");
  const api = await apiClient(ADMIN);
  for (const [index, title] of ["Capitals", "Circles"].entries()) {
    const { id } = (await api.post(`/courses/${code}/chapters`, {
      number: index + 1,
      title,
      description: "",
    })) as {
      id: string;
    };
    for (const [question, content] of Object.entries(ANSWERS)) {
      if (question.startsWith("Capital") !== (title === "Capitals")) continue;
      await api.post(`/courses/${code}/chapters/${id}/cards`, {
        title: question,
        content,
      });
    }
  }
  return code;
}

/** Returns the question on screen. */
async function asked(page: Page, number: number): Promise<string> {
  await expect(page.getByText(new RegExp(`^Question ${number} of `))).toBeVisible();
  return (await page.locator(".card-question").textContent()) ?? "";
}
const answerField = (page: Page) => page.getByRole("textbox", { name: "Your answer" });
const graded = (page: Page, text: string) => page.locator("strong", { hasText: text });
const result = (page: Page) => page.getByRole("heading", { level: 1, name: "Your result" });

async function typeAnswer(page: Page, answer: string) {
  await answerField(page).fill(answer);
  await answerField(page).press("Enter");
}

test("S4.test.1 S4.test.2 S4.test.4 a student types the answers of a test by keyboard, reloads, corrects a grading and opens a wrong card", async ({
  page,
}) => {
  const code = await makeCards();
  await signInNewStudent(page, `/guide/${code}/notes`);
  await page.getByRole("link", { name: "Practice test", exact: true }).click();
  await page.getByRole("radio", { name: /^Type the answer/ }).check();
  await expect(page.getByText("4 cards. Each answer is a review.")).toBeVisible();
  await axe(page, "the form of a practice test");
  await page.getByRole("button", { name: "Start test" }).click();

  const first = await asked(page, 1);
  await typeAnswer(page, "not this");
  await expect(graded(page, "Not right. The card comes back soon.")).toBeVisible();
  await axe(page, "a graded answer");
  await page.reload();
  expect(await asked(page, 1)).toBe(first);
  await page.getByRole("button", { name: "I was right" }).click();
  await expect(graded(page, "Counted as right.")).toBeVisible();
  await page.keyboard.press("Enter");
  for (const number of [2, 3]) {
    const question = await asked(page, number);
    await typeAnswer(page, ANSWERS[question] ?? "");
    await expect(graded(page, "Right.")).toBeVisible();
    await page.keyboard.press("Enter");
  }
  const last = await asked(page, 4);
  await page.getByRole("button", { name: "I don't know" }).click();
  await page.getByRole("button", { name: "Show the result" }).click();
  await expect(result(page)).toBeFocused();
  await expect(page.getByText("3 of 4 right (75%).")).toBeVisible();
  await expect(page.getByRole("table", { name: "Score by chapter" }).getByRole("row")).toHaveCount(3);
  await axe(page, "the result of a practice test");
  await page.getByRole("link", { name: `Open its chapter: ${last}` }).click();
  await expect(page).toHaveURL(/\/chapter\//);
  await page.goBack();
  await page.getByRole("button", { name: "Practise the wrong ones again" }).click();
  expect(await asked(page, 1)).toBe(last);
  await expect(page.getByText("Question 1 of 1")).toBeVisible();
});

test("S4.test.4 the answers of a test count as reviews", async ({ page }) => {
  const code = await makeCards();
  const student = await signInNewStudent(page, `/study/practice?course=${code}`);
  await (await apiClient(student)).put(`/me/courses/${code}`, undefined);
  await page.getByRole("button", { name: "Start test" }).click();
  for (const number of [1, 2, 3, 4]) {
    await asked(page, number);
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Good" })).toBeFocused();
    await page.keyboard.press("4");
  }
  await expect(page.getByText("4 of 4 right (100%).")).toBeVisible();
  await page.goto(`/study?course=${code}`);
  await expect(page.getByRole("heading", { name: "Nothing is due now" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true });

  test("S4.test.3 a student chooses answers by touch from the Study page, in 320 px too", async ({ page }) => {
    const code = await makeCards();
    const student = await signInNewStudent(page, "/");
    await (await apiClient(student)).put(`/me/courses/${code}`, undefined);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/study");
    await page.getByRole("link", { name: "Practice test", exact: true }).tap();
    await page.getByRole("radio", { name: /^Choose the answer/ }).tap();
    await page.getByRole("button", { name: "Start test" }).tap();
    const choices = page.locator(".choices").getByRole("button");
    await expect(choices).toHaveCount(4);
    const right = ANSWERS[await asked(page, 1)] ?? "";
    await choices.filter({ hasText: right.startsWith("$") ? "π" : right }).tap();
    await expect(graded(page, "Right.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Next question" })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await axe(page, "a chosen answer");
    await page.getByRole("button", { name: "Next question" }).tap();
    await page.getByRole("button", { name: "End test" }).tap();
    await expect(page.getByText("1 of 1 right (100%). 3 questions not answered.")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
