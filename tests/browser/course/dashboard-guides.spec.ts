import { expect, type Locator, type Page } from "@playwright/test";
import { createCourse, publishAudio } from "../support/content";
import { button, playerBar, tabTo } from "../support/player";
import { disableBatching } from "../support/routes";
import { test } from "../support/test";
import {
  ADMIN,
  apiClient,
  createStudent,
  fillSignIn,
  signIn,
  signInNewStudent,
  signOut,
  uniqueName,
} from "../support/users";

const guides = (page: Page) => page.getByRole("region", { name: "Top study guides" }).getByRole("article");
const guide = (page: Page, title: string) =>
  guides(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const playOf = (card: Locator) => card.getByRole("button", { name: /^(Play|Pause) audio for / });
const inOrder = (page: Page, section: string) => page.getByRole("region", { name: section }).getByRole("link");

/** Creates a course with more and newer likes than those of other tests. */
async function likedCourse(): Promise<{ code: string; title: string }> {
  const title = uniqueName("Everybody likes ");
  const code = await createCourse(title, "What all the world learns.");
  const like = async () => (await apiClient(await createStudent())).put(`/likes/courses/${code}`, {});
  await Promise.all([like(), like(), like(), like()]);
  return { code, title };
}

test("S2.dash.3 S2.dash.4 S9.c.9 recently liked guides come first, with a like button and a button that plays their recordings", async ({
  page,
}) => {
  test.slow();
  const { code, title } = await likedCourse();
  await signInNewStudent(page);
  const card = guide(page, title);
  // The catalogue is published a moment later, so reload the page until it has the course.
  await expect(async () => {
    await page.reload();
    await expect(card).toBeVisible({ timeout: 8_000 });
  }).toPass({ timeout: 60_000 });
  await expect(guides(page)).toHaveCount(4);
  const places = await guides(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  expect(new Set(places.map(({ top }) => top)).size, "one row").toBe(1);
  expect(new Set(places.map(({ left }) => left)).size, "four columns").toBe(4);
  for (let place = 1; place <= 4; place += 1) {
    await expect(guides(page).nth(place - 1)).toContainText(new RegExp(`Study Guide ${place}(?!\\d)`));
  }
  await expect(card.getByRole("button", { name: /^Like, [4-9]$/ })).toBeVisible();
  await expect(card.getByText("What all the world learns.")).toBeVisible();

  // The play button is visible only on hover and focus.
  const play = playOf(card);
  await page.mouse.move(0, 0);
  await expect(play).toHaveCSS("opacity", "0");
  await card.hover();
  await expect(play).toHaveCSS("opacity", "1");
  await page.mouse.move(0, 0);
  await expect(play).toHaveCSS("opacity", "0");
  await tabTo(page, play);
  await expect(play).toHaveCSS("opacity", "1");

  // The course has no recordings yet, so the button opens its notes.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/guide/${code}/notes`);

  const older = await publishAudio("radio", `Radio about ${code}`, 30, code);
  const newer = await publishAudio("deep-dive", `Dive into ${code}`, 30, code);
  await page.goto("/");
  await card.hover();
  await play.click();
  await expect(playerBar(page)).toContainText(newer.title);
  await expect(button(playerBar(page), "Pause")).toBeVisible();
  await expect(page).toHaveURL("/");
  // The same button pauses playback. The queue continues with the recordings of the other shelf.
  await expect(play).toHaveAccessibleName(/^Pause audio/);
  await play.click();
  await expect(button(playerBar(page), "Play")).toBeVisible();
  await button(playerBar(page), "Next").click();
  await expect(playerBar(page)).toContainText(older.title);
});

test("S2.dash.5 S2.dash.6 S9.c.9 the dashboard lists six ways to study in order, each with its link", async ({
  page,
}) => {
  await signInNewStudent(page);
  const tiles = inOrder(page, "Study modes");
  await expect(tiles).toHaveText([
    /^Cram Mode\s*Everything$/,
    /^Deep Dive\s*Chapter Notes$/,
    /^Exam Review\s*Midterm\/Final$/,
    /^Quick Recap\s*Summary$/,
    /^Night Owl\s*R&B$/,
    /^Chill Review\s*Rock$/,
  ]);
  const places = [
    ["/cram-mode", "Cram Mode"],
    ["/deep-dive", "Deep Dive"],
    ["/exam-review", "Exam Review"],
    ["/quick-recap", "Quick Recap"],
    ["/night-owl", "Night Owl"],
    ["/chill-review", "Chill Review"],
  ] as const;
  for (const [index, [address, heading]] of places.entries()) {
    await tiles.nth(index).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await page.goBack();
  }
});

test("S2.dash.7 the dashboard shows an empty state with a next step when there are no courses", async ({ page }) => {
  await page.route("**/catalogue/manifest.json", (route) => route.fulfill({ status: 404, body: "" }));
  await signInNewStudent(page);
  await expect(page.getByText("No Study Guides Yet", { exact: true })).toBeVisible();
  await expect(page.getByText("Start by adding a study guide.", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Request a Course" })).toBeVisible();
  await expect(guides(page)).toHaveCount(0);

  await signOut(page);
  await signIn(page, ADMIN);
  await page.getByRole("main").getByRole("link", { name: "Setup Study Guides" }).click();
  await expect(page).toHaveURL("/setup-guides");
});

test("S2.dash.8 the dashboard links to the last visited courses on this device until the student signs out", async ({
  page,
}) => {
  const student = await signInNewStudent(page);
  const recent = inOrder(page, "Recently opened");
  await expect(guides(page)).toHaveCount(4);
  await expect(recent).toHaveCount(0);
  for (const code of ["MATH137", "CS246", "MATH137", "STAT230"]) {
    await page.goto(`/guide/${code}/notes`);
    await expect(page.getByRole("heading", { name: "Uploaded Notes" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Liked?, / }).first()).toBeVisible();
  }
  // A course that does not exist is not added to the list.
  await page.goto("/guide/NONE999/notes");
  await expect(page.getByText("Course not found.")).toBeVisible();
  await page.goto("/");
  await expect(recent).toHaveCount(3);
  const addresses = await recent.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(addresses).toEqual(["/guide/STAT230/notes", "/guide/MATH137/notes", "/guide/CS246/notes"]);

  await signOut(page);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("STAT230");
  await fillSignIn(page, student);
  await expect(guides(page)).toHaveCount(4);
  await expect(recent).toHaveCount(0);
});

test("S2.dash.8 S2.notes.10 S2.notes.11 new notes of followed courses are listed and can be saved, and a failed request can be retried", async ({
  page,
}) => {
  const student = await createStudent();
  const api = await apiClient(student);
  await api.put("/me/courses/CS246", {});
  await disableBatching(page);
  // The page sends the request three times before it shows the error.
  await page.route("**/api/me/new-notes", (route) => route.abort(), { times: 3 });
  await signIn(page, student);
  const section = page.getByRole("region", { name: "New in your courses" });
  await expect(section.getByRole("alert")).toContainText("Could not load new notes");
  await section.getByRole("button", { name: "Retry" }).click();
  const links = section.getByRole("link");
  await expect(links.first()).toBeVisible();
  await expect(section.getByRole("alert")).toHaveCount(0);
  await expect(section.getByText("CS 246").first()).toBeVisible();
  const title = (await links.first().textContent()) ?? "";
  const card = section.getByRole("article", { name: title, exact: true });
  await expect(card.getByRole("link", { name: "Download PDF" })).toHaveAttribute("target", "_blank");
  await expect(card.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await card.getByRole("button", { name: "Add to My Notes" }).click();
  await expect(card.getByRole("button", { name: "Added to My Notes" })).toBeDisabled();
  await links.first().click();
  await expect(page).toHaveURL(/\/download\//);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});
