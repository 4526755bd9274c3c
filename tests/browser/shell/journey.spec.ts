import { type Browser, expect, type Page } from "@playwright/test";
import { pdfWithPages } from "../support/pdf";
import { test } from "../support/test";
import { ADMIN, apiClient, mailedCode, PASSWORD, signIn, uniqueCourseCode, uniqueName } from "../support/users";

/** Runs the main journey: a visitor signs up, finds a course and saves a note that an administrator uploaded. */
async function journey(browser: Browser, viewport: { width: number; height: number }): Promise<void> {
  const people = await Promise.all([1, 2].map(() => browser.newContext({ viewport })));
  const [admin, student] = (await Promise.all(people.map((person) => person.newPage()))) as [Page, Page];

  const code = uniqueCourseCode();
  const title = `Distributed systems ${code.slice(4)}`;
  await (await apiClient(ADMIN)).put(`/courses/${code}`, { title, description: "Clocks, logs and agreement" });
  await signIn(admin, ADMIN, `/guide/${code}/notes`);
  // On a phone, the form is hidden behind the notes until it is opened.
  if (viewport.width < 768) await admin.getByRole("button", { name: "Upload PDF Note" }).click();
  await admin.getByLabel("Title").fill("Vector clocks");
  await admin.locator("input[type=file]").setInputFiles({
    name: "vector-clocks.pdf",
    mimeType: "application/pdf",
    buffer: pdfWithPages(4, code),
  });
  await admin.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(admin.getByRole("list", { name: "Uploads" })).toContainText("Note uploaded successfully!");

  const username = uniqueName("Walker");
  const email = `${username.toLowerCase()}@students.test`;
  await student.goto("/browse");
  await expect(student).toHaveURL(/\/signin/);
  await student.getByRole("link", { name: "Sign Up Here!" }).click();
  await student.getByLabel("Username").fill(username);
  await student.getByLabel("Email").fill(email);
  await student.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await student.getByRole("button", { name: "SIGN UP" }).click();
  await expect(student.getByLabel(/code/i)).toBeVisible();
  await student.getByLabel(/code/i).fill(await mailedCode(email));
  await student.getByRole("button", { name: /confirm/i }).click();
  await expect(student.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(student).not.toHaveURL(/signin|register/);

  await student.goto("/browse");
  const search = student.getByPlaceholder("Search for courses, profiles...");
  await expect(async () => {
    await search.fill("");
    await search.fill(title.toLowerCase());
    await expect(student.getByRole("option").first()).toContainText(title, { timeout: 1_000 });
  }).toPass({ timeout: 45_000 });
  await student.getByRole("option").first().click();

  const note = student.getByRole("article").filter({ hasText: "Vector clocks" });
  await expect(note).toBeVisible();
  const file = student
    .context()
    .waitForEvent("response", (answer) => answer.headers()["content-type"] === "application/pdf");
  await note.getByRole("link", { name: "Download PDF" }).click();
  expect((await file).ok()).toBe(true);
  await note.getByRole("button", { name: "Add to My Notes" }).click();
  await expect(note.getByRole("button", { name: "Added to My Notes" })).toBeDisabled();
  await student.goto("/my-notes");
  await expect(student.getByRole("article").filter({ hasText: "Vector clocks" })).toBeVisible();
  for (const person of people) await person.close();
}

test("S1.j.4 S6.stu.1 a visitor, an administrator and a student complete the main journey on a desktop", async ({
  browser,
}) => {
  await journey(browser, { width: 1440, height: 900 });
});

test("S1.j.4 S1.j.10 a visitor, an administrator and a student complete the main journey on a phone", async ({
  browser,
}) => {
  await journey(browser, { width: 375, height: 812 });
});
