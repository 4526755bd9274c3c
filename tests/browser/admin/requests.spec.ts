import { expect, type Page } from "@playwright/test";
import { disableBatching, fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import {
  ADMIN,
  apiClient,
  createStudent,
  signIn,
  signInByForm,
  signInNewStudent,
  uniqueCourseCode,
} from "../support/users";

const REQUIRED = "Please fill in all required fields";
const FAILED = "Failed to submit course request. Please try again.";
const DONE = "Course request submitted successfully!";

const button = (page: Page) => page.getByRole("main").getByRole("button", { name: "Request", exact: true });

interface Filed {
  courseCode: string;
  courseName: string;
  reason: string;
  requesterId: string;
  requesterName: string;
}

test("S2.route.12 /upload is for members and shows the course request form, not an upload form", async ({ page }) => {
  // A visitor is redirected to the sign-in page, and then back to /upload.
  await signInByForm(page, await createStudent(), "/upload");
  await expect(page).toHaveURL("/upload");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Request a Course");
  await expect(button(page)).toBeEnabled();
  await expect(page.locator("input[type=file]")).toHaveCount(0);
});

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("S1.j.5 S2.req.1 S2.req.2 S4.form.1 S4.nav.1 S8.rq.2 S9.c.6 a student who finds no course requests it, and an administrator sees the request", async ({
    page,
  }) => {
    await page.clock.install();
    const admin = await apiClient(ADMIN);
    const code = uniqueCourseCode();
    const student = await signInNewStudent(page, "/browse");
    await page.getByPlaceholder("Search for courses, profiles...").fill("basket weaving for beginners");
    // The code of the form loads only after the typing.
    const show = await holdRequests(page, "**/assets/request-course-*.js");
    await page.getByRole("link", { name: "Request a course" }).click();
    await page.clock.runFor(400);
    show();
    await expect(page).toHaveURL("/upload");

    const typed = page.getByLabel("Course code", { exact: true });
    await typed.pressSequentially(code.slice(0, 3).toLowerCase());
    await expect(typed).toHaveValue(code.slice(0, 3));
    await typed.pressSequentially(code.slice(3).toLowerCase());
    await expect(typed).toHaveValue(code);
    await page.getByLabel("Course name", { exact: true }).fill("Basket Weaving");
    // A reason is optional.
    await expect(page.getByLabel("Reason")).toHaveValue("");

    const letGo = await holdRequests(page, "**/api/requests");
    await button(page).click();
    await expect(page.getByRole("button", { name: "Submitting...", exact: true })).toBeDisabled();
    for (const field of ["Course code", "Course name", "Reason", "Send anonymously"]) {
      await expect(page.getByLabel(field), field).toBeDisabled();
    }
    // Only a short time, because pending requests would time out.
    await page.clock.pauseAt(Date.now() + 1_000);
    letGo();
    await expect(async () => {
      await page.clock.runFor(10);
      await expect(page.getByText(DONE, { exact: true })).toBeVisible({ timeout: 100 });
    }).toPass();
    await page.clock.runFor(1_800);
    await expect(page).toHaveURL("/upload");
    await page.clock.runFor(300);
    await expect(page).toHaveURL("/browse");

    const filed = (await admin.get("/requests")) as { items: Filed[] };
    expect(filed.items.filter((each) => each.courseCode === code)).toEqual([
      expect.objectContaining({ courseName: "Basket Weaving", reason: "", requesterName: student.username }),
    ]);
  });
});

test("S2.req.1 a request can be sent anonymously, with a reason", async ({ page }) => {
  const admin = await apiClient(ADMIN);
  const code = uniqueCourseCode();
  await signInNewStudent(page, "/upload");
  await page.getByLabel("Course code").fill(code);
  await page.getByLabel("Course name").fill("Quiet Studies");
  await page.getByLabel("Reason").fill("I would rather not say.");
  await page.getByLabel("Send anonymously").check();
  await button(page).click();
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  const filed = (await admin.get("/requests")) as { items: Filed[] };
  expect(filed.items.filter((each) => each.courseCode === code)).toEqual([
    expect.objectContaining({ reason: "I would rather not say.", requesterName: "Anonymous", requesterId: "" }),
  ]);
});

test("S5.rq.1 code and name are required, in the form and by the server", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/requests")) sent.push(request.method());
  });
  await signInNewStudent(page, "/upload");
  for (const [code, name] of [
    ["", ""],
    ["CS 999", "   "],
    ["", "Basket Weaving"],
  ] as const) {
    await page.getByLabel("Course code").fill(code);
    await page.getByLabel("Course name").fill(name);
    await button(page).click();
    await expect(page.getByText(REQUIRED, { exact: true })).toBeVisible();
    const answer = await page.request.post("/api/requests", { data: { courseCode: code, courseName: name } });
    const { fields } = (await answer.json()) as { fields: { message: string }[] };
    expect([answer.status(), fields[0]?.message]).toEqual([422, REQUIRED]);
    await page.reload();
    await expect(button(page)).toBeVisible();
    await expect(page.getByText(REQUIRED)).toHaveCount(0);
  }
  expect(sent).toEqual([]);
});

