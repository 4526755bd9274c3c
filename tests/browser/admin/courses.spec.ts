import { expect, type Locator, type Page } from "@playwright/test";
import { createCourse, picture, publishNote } from "../support/content";
import { isoDateInDays } from "../support/days";
import { axe, PHONE } from "../support/player";
import { fulfillProblem } from "../support/routes";
import { test } from "../support/test";
import {
  ADMIN,
  apiClient,
  createStudent,
  signIn,
  signInNewStudent,
  uniqueCourseCode,
  uniqueName,
} from "../support/users";

const shown = (code: string) => code.replace(/^([A-Z]+)/, "$1 ");

const rows = (page: Page, code: string) =>
  page.getByRole("row").filter({ has: page.getByText(shown(code), { exact: true }) });

async function find(page: Page, code: string): Promise<Locator> {
  await page.getByRole("searchbox", { name: "Find courses" }).fill(code);
  return rows(page, code);
}

async function choose(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("S6.adm.21 a course is created, edited, hidden and shown again in the console", async ({ page }) => {
  const code = uniqueCourseCode();
  await signIn(page, ADMIN, "/admin");
  await page.getByRole("link", { name: "Courses", exact: true }).click();
  await page.getByRole("button", { name: "New course" }).click();
  const made = page.getByRole("dialog", { name: "New course" });
  await made.getByRole("button", { name: "Create course" }).click();
  await expect(made.getByText("Course code is required.")).toBeVisible();
  await expect(made.getByLabel("Course code")).toBeFocused();
  await made.getByLabel("Course code").fill(code.toLowerCase());
  await made.getByLabel("Title").fill("Falconry Basiks");
  await axe(page, "making a course");
  await page.keyboard.press("Enter");
  await expect(made).toHaveCount(0);

  const row = await find(page, code);
  await choose(page, row, "Edit text and picture");
  const edited = page.getByRole("dialog", { name: `Edit ${shown(code)}` });
  await expect(edited.getByLabel("Title")).toHaveValue("Falconry Basiks");
  await edited.getByLabel("Title").fill("Falconry Basics");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(row.getByRole("link")).toHaveText("Falconry Basics");

  await choose(page, row, "Hide from students");
  await page.getByRole("alertdialog").getByRole("button", { name: "Hide" }).click();
  await expect(row).toContainText("Hidden");
  await expect(page.getByText(`${shown(code)} is hidden from students.`)).toBeVisible();
  await row.getByRole("link").click();
  await expect(page.getByText("Only administrators see this course.")).toBeVisible();
  await page.goto("/admin/courses");
  const hidden = page.getByRole("table", { name: "Hidden courses" }).getByRole("row").and(rows(page, code));
  await axe(page, "the list of courses");
  await choose(page, hidden, "Show to students");
  await page.getByRole("alertdialog").getByRole("button", { name: "Show" }).click();
  await expect(hidden).toHaveCount(0);
});

test("S3.guide.1 S7.wr.10 a course picture is added in the console, appears on the course page, and is removed", async ({
  page,
}) => {
  const code = await createCourse("Falconry in Pictures");
  await signIn(page, ADMIN, "/admin/courses");
  const row = await find(page, code);
  await choose(page, row, "Edit text and picture");
  const dialog = page.getByRole("dialog", { name: `Edit ${shown(code)}` });
  await dialog.getByLabel("Picture file").setInputFiles(picture);
  await expect(dialog.getByText(picture.name, { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);

  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: `Notes for ${shown(code)}` })).toBeVisible();
  const drawn = page.locator(".page-head img");
  await expect(drawn).toHaveAttribute("src", /^\/pictures\/[0-9a-f]{32}\.jpg$/);
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);

  await page.goBack();
  await find(page, code);
  await choose(page, row, "Edit text and picture");
  await expect(dialog.getByRole("img", { name: "Shown now" })).toBeVisible();
  await axe(page, "editing a course with a picture");
  await dialog.getByRole("button", { name: "Remove the picture" }).click();
  await expect(dialog.getByRole("button", { name: "Choose a picture" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: `Notes for ${shown(code)}` })).toBeVisible();
  await expect(page.getByText("No notes uploaded yet.")).toBeVisible();
  await expect(drawn).toHaveCount(0);
});

