import { expect, type Locator, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import {
  ADMIN,
  accessTokenFor,
  apiClient,
  createStudent,
  fillSignIn,
  mailedCode,
  PASSWORD,
  signIn,
  signInNewStudent,
  signOut,
  uniqueName,
} from "../support/users";

const heartIn = (place: Locator) => place.getByRole("button", { name: /^liked?,/i });

/** Returns the course card with this title; other tests may move it. */
const guide = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

async function firstGuide(page: Page): Promise<Locator> {
  const heading = page.getByRole("article").first().getByRole("heading");
  // Skeleton cards without text are shown until the courses arrive.
  await expect(heading).not.toBeEmpty();
  return guide(page, (await heading.textContent()) ?? "");
}

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("S2.dash.2 S9.c.6 skeletons of the guides disappear at most 1 s after the data arrives", async ({ page }) => {
    await page.clock.install();
    const data = page.waitForResponse(/\/catalogue\/[^/]+\.bin$/);
    const letGo = await holdRequests(page, "**/catalogue/*.bin");
    await signInNewStudent(page);
    const skeletons = page.getByRole("main").locator(".guides > .card:has(.skeleton)");
    await expect(skeletons).toHaveCount(4);
    await expect(page.getByRole("article")).toHaveCount(0);

    // From here on, the test controls the page's clock, so that the load of the machine does not matter.
    await page.clock.pauseAt(Date.now() + 60_000);
    letGo();
    await (await data).finished();
    let passedMs = 0;
    await expect(async () => {
      if (passedMs < 1_000) await page.clock.runFor(50);
      passedMs += 50;
      expect(await skeletons.count()).toBe(0);
    }).toPass({ timeout: 30_000, intervals: [100] });
    await expect(page.getByRole("article")).toHaveCount(4);
  });
});

