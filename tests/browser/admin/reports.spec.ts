import { expect, type Page } from "@playwright/test";
import { createCourse, publishAudio, publishNote } from "../support/content";
import { fulfillProblem } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, signIn, signInNewStudent, uniqueName } from "../support/users";

const THANKS = "Thank you for your report. We'll look at it soon.";

/** Creates a course with one note. */
async function courseWith(title: string): Promise<{ id: string; code: string }> {
  const code = await createCourse();
  return { id: await publishNote(code, title), code };
}

/** Fills in the report form and sends it. */
async function fillIn(page: Page, reason: string, text = ""): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is wrong with it?").selectOption(reason);
  await dialog.getByLabel("Details").fill(text);
  await dialog.getByRole("button", { name: "Send report" }).click();
}

test("S2.report.1 a student reports a note from its card once and sees a confirmation", async ({ page }) => {
  const title = uniqueName("Wrong note");
  const { id, code } = await courseWith(title);
  await signInNewStudent(page, `/guide/${code}/notes`);
  const more = page.getByRole("button", { name: `More about ${title}` });
  await more.click();
  await page.getByRole("menuitem", { name: "Report" }).click();

  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Choose what is wrong with it.")).toBeVisible();
  await fillIn(page, "Something else");
  await expect(dialog.getByText("Describe briefly what is wrong with it.")).toBeVisible();
  await fillIn(page, "It contains mistakes", "The sum on page 1.");
  await expect(page.getByText(THANKS)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(more).toBeFocused();

  // The page of the note leads to the same report.
  await page.goto(`/download/${id}`);
  await page.getByRole("button", { name: "Report" }).click();
  await fillIn(page, "It is offensive or unsafe");
  await expect(page.getByText("You have already reported this. We are still looking at it.")).toBeVisible();
});

test("S2.report.1 a recording can be reported from its row and from the player", async ({ page }) => {
  const { title } = await publishAudio("deep-dive", uniqueName("Noise"));
  await signInNewStudent(page, "/deep-dive");
  await page.getByRole("button", { name: `More about ${title}` }).click();
  await page.getByRole("menuitem", { name: "Report" }).click();
  await fillIn(page, "It can't be opened, read or played");
  await expect(page.getByText(THANKS)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: `Play ${title}` }).click();
  await page
    .getByRole("region", { name: /player/i })
    .getByRole("button", { name: "More", exact: true })
    .click();
  await page.getByRole("menuitem", { name: "Report" }).click();
  await expect(page.getByRole("dialog", { name: `Report “${title}”` })).toBeVisible();
});

test("S2.report.1 a failed report shows an error and can be retried", async ({ page }) => {
  const { id } = await courseWith(uniqueName("Flaky"));
  await signInNewStudent(page, `/download/${id}`);
  await page.route("**/api/reports", (route) => fulfillProblem(route, 429, "too_many_requests", "Too many tries."));
  await page.getByRole("button", { name: "Report" }).click();
  await fillIn(page, "It contains mistakes", "Everywhere.");
  await expect(page.getByRole("dialog").getByText("Too many tries.")).toBeVisible();
  await page.unroute("**/api/reports");
  await expect(page.getByLabel("Details")).toHaveValue("Everywhere.");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText(THANKS)).toBeVisible();
});

test("S2.report.1 visitors see no report button", async ({ page }) => {
  const title = uniqueName("Seen by all");
  const { id } = await courseWith(title);
  await page.goto(`/download/${id}`);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByRole("button", { name: "Report" })).toHaveCount(0);
});

test("S2.report.2 administrators read reports, dismiss them, or take down the item with a reason", async ({ page }) => {
  const [good, bad] = [uniqueName("Good note"), uniqueName("Bad note")];
  const notes = { good: await courseWith(good), bad: await courseWith(bad) };
  const student = await createStudent();
  const reporter = await apiClient(student);
  for (const { id } of Object.values(notes)) {
    await reporter.post("/reports", { kind: "note", id, reason: "copyright", text: "Taken from a book." });
  }
  await signIn(page, ADMIN, "/admin/reports");
  const reported = (title: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(reported(bad).getByText("Taken from a book.")).toBeVisible();
  await expect(reported(bad).getByText("It should not be shared (copyright)")).toBeVisible();
  await expect(reported(bad).getByText("1 report")).toBeVisible();
  await expect(reported(bad).getByRole("link", { name: `Open ${bad} in a new tab` })).toHaveAttribute(
    "href",
    `/download/${notes.bad.id}`,
  );

  await page.getByRole("button", { name: `Dismiss the reports of ${good}` }).click();
  // While the dialog is open, the list is inert and cannot be searched. Wait until it is closed.
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Dismiss" }).click();
  await expect(question).toHaveCount(0);
  await expect(reported(bad)).toBeVisible();
  await expect(reported(good)).toHaveCount(0);

  await page.getByRole("button", { name: `Take down ${bad}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Take down" }).click();
  await expect(dialog.getByText("Say why you are taking it down.")).toBeVisible();
  const reason = uniqueName("The author asked for it, in letter ");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Take down" }).click();
  await expect(page.getByText("Taken down. It is in the trash for 30 days.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(reported(bad)).toHaveCount(0);

  await page.goto("/admin/activity");
  await expect(page.getByRole("listitem").filter({ hasText: reason })).toContainText("took down a reported item");
  await page.goto(`/download/${notes.bad.id}`);
  await expect(page.getByText("Note not found.").first()).toBeVisible();
  await page.goto(`/download/${notes.good.id}`);
  await expect(page.getByRole("heading", { name: good })).toBeVisible();
});

test("S2.report.2 students have no access to the list of reports", async ({ page }) => {
  await signInNewStudent(page, "/admin/reports");
  await expect(page.getByText("Page not found. Here is your dashboard instead.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Reports" })).toHaveCount(0);
});
