import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { apiClient, createStudent, fillSignIn, signIn, signInNewStudent, signOut, uniqueName } from "../support/users";

const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const followButton = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Follow(ing)?$/ });

test("S9.c.13 following a student updates the count at once and on the server, and appears in the lists", async ({
  page,
}) => {
  const star = await createStudent("star");
  const fan = await signInNewStudent(page, `/u/${star.username}`, "fan");
  const followers = page.getByRole("button", { name: /followers?$/ });
  await expect(followers).toHaveText("0 followers");
  const stored = () => page.waitForResponse((answer) => answer.url().includes("/api/me/students/") && answer.ok());
  const follow = await holdRequests(page, "**/api/me/students/*");
  await followButton(page).click();
  await expect(followButton(page)).toHaveText("Following");
  await expect(followers).toHaveText("1 follower");
  const followed = stored();
  follow();
  await followed;
  await page.reload();
  await expect(followButton(page)).toHaveAttribute("aria-pressed", "true");
  await followers.click();
  const list = dialogOf(page, "Followers");
  await list.getByRole("link", { name: `@${fan.username}` }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${fan.username}`);
  await expect(list).toHaveCount(0);
  await expect(page.getByRole("button", { name: "1 following" })).toBeVisible();
  await expect(followButton(page)).toHaveCount(0);
  await page.getByRole("button", { name: "1 following" }).click();
  await expect(dialogOf(page, "Following").getByRole("link")).toHaveText([/star/]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "1 following" })).toBeFocused();
  await page.getByRole("button", { name: "0 followers" }).click();
  await expect(dialogOf(page, "Followers")).toContainText(`Nobody follows @${fan.username} yet.`);
  await page.keyboard.press("Escape");

  await page.goto(`/u/${star.username}`);
  await page.unroute("**/api/me/students/*");
  const leave = await holdRequests(page, "**/api/me/students/*");
  await followButton(page).click();
  await expect(followers).toHaveText("0 followers");
  const left = stored();
  leave();
  await left;
  await page.reload();
  await expect(followers).toHaveText("0 followers");
});

test("S9.c.13 a rejected follow is rolled back, and a list that failed to load offers a retry", async ({ page }) => {
  const star = await createStudent("star");
  await signInNewStudent(page, `/u/${star.username}`, "fan");
  await page.route("**/api/me/students/*", (route) => fulfillProblem(route, 500, "internal", "The shelf is full."));
  await followButton(page).click();
  await expect(page.getByText("The shelf is full.")).toBeVisible();
  await expect(followButton(page)).toHaveText("Follow");
  await expect(page.getByRole("button", { name: "0 followers" })).toBeVisible();

  await page.route("**/api/students/*/followers", (route) =>
    fulfillProblem(route, 500, "internal", "The list is torn.", "Jk3rEhMyoAMEJHw="),
  );
  await page.getByRole("button", { name: "0 followers" }).click();
  const alert = dialogOf(page, "Followers").getByRole("alert");
  await expect(alert).toContainText("The list is torn. If it keeps happening, report it with this reference.");
  await expect(alert.getByText("Reference: Jk3rEhMyoAMEJHw=", { exact: true })).toBeVisible();
  await page.unroute("**/api/students/*/followers");
  await dialogOf(page, "Followers").getByRole("button", { name: "Retry" }).click();
  await expect(dialogOf(page, "Followers")).toContainText("Nobody follows");
});

test("S8.pub.1 a visitor sees the counts, the list of followers says 'Not logged in.', and following continues after signing in", async ({
  page,
}) => {
  const star = await createStudent("star");
  const visitor = await createStudent("visitor");
  await page.goto(`/u/${star.username}`);
  await page.getByRole("button", { name: "0 followers" }).click();
  await expect(dialogOf(page, "Followers").getByText("Not logged in.", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Sign in to follow" }).click();
  await fillSignIn(page, visitor);
  await expect(page).toHaveURL(`/u/${star.username}`);
  await followButton(page).click();
  await expect(page.getByRole("button", { name: "1 follower" })).toBeVisible();
});

test("S7.rd.3 a former username redirects to the new one until another student claims it", async ({ page }) => {
  const student = await createStudent("before");
  const other = await createStudent("claimer");
  const now = `${student.username}-After`;
  await (await apiClient(student)).patch("/me/profile", { username: now });
  await page.goto("/browse");
  await page.goto(`/u/${student.username}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${now}`);
  await expect(page).toHaveURL(`/u/${now.toLowerCase()}`);
  // The old URL is replaced, so Back does not return to it.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/u\//);

  await (await apiClient(other)).patch("/me/profile", { username: student.username });
  await page.goto(`/u/${student.username}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`@${student.username}`);
  await expect(page).toHaveURL(`/u/${student.username}`);
});

test("S2.pub.2 'Show my courses' hides the courses from others but not from the student", async ({ page }) => {
  const student = await createStudent("private");
  const api = await apiClient(student);
  const { notes } = (await api.get("/courses/CS246/notes")) as { notes: { items: { id: string }[] } };
  await api.put(`/me/notes/${notes.items[0]?.id}`, {});
  await signIn(page, student, "/profile");
  const shows = page.getByRole("switch", { name: "Show my courses" });
  await expect(shows).toBeChecked();
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/me/profile") && answer.ok());
  await shows.click();
  await saved;
  await page.reload();
  await expect(shows).not.toBeChecked();
  await expect(page.getByRole("link", { name: /Sign-in and data/ })).toHaveAttribute("href", "/profile/security");

  await page.goto("/account");
  const top = page.getByRole("region", { name: "Top Courses this Month" });
  await expect(top.getByRole("link", { name: "CS 246" })).toBeVisible();
  await expect(top).toContainText("Only you can see this.");
  await signOut(page);
  await page.goto(`/u/${student.username}`);
  await expect(top).toContainText("keeps their courses private.");
  await expect(top.getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("main").locator("header")).not.toContainText("course");
});

test("S9.c.13 the dashboard shows what followed students started and shared, with links", async ({ page }) => {
  const star = await createStudent("star");
  const title = uniqueName("Feeding ");
  const code = await createCourse(title);
  const note = await publishNote(code, "The first note");
  const asStar = await apiClient(star);
  await asStar.put(`/me/notes/${note}`, {});
  await asStar.post("/me/playlists", { name: "Finals week" });
  const fan = await signInNewStudent(page, "/", "fan");
  await expect(page.getByRole("region", { name: "Top study guides" })).toBeVisible();
  const feed = page.getByRole("region", { name: "From students you follow" });
  await expect(feed).toHaveCount(0);
  await (await apiClient(fan)).put(`/me/students/${star.username}`, {});

  await page.reload();
  await expect(feed.getByRole("listitem")).toHaveText([
    new RegExp(`${star.username} shared the playlist Finals week`),
    new RegExp(`${star.username} started .*: ${title}`),
  ]);
  await feed.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Notes for ${code.replace(/(\d)/, " $1")}`);
  await expect(page.getByRole("main")).toContainText(title);
});