test("S6.adm.22 a course merge shows a preview, and the old URL redirects to the target", async ({ page }) => {
  const [from, into] = [await createCourse("The old one"), await createCourse("The new one")];
  const title = uniqueName("Pointers ");
  await publishNote(from, title, "Made by a test");
  await signIn(page, ADMIN, "/admin/courses");
  await choose(page, await find(page, from), "Merge into another course");
  const dialog = page.getByRole("dialog", { name: `Merge ${shown(from)} into another course` });
  const other = dialog.getByLabel("Code of the other course");
  await other.fill(from);
  await other.press("Enter");
  await expect(dialog.getByText("A course can't be merged into itself.")).toBeVisible();
  await other.fill(into.toLowerCase());
  await other.press("Enter");
  const what = dialog.getByRole("region", { name: "What moves" });
  await expect(what).toContainText("The new one");
  await expect(what).toContainText("1 note");
  await expect(what).toContainText("personal cards");
  await expect(what).toContainText("exam");
  await axe(page, "merging two courses");

  // The connection breaks, and the merge is continued.
  const address = `**/api/admin/courses/${from}/merge/${into}`;
  await page.route(address, (route) =>
    route.request().method() === "POST" ? fulfillProblem(route, 503, "unavailable") : route.continue(),
  );
  await dialog.getByRole("button", { name: `Merge into ${shown(into)}` }).click();
  await expect(dialog.getByRole("alert")).toContainText("What has already moved stays moved");
  await page.unroute(address);
  await dialog.getByRole("button", { name: "Continue merging" }).click();
  await expect(dialog).toHaveCount(0);

  await signInNewStudent(page, `/guide/${from}/notes?chapter=1`);
  await expect(page).toHaveURL(`/guide/${into}/notes`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(title);
});

test("S3.exam.2 S6.adm.22 URLs of a merged course redirect, and its student chooses one of two exams", async ({
  page,
}) => {
  const [from, into] = [await createCourse("The old one"), await createCourse("The new one")];
  const student = await createStudent();
  const api = await apiClient(student);
  await api.put(`/me/exams/${from}`, { date: isoDateInDays(9), title: "Midterm", retentionPercent: 90 });
  await api.put(`/me/exams/${into}`, { date: isoDateInDays(20), retentionPercent: 90 });
  await api.put(`/me/cards/${from}/01JD8Z5V7R8XQ4N2T6W0YB3C9F`, { title: "Old front", content: "Back" });
  await api.put(`/me/cards/${into}/01JD8Z5V7R8XQ4N2T6W0YB3C9F`, { title: "New front", content: "Back" });
  const admin = await apiClient(ADMIN);
  const made = { number: 1, title: "Pointers", description: "" };
  const { id: chapter } = (await admin.post(`/courses/${from}/chapters`, made)) as { id: string };
  await admin.post(`/admin/courses/${from}/merge/${into}`, {});

  await signIn(page, student, `/guide/${from}/exam`);
  await expect(page).toHaveURL(`/guide/${into}/exam`);
  await expect(page.getByText("Which date counts?")).toBeVisible();
  await page.getByRole("button", { name: /^Use / }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Midterm in/ })).toBeVisible();
  await expect(page.getByText("Which date counts?")).toBeHidden();

  for (const [address, leadsTo] of [
    [`/guide/${from}/my-cards`, `/guide/${into}/my-cards`],
    [`/study?course=${from}`, `/study?course=${into}`],
    [`/guide/${from}/chapter/${chapter}`, `/guide/${into}/chapter/${chapter}`],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveURL(leadsTo);
  }
  await page.goto(`/guide/${into}/my-cards`);
  await expect(page.getByText("Old front").first()).toBeVisible();
  await expect(page.getByText("New front").first()).toBeVisible();
});