test("S2.route.9 the dashboard requires sign-in, and opens after sign-up, profile completion and sign-in", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/signin/);

  const username = uniqueName("Fresher");
  const email = `${username.toLowerCase()}@students.test`;
  await page.goto("/register");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(page.getByLabel(/code/i)).toBeVisible();
  await page.getByLabel(/code/i).fill(await mailedCode(email));
  await page.getByRole("button", { name: /confirm/i }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();

  // The card 'Complete profile' opens the form and disappears after the form is filled in.
  await page.getByRole("link", { name: "Complete profile" }).click();
  await expect(page).toHaveURL("/student-info");
  await page.getByLabel("Faculty").selectOption("Science");
  await page.getByLabel("Year").fill("1");
  await page.getByRole("button", { name: "Save & Continue" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Complete your profile" })).toHaveCount(0);

  await signOut(page);
  await fillSignIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Complete your profile" })).toHaveCount(0);
});

test("S2.dash.1 the heading names the product and the page, and the profile reminder is dismissed permanently", async ({
  page,
}) => {
  await signInNewStudent(page);
  const header = page.getByRole("main").locator("header").first();
  await expect(header.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expect(header.getByText("Note Ninja", { exact: true })).toBeVisible();
  await expect(header.getByText("Today's top study guides...", { exact: true })).toBeVisible();

  const card = page.getByRole("complementary", { name: "Complete your profile" });
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Not now" }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("S1.j.2 S6.stu.1 a student likes one of the top guides, and the like shows after a reload and on a second device", async ({
  page,
  secondDevicePage,
}) => {
  const student = await signInNewStudent(page);
  const guides = page.getByRole("article");
  await expect(guides).toHaveCount(4);
  for (const each of await guides.all()) await expect(heartIn(each)).toHaveAttribute("aria-pressed", "false");
  const liked = await firstGuide(page);
  const title = (await liked.getByRole("heading").textContent()) ?? "";
  const stored = page.waitForResponse((answer) => answer.url().includes("/api/likes/courses/"));
  await heartIn(liked).click();
  expect((await stored).ok()).toBe(true);
  await expect(page).toHaveURL("/");

  await page.reload();
  await expect(heartIn(liked)).toHaveAttribute("aria-pressed", "true");
  await expect(heartIn(liked)).toHaveAccessibleName(/^Liked, [1-9]/);

  await signIn(secondDevicePage, student);
  await expect(heartIn(guide(secondDevicePage, title))).toHaveAttribute("aria-pressed", "true");
});

test("S4.like.1 like button and count change at once, are stored, and then show the server's count", async ({
  page,
}) => {
  const code = await createCourse("A course to like");
  // Other students like the course too, so that the server's count differs from the optimistic one.
  const first = await apiClient(await createStudent());
  await first.put(`/likes/courses/${code}`, {});
  const other = await apiClient(await createStudent());
  await signInNewStudent(page, `/guide/${code}/notes`);
  const heart = heartIn(page.getByRole("main"));
  const isLiked = (name: string, pressed: boolean) =>
    Promise.all([
      expect(heart).toHaveAccessibleName(name),
      expect(heart).toHaveAttribute("aria-pressed", String(pressed)),
    ]);
  await isLiked("Like, 1", false);

  const letGo = await holdRequests(page, `**/api/likes/courses/${code}`);
  await heart.click();
  await isLiked("Liked, 2", true);
  expect(await other.get(`/courses/${code}`)).toMatchObject({ likes: 1 });
  await other.put(`/likes/courses/${code}`, {});
  letGo();
  await isLiked("Liked, 3", true);
  await page.reload();
  await isLiked("Liked, 3", true);

  const stored = page.waitForResponse((answer) => answer.url().endsWith(`/api/likes/courses/${code}`));
  const letGoAgain = await holdRequests(page, `**/api/likes/courses/${code}`);
  await heart.click();
  await isLiked("Like, 2", false);
  expect(await other.get(`/courses/${code}`)).toMatchObject({ likes: 3 });
  letGoAgain();
  expect((await stored).ok()).toBe(true);
  await page.reload();
  await isLiked("Like, 2", false);
});

test("S4.like.2 a rejected like is rolled back, shows an error on the dashboard and is logged on other pages", async ({
  page,
}) => {
  const letGo = await holdRequests(page, "**/api/likes/courses/*", (route) => fulfillProblem(route, 500, "internal"));
  await signInNewStudent(page);
  const notice = page.getByText("Failed to update like. Please try again.", { exact: true });
  await expect(page.getByRole("article")).toHaveCount(4);
  const onDashboard = heartIn(await firstGuide(page));
  const before = (await onDashboard.getAttribute("aria-label")) ?? "";
  await onDashboard.click();
  await expect(onDashboard).toHaveAttribute("aria-pressed", "true");
  await expect(onDashboard).not.toHaveAccessibleName(before);
  letGo();
  await expect(notice).toBeVisible();
  await expect(onDashboard).toHaveAttribute("aria-pressed", "false");
  await expect(onDashboard).toHaveAccessibleName(before);

  await page.goto("/browse");
  const logged = page.waitForEvent(
    "console",
    (message) => message.type() === "warning" && /like/i.test(message.text()),
  );
  const onBrowse = heartIn(await firstGuide(page));
  const there = (await onBrowse.getAttribute("aria-label")) ?? "";
  await onBrowse.click();
  await logged;
  await expect(onBrowse).toHaveAttribute("aria-pressed", "false");
  await expect(onBrowse).toHaveAccessibleName(there);
  // Toasts appear in order, so a toast of the like would be visible before this one.
  await page.route("**/api/me/courses/*", (route) => fulfillProblem(route, 500, "internal"));
  await page
    .getByRole("button", { name: /^Follow / })
    .first()
    .click();
  await expect(page.locator(".toast").first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("S4.like.3 a visitor's like is ignored, and no count goes below zero", async ({ page }) => {
  const code = await createCourse("A course nobody likes");
  const admin = await apiClient(ADMIN);
  const student = await createStudent();
  const authorization = `Bearer ${await accessTokenFor(student)}`;

  const { notes } = (await admin.get("/courses/CS246/notes")) as { notes: { items: { id: string }[] } };
  await page.goto(`/download/${notes.items[0]?.id}`);
  await expect(heartIn(page.getByRole("main"))).toHaveAttribute("aria-disabled", "true");
  const like = `/api/likes/courses/${code}`;
  expect((await page.request.put(like)).status()).toBe(401);
  expect(await admin.get(`/courses/${code}`)).toMatchObject({ likes: 0 });

  for (const time of ["once", "twice"]) {
    const answer = await page.request.delete(like, { headers: { authorization } });
    expect(await answer.json(), time).toEqual({ liked: false, count: 0 });
  }
  await signIn(page, student, `/guide/${code}/notes`);
  await expect(heartIn(page.getByRole("main"))).toHaveAccessibleName("Like, 0");
});