test("S8.rq.1 a failed request shows an error and can be retried", async ({ page }) => {
  const admin = await apiClient(ADMIN);
  const code = uniqueCourseCode();
  await signInNewStudent(page, "/upload");
  await page.getByLabel("Course code").fill(code);
  await page.getByLabel("Course name").fill("Second Attempts");
  await page.route("**/api/requests", (route) => fulfillProblem(route, 500, "internal"));
  await button(page).click();
  await expect(page.getByText(FAILED, { exact: true })).toBeVisible();
  await expect(page.getByLabel("Course name")).toHaveValue("Second Attempts");
  await page.unroute("**/api/requests");
  await button(page).click();
  await expect(page.getByText(DONE, { exact: true })).toBeVisible();
  await expect(page.getByText(FAILED, { exact: true })).toHaveCount(0);
  const filed = (await admin.get("/requests")) as { items: Filed[] };
  expect(filed.items.filter((each) => each.courseCode === code)).toHaveLength(1);
});

test("S2.req.3 requests for one course are combined, and 'Me too' takes one click and can be undone", async ({
  page,
}) => {
  const code = uniqueCourseCode();
  const shown = code.replace(/(\d)/, " $1");
  const first = await apiClient(await createStudent());
  await first.post("/requests", { courseCode: code, courseName: "Basket Weaving", reason: "I like baskets." });
  await signInNewStudent(page, "/upload");
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();

  await page.getByLabel("Course code").fill(code.toLowerCase());
  await expect(page.getByText(`1 student asked for ${shown}.`)).toBeVisible();
  await page.getByRole("button", { name: "Me too" }).click();
  await expect(page.getByText(`You asked for ${shown}, and so did 1 other.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Me too" })).toHaveCount(0);
  const mine = page.getByRole("region", { name: "Your requests" });
  await expect(mine.getByRole("listitem")).toContainText(["Basket Weaving"]);
  await expect(mine.getByRole("listitem")).toContainText(["2 requests"]);

  await mine.getByRole("button", { name: `Withdraw the request for ${shown}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await expect(page.getByText(`1 student asked for ${shown}.`)).toBeVisible();
});

test("S2.req.3 requesting an existing course says so and links to it", async ({ page }) => {
  await signInNewStudent(page, "/upload");
  await page.getByLabel("Course code").fill("cs246");
  await expect(page.getByText("CS 246 is already here.")).toBeVisible();
  await page.getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL("/guide/CS246/notes");
});

test("S1.j.5 S2.req.4 an administrator reads the reasons and decides, and the requester sees the decision", async ({
  page,
  secondDevicePage: office,
}) => {
  const code = uniqueCourseCode();
  const shown = code.replace(/(\d)/, " $1");
  const student = await createStudent();
  const asking = await apiClient(student);
  await asking.post("/requests", { courseCode: code, courseName: "Basket Weaving", reason: "I like baskets." });

  await signIn(office, ADMIN, "/admin/requests");
  const row = office.getByRole("region", { name: "Requests" }).getByRole("listitem").filter({ hasText: shown });
  await row.getByRole("button", { name: `Reasons for ${shown}` }).click();
  await expect(row.getByText("I like baskets.")).toBeVisible();
  await expect(row.getByText(student.username)).toBeVisible();
  await row.getByRole("button", { name: `Decide on ${shown}` }).click();
  const dialog = office.getByRole("dialog");
  await dialog.getByLabel("State").selectOption("Planned");
  await dialog.getByLabel("Answer").fill("It comes in January.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await office.getByRole("button", { name: "Planned" }).click();
  await expect(office).toHaveURL("/admin/requests?state=planned");
  await expect(row).toContainText("It comes in January.");

  await signIn(page, student, "/upload");
  const mine = page.getByRole("region", { name: "Your requests" }).getByRole("listitem");
  await expect(mine).toContainText("Planned");
  await expect(mine).toContainText("It comes in January.");
});

test("S2.req.4 requests that failed to load can be retried", async ({ page }) => {
  await disableBatching(page);
  await page.route("**/api/me/requests*", (route) => fulfillProblem(route, 500, "internal"));
  await signInNewStudent(page, "/upload");
  await expect(page.getByRole("heading", { name: "Could not load your requests" })).toBeVisible();
  await page.unroute("**/api/me/requests*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
});