test("S4.merge.1 a student sees what a merge moved once, in only one of two browsers", async ({
  page,
  secondDevicePage,
}) => {
  const [first, second, into] = [
    await createCourse("The first one"),
    await createCourse("The second one"),
    await createCourse(),
  ];
  const student = await createStudent();
  const api = await apiClient(student);
  await api.put(`/me/exams/${first}`, { date: isoDateInDays(9), retentionPercent: 90 });
  await api.put(`/me/exams/${second}`, { date: isoDateInDays(20), retentionPercent: 90 });
  await api.put(`/me/courses/${first}`, {});
  const admin = await apiClient(ADMIN);
  const notice = (where: Page, code: string) =>
    where.getByRole("status").filter({ hasText: `${shown(code)} is now part of ${shown(into)}. We moved ` });

  await admin.post(`/admin/courses/${first}/merge/${into}`, {});
  await signIn(page, student, `/guide/${first}/my-cards`);
  await expect(page).toHaveURL(`/guide/${into}/my-cards`);
  await expect(notice(page, first)).toContainText("We moved these for you: the course you follow and your exam.");
  await axe(page, "what a merge moved");
  const read = page.waitForResponse((answer) => answer.url().endsWith(`/api/me/merges/${first}`) && answer.ok());
  await notice(page, first).getByRole("button", { name: "OK" }).click();
  await read;

  // After the next merge, only its notice is shown. The first one would be at the same place.
  await admin.post(`/admin/courses/${second}/merge/${into}`, {});
  await signIn(secondDevicePage, student, `/guide/${first}/my-cards`);
  await page.goto(`/guide/${first}/my-cards`);
  for (const browser of [secondDevicePage, page]) {
    await expect(notice(browser, second)).toContainText("We moved these for you: your exam.");
    await expect(notice(browser, first)).toHaveCount(0);
  }
});

test("S6.adm.23 importing a list of courses previews every invalid line, on a phone", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const [one, two] = [uniqueCourseCode(), uniqueCourseCode()];
  await signIn(page, ADMIN, "/admin/courses");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import courses" });
  const input = dialog.locator("input[type=file]");
  const file = (text: string) => ({ name: "courses.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await input.setInputFiles(file("name,number\n"));
  await expect(dialog.getByRole("alert")).toContainText("The first line must name the columns");
  await input.setInputFiles(file(`code;title\n${one};First\n?;Nonsense\n${two};"Second; last"\n${one};Again\n`));
  const bad = dialog.getByRole("region", { name: "Lines left out" }).getByRole("row");
  await expect(bad).toHaveCount(3);
  await expect(bad.nth(1)).toContainText(/^3\?: /);
  await expect(bad.nth(2)).toContainText("is on line 2 already");
  await axe(page, "the preview of an import");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await dialog.getByRole("button", { name: "Import 2 courses" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 of 2 sent: 2 created, 0 changed, 0 unchanged, 0 rejected.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect((await find(page, two)).getByRole("link")).toHaveText("Second; last");
});

test("S6.adm.23 a course request opens the form of a new course with the fields filled in", async ({ page }) => {
  const code = uniqueCourseCode();
  const request = { courseCode: code, courseName: "Falconry Basics", reason: "" };
  await (await apiClient(ADMIN)).post("/requests", request);
  await signIn(page, ADMIN, "/admin/requests");
  // The most requested courses come first, so this one may be on a later page.
  const make = page.getByRole("link", { name: `Create the course ${shown(code)}` });
  const more = page.getByRole("button", { name: "Show more" });
  await expect(async () => {
    // The button disappears when all are shown.
    await more.click({ timeout: 250 }).catch(() => undefined);
    expect(await make.count()).toBe(1);
  }).toPass();
  await page.setViewportSize(PHONE);
  const decide = await page.getByRole("button", { name: `Decide on ${shown(code)}` }).boundingBox();
  expect((decide?.x ?? 0) + (decide?.width ?? PHONE.width)).toBeLessThanOrEqual(PHONE.width - 16);
  await make.click();
  const dialog = page.getByRole("dialog", { name: "New course" });
  await expect(dialog.getByLabel("Course code")).toHaveValue(shown(code));
  await expect(dialog.getByLabel("Title")).toHaveValue("Falconry Basics");
  await dialog.getByRole("button", { name: "Create course" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/admin/courses");
  await expect((await find(page, code)).getByRole("link")).toHaveText("Falconry Basics");
});
