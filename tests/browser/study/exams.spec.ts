import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { isoDateInDays } from "../support/days";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, signInNewStudent } from "../support/users";

// A context of its own, because the tests change its network state.
test.use({ freshContext: true });

/** Creates a course with three cards and a note. */
async function makeMaterial(): Promise<string> {
  const code = await createCourse("Examined");
  const api = await apiClient(ADMIN);
  const chapter = { number: 1, title: "Sorting", description: "" };
  const { id } = (await api.post(`/courses/${code}/chapters`, chapter)) as { id: string };
  for (const title of ["First?", "Second?", "Third?"]) {
    await api.post(`/courses/${code}/chapters/${id}/cards`, { title, content: `Answer to ${title}` });
  }
  await publishNote(code, "Heaps");
  return code;
}

const part = (page: Page) => page.getByRole("region", { name: "Exam", exact: true });

test("S2.exam.1 S2.exam.3 S2.exam.6 a student sets an exam date, sees its countdown and plan, and exports it to a calendar", async ({
  page,
}) => {
  const code = await makeMaterial();
  await signInNewStudent(page, `/guide/${code}/notes`);
  await part(page).getByRole("button", { name: "Set date" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Date").fill(isoDateInDays(4));
  await dialog.getByLabel(/^Time/).fill("13:30");
  await dialog.getByLabel(/^Title/).fill("Midterm");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(part(page).getByRole("heading", { name: "Midterm in 4 days" })).toBeVisible();
  await expect(part(page).getByText(/^Today: 1 new card, under a minute$/)).toBeVisible();
  await axe(page, "a course with an exam");

  await part(page).getByRole("link", { name: "Plan" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Midterm in/ })).toBeVisible();
  const days = page.getByRole("table", { name: "What to do each day until the exam" });
  await expect(days.getByRole("rowheader").first()).toHaveText("Today");
  expect(await days.getByRole("rowheader").count()).toBeGreaterThanOrEqual(3);
  await expect(days.getByRole("cell", { name: /Heaps/ })).toBeVisible();
  await axe(page, "the plan of an exam");

  await page.getByRole("button", { name: /^More for the exam/ }).click();
  await page.getByRole("menuitem", { name: "Add to calendar" }).click();
  await page.getByRole("checkbox", { name: /Include each day/ }).check();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${code.toLowerCase()}-exam.ics`);
  const text = readFileSync(await file.path(), "utf8");
  expect(text).toContain(`DTSTART:${isoDateInDays(4).replaceAll("-", "")}T133000\r\n`);
  expect(text.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(1);

  await page.getByRole("link", { name: "Dashboard" }).first().click();
  const next = page.getByRole("region", { name: "Next exams" });
  await expect(next.getByRole("link", { name: /^Midterm in/ })).toBeVisible();
  await expect(next.getByText(/^Today: 1 new card/)).toBeVisible();
});

test("S2.exam.5 an exam is set and removed offline, and the plan uses cached data", async ({ page, context }) => {
  const code = await makeMaterial();
  await signInNewStudent(page, `/guide/${code}/notes`);
  await expect(part(page).getByRole("button", { name: "Set date" })).toBeVisible();
  // The data of the exam plan are cached on this device.
  await part(page).getByRole("button", { name: "Set date" }).click();
  await page.getByRole("dialog").getByLabel("Date").fill(isoDateInDays(4));
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(part(page).getByText(/^Today: 1 new card/)).toBeVisible();
  await page.getByRole("button", { name: /^More for the exam/ }).click();
  await expect(page.getByRole("menuitem", { name: "Change" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("menuitem", { name: "Change" }).click();
  await page.getByRole("dialog").getByLabel("Date").fill(isoDateInDays(1));
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(part(page).getByRole("heading", { name: "Exam tomorrow" })).toBeVisible();
  await expect(part(page).getByText(/^Today: [23] new cards, /)).toBeVisible();
  const sent = page.waitForResponse((answer) => answer.url().endsWith(`/api/me/exams/${code}`));
  await context.setOffline(false);
  expect((await sent).status()).toBe(200);
  await page.reload();
  await expect(part(page).getByRole("heading", { name: "Exam tomorrow" })).toBeVisible();
  await page.getByRole("button", { name: /^More for the exam/ }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(part(page).getByRole("button", { name: "Set date" })).toBeVisible();
});
