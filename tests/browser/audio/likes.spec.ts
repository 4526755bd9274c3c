import { expect, type Locator, type Page } from "@playwright/test";
import { createCourse, publishAudio } from "../support/content";
import { mobilePlayer, PHONE, playerBar } from "../support/player";
import { fulfillProblem, holdRequests } from "../support/routes";
import { row } from "../support/shelves";
import { test } from "../support/test";
import { apiClient, createStudent, signIn, signInNewStudent, uniqueCourseCode } from "../support/users";

const heartIn = (place: Locator) => place.getByRole("button", { name: /^liked?(, \d+)?$/i });

async function isLiked(heart: Locator, name: string | RegExp, pressed: boolean): Promise<void> {
  await expect(heart).toHaveAccessibleName(name);
  await expect(heart).toHaveAttribute("aria-pressed", String(pressed));
}

test("S3.like.2 S4.like.1 a recording starts with 0 likes, and a like shows in its row and in the player", async ({
  page,
}) => {
  test.slow();
  const note = await publishAudio("quick-recap", `Recap ${uniqueCourseCode()}`, 30);
  const student = await createStudent();
  await signIn(page, student, "/quick-recap");
  const inRow = heartIn(row(page, note.title));
  await isLiked(inRow, "Like, 0", false);
  const stored = page.waitForResponse((answer) => answer.url().endsWith(`/api/likes/audio/${note.id}`));
  await inRow.click();
  await isLiked(inRow, "Liked, 1", true);
  expect(await (await stored).json()).toEqual({ liked: true, count: 1 });
  await expect(playerBar(page)).toHaveCount(0);

  await page.reload();
  await isLiked(inRow, "Liked, 1", true);
  await row(page, note.title)
    .getByRole("button", { name: `Play ${note.title}` })
    .click();
  const inBar = heartIn(playerBar(page));
  await isLiked(inBar, "Like", true);
  await inBar.click();
  await isLiked(inBar, "Like", false);
  await isLiked(inRow, "Like, 0", false);

  // On a phone, rows have no like button. The player has one.
  await page.setViewportSize(PHONE);
  await expect(inRow).toBeHidden();
  await playerBar(page).getByRole("button", { name: note.title }).first().click();
  const inSheet = heartIn(mobilePlayer(page));
  await isLiked(inSheet, "Like", false);
  await inSheet.click();
  await isLiked(inSheet, "Like", true);
  const api = await apiClient(student);
  await expect.poll(async () => (await api.get("/me/likes")) as unknown).toMatchObject({ audio: [note.id] });
});

test("S4.like.2 a rejected like of a recording is rolled back and logged", async ({ page }) => {
  const note = await publishAudio("quick-recap", `Refused ${uniqueCourseCode()}`);
  await signInNewStudent(page, "/quick-recap");
  const letGo = await holdRequests(page, "**/api/likes/audio/*", (route) => fulfillProblem(route, 500, "internal"));
  const heart = heartIn(row(page, note.title));
  await isLiked(heart, "Like, 0", false);
  const logged = page.waitForEvent("console", (message) => /like was refused/i.test(message.text()));
  await heart.click();
  await isLiked(heart, "Liked, 1", true);
  letGo();
  await logged;
  await isLiked(heart, "Like, 0", false);
  // Toasts appear in order, so a toast of the like would be visible before this one.
  await page.getByRole("main").getByRole("button", { name: "Add to queue", exact: true }).click();
  await expect(page.locator(".toast").first()).toBeVisible();
  await expect(page.getByText("Failed to update like. Please try again.")).toHaveCount(0);
});

test("S4.like.3 a visitor's like button does nothing and says 'Sign in to like'", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/likes/") && asked.push(request.url()));
  const note = await publishAudio("quick-recap", `For visitors ${uniqueCourseCode()}`);
  await page.goto("/quick-recap");
  const heart = heartIn(row(page, note.title));
  await expect(heart).toHaveAttribute("aria-disabled", "true");
  await expect(heart).toHaveAccessibleDescription("Sign in to like");
  const before = (await heart.getAttribute("aria-label")) ?? "";
  await heart.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Sign in to like");
  await page.mouse.move(0, 0, { steps: 8 });
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await heart.focus();
  await expect(page.getByRole("tooltip")).toHaveText("Sign in to like");
  await page.keyboard.press("Enter");
  await isLiked(heart, before, false);
  expect(asked).toEqual([]);
});

test("S7.wr.5 likes stored on this device show first, then the server's replace them", async ({ page }) => {
  const code = await createCourse("A course to remember");
  const student = await createStudent();
  const api = await apiClient(student);
  await signIn(page, student, `/guide/${code}/notes`);
  const heart = heartIn(page.getByRole("main").locator("header"));
  // Another student likes the course after the page was rendered. The response to the own like then has a count of 2,
  // which the device stores.
  await expect(heart).toHaveAccessibleName("Like, 0");
  const other = await apiClient(await createStudent());
  await other.put(`/likes/courses/${code}`, {});
  const stored = page.waitForResponse((answer) => answer.url().includes("/api/likes/courses/"));
  await heart.click();
  await stored;
  await isLiked(heart, "Liked, 2", true);
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /like/.test(key)));
  await expect.poll(async () => (await kept()).some((key) => key.endsWith(":likes"))).toBe(true);
  expect((await kept()).some((key) => key.endsWith(`:like:courses:${code}`))).toBe(true);

  // The like is removed on another device.
  await other.delete(`/likes/courses/${code}`);
  await api.delete(`/likes/courses/${code}`);
  const letGo = await holdRequests(page, "**/api/me/start");
  // The page receives a count that is as old as the stored one.
  await page.route(`**/api/courses/${code}/notes*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { course: { likes: number } };
    await route.fulfill({ response: answer, json: { ...body, course: { ...body.course, likes: 0 } } });
  });
  await page.reload();
  await isLiked(heart, "Liked, 2", true);
  letGo();
  await isLiked(heart, "Like, 0", false);
  // From here on, the stored count comes from the server.
  await page.unroute("**/api/me/start");
  const answerAgain = await holdRequests(page, "**/api/me/start");
  await page.reload();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  answerAgain();
  await isLiked(heart, "Like, 0", false);

  // The server's response also clears the storage; the page must not depend on it.
  await page.route("**/api/auth/sign-out", (route) => route.abort());
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/signin/);
  expect(await kept()).toEqual([]);
});

test("S2.my.6 a note has the same like on its course page and in My Notes", async ({ page }: { page: Page }) => {
  const student = await createStudent();
  const api = await apiClient(student);
  const { notes } = (await api.get("/courses/CS246/notes")) as { notes: { items: { id: string; title: string }[] } };
  const note = notes.items[0];
  if (!note) throw new Error("the sample content has no note for CS 246");
  await api.put(`/me/notes/${note.id}`, {});
  await signIn(page, student, "/guide/CS246/notes");
  const card = page.getByRole("article", { name: note.title });
  await heartIn(card).click();
  await isLiked(heartIn(card), /^Liked, [1-9]/, true);
  await page.goto("/my-notes");
  await isLiked(heartIn(page.getByRole("article", { name: note.title })), /^Liked, [1-9]/, true);
  await page.goto(`/download/${note.id}`);
  await isLiked(heartIn(page.getByRole("main")), /^Liked, [1-9]/, true);
});
