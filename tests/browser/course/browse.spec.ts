import { expect } from "@playwright/test";
import { box, waitForPlayer } from "../support/player";
import { holdRequests } from "../support/routes";
import { test } from "../support/test";
import { createStudent, signInNewStudent } from "../support/users";

test("S2.browse.1 S2.browse.2 S2.browse.9 S9.c.8 S9.c.9 guides have three columns, and tabs appear when text is typed", async ({
  page,
}) => {
  await signInNewStudent(page, "/browse");
  const cards = page.getByRole("article");
  await expect(cards.nth(3)).toBeVisible();
  const tops = await cards.evaluateAll((all) =>
    all.slice(0, 4).map((card) => Math.round(card.getBoundingClientRect().top)),
  );
  expect(new Set(tops.slice(0, 3)).size).toBe(1);
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);
  const card = await cards.first().boundingBox();
  expect([Math.round(card?.width ?? 0), Math.round(card?.height ?? 0)], "14.5rem by 18.75rem").toEqual([232, 300]);

  const lines = cards.first().locator("p").first();
  expect(await lines.evaluate((text) => getComputedStyle(text).webkitLineClamp), "lines of description").toBe("2");

  const box = page.getByPlaceholder("Search for courses, profiles...", { exact: true });
  await expect(page.getByRole("tab")).toHaveCount(0);
  await box.fill("m");
  await expect(page.getByRole("tab")).toHaveText([/^Study Guides ?\d*$/, /^Profiles ?\d*$/]);
  await expect(page.getByRole("option").first()).toBeVisible();
  const drop = page.getByRole("search").locator(".drop");
  expect((await drop.boundingBox())?.height, "16rem").toBeLessThanOrEqual(256);
  // A short list is never that high, so check the limit itself.
  await expect(drop).toHaveCSS("max-height", "256px");
  await box.fill("");
  await expect(page.getByRole("tab")).toHaveCount(0);
});

test("S2.browse.10 S5.se.1 S8.se.1 Enter opens the page of the matching course, or says that there is none", async ({
  page,
}) => {
  const { username } = await signInNewStudent(page, "/browse", "entering");
  const box = page.getByPlaceholder("Search for courses, profiles...");
  await box.fill("underwater basket weaving");
  await box.press("Enter");
  await expect(page.getByText("Course not found.", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/browse/);
  // Enter does nothing if the text consists of spaces.
  await box.fill("   ");
  await box.press("Enter");
  await expect(page.getByText("Course not found.", { exact: true })).toHaveCount(0);
  await expect(page).toHaveURL(/\/browse/);
  await box.fill("  cs246 ");
  await expect(page.getByRole("option").first()).toContainText("CS 246");
  await box.press("Enter");
  await expect(page).toHaveURL("/download/CS246");
  await page.goBack();
  await box.fill("oriented soft");
  await expect(page.getByRole("option").first()).toContainText("CS 246");
  await box.press("Enter");
  await expect(page).toHaveURL("/download/CS246");
  await page.goBack();
  // No course has exactly this code or title: Enter opens the first suggestion.
  await box.fill("stat 2");
  const first = page.getByRole("option").first();
  await expect(first).toContainText(/STAT 2\d\d/);
  const [, number] = /STAT (2\d\d)/.exec((await first.textContent()) ?? "") ?? [];
  await box.press("Enter");
  await expect(page).toHaveURL(`/guide/STAT${number}/notes`);
  await page.goBack();
  // On the tab of profiles, Enter opens the first profile.
  await box.fill(username);
  await page.getByRole("tab", { name: "Profiles" }).click();
  await expect(page.getByRole("option")).toHaveCount(1);
  await box.press("Enter");
  await expect(page).toHaveURL(`/u/${username.toLowerCase()}`);
});

test("S2.browse.3 S1.j.3 one search box finds a course by code and title, and another student", async ({ page }) => {
  const other = await createStudent("schoolmate");
  await signInNewStudent(page, "/browse");
  const box = page.getByPlaceholder("Search for courses, profiles...");
  await box.fill("cs-246");
  const first = page.getByRole("option").first();
  await expect(first).toContainText("CS 246");
  await expect(first).toContainText("Object-Oriented");
  await first.click();
  await expect(page).toHaveURL("/guide/CS246/notes");
  await page.goBack();
  await box.fill(other.username.slice(0, -1));
  await page.getByRole("tab", { name: "Profiles" }).click();
  await page.getByRole("option", { name: new RegExp(other.username) }).click();
  await expect(page).toHaveURL(`/u/${other.username.toLowerCase()}`);
  await expect(page.getByText(`@${other.username}`, { exact: true })).toBeVisible();
});

test("S2.browse.3 S2.browse.10 arrow keys move through the matches and back to the box, and Enter opens the active one", async ({
  page,
}) => {
  await signInNewStudent(page, "/browse");
  const box = page.getByPlaceholder("Search for courses, profiles...");
  await box.fill("math 13");
  const first = page.getByRole("option").first();
  await expect(first).toContainText("MATH 13");
  await box.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("option").filter({ hasText: "Enter" })).toHaveCount(1);
  await expect(first).toContainText("Enter");
  await expect(box).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id")) ?? "none");
  // Enter that confirms a word of an input method opens nothing, and Home moves the cursor in the text.
  await box.dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await box.press("Home");
  await expect(box).toBeFocused();
  await expect(first).toHaveAttribute("aria-selected", "true");
  await box.press("ArrowUp");
  await expect(first).toHaveAttribute("aria-selected", "false");
  await expect(box).not.toHaveAttribute("aria-activedescendant");
  expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0);
  await expect(page).toHaveURL(/\/browse/);
  // Even right after the arrow key, Enter opens the selected option and not the first match.
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/guide\/MATH13\d\/notes$/);
});

test("S2.browse.3 searching sends no request", async ({ page }) => {
  // The search index of notes loads before the student types.
  const notesAreThere = page.waitForResponse(/\/library\/notes-/);
  await signInNewStudent(page, "/browse");
  const box = page.getByPlaceholder("Search for courses, profiles...");
  await box.fill("cs");
  await expect(page.getByRole("option").first()).toBeVisible();
  await Promise.all([waitForPlayer(page), notesAreThere]);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await box.pressSequentially("246");
  await expect(page.getByRole("option").first()).toContainText("CS 246");
  // Ignore requests that the typed text does not cause: the browser requests the icon again when the URL changes, the page
  // polls the manifest, loads the command palette when idle, and reads the resume positions, and the first search loads
  // the index of transcripts.
  const isIgnored = (url: string) =>
    /\/icon\.svg$|\/catalogue\/manifest\.json$|\/assets\/deferred-shell-|\/api\/me\/positions$/.test(url) ||
    /\/inside\/audio_|\/assets\/(full-text-worker|inside_core_bg)-/.test(url);
  expect(asked.filter((url) => !isIgnored(url))).toEqual([]);
});

test("S2.browse.3 S2.browse.10 Back restores a search, even if the page was left right after typing", async ({
  page,
}) => {
  await signInNewStudent(page, "/browse");
  const box = page.getByPlaceholder("Search for courses, profiles...");
  await box.fill("algebra");
  await expect(page).toHaveURL("/browse?q=algebra");
  // If text is entered and opened at once, the URL changes twice in quick succession.
  await box.fill("cs-246");
  await box.press("Enter");
  await expect(page).toHaveURL("/download/CS246");
  await page.goBack();
  await expect(page).toHaveURL("/browse?q=cs-246");
  await expect(box).toHaveValue("cs-246");
  await box.fill("math 135");
  const first = page.getByRole("option").first();
  await expect(first).toContainText("MATH 135");
  await first.click();
  await expect(page).toHaveURL("/guide/MATH135/notes");
  await page.goBack();
  await expect(box).toHaveValue("math 135");
  await box.fill("");
  await expect(page).toHaveURL("/browse");
});

test("S4.dd.1 the dropdown opens on typing, closes on blur, and a click still selects a match", async ({ page }) => {
  await signInNewStudent(page, "/browse");
  const box = page.getByPlaceholder("Search for courses, profiles...");
  await box.fill("math");
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("listbox")).toBeHidden();
  await box.focus();
  await expect(page.getByRole("listbox")).toBeVisible();
  await box.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await box.fill("math1");
  await expect(page.getByRole("option").first()).toContainText("MATH 1");
  // Enter closes the list at once, even without a match.
  await box.fill("math1 nowhere");
  await box.press("Enter");
  await expect(page.getByText("Course not found.", { exact: true })).toBeVisible();
  await expect(page.getByRole("listbox")).toBeHidden();
  await box.fill("math1");
  await page.getByRole("option").first().click();
  await expect(page).toHaveURL(/\/guide\/MATH1\d\d\/notes/);
});

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("S4.dd.1 S9.c.6 the dropdown closes 150 ms after blur", async ({ page }) => {
    await page.clock.install();
    await signInNewStudent(page, "/browse");
    await page.getByPlaceholder("Search for courses, profiles...").fill("math");
    const list = page.getByRole("listbox");
    await expect(list).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("heading", { level: 1 }).click();
    await page.clock.runFor(140);
    await expect(list).toBeVisible();
    await page.clock.runFor(20);
    await expect(list).toBeHidden();
  });
});

test("S2.browse.4 S2.browse.5 the Profiles tab finds a student by a prefix of the username", async ({ page }) => {
  const student = await signInNewStudent(page, "/browse", "findme");
  const box = page.getByPlaceholder("Search for courses, profiles...");
  await box.fill(student.username.slice(0, -1).toUpperCase());
  await page.getByRole("tab", { name: "Profiles" }).click();
  const row = page.getByRole("option", { name: new RegExp(student.username) });
  await expect(row.getByText("View Profile", { exact: true })).toBeVisible();
  await expect(page.getByRole("search").getByText(/No users found\.|Loading\.\.\./)).toHaveCount(0);
  await row.click();
  await expect(page).toHaveURL(`/u/${student.username.toLowerCase()}`);
  await expect(page.getByText(`@${student.username}`, { exact: true })).toBeVisible();
  // Back uses the stored target and not the browser history, which leads elsewhere after the reload.
  await page.evaluate(() => history.pushState(history.state, "", location.href));
  await page.reload();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/browse\?q=/);
  const letGo = await holdRequests(page, /\/api\/students\?prefix=/);
  await page.getByPlaceholder("Search for courses, profiles...").fill("zz-nobody-has-this");
  await page.getByRole("tab", { name: "Profiles" }).click();
  await expect(page.getByRole("search").getByText("Loading...", { exact: true })).toBeVisible();
  await expect(page.getByText("No users found.", { exact: true })).toHaveCount(0);
  letGo();
  await expect(page.getByText("No users found.", { exact: true })).toBeVisible();
});

test("S2.browse.6 S4.rec.1 Browse shows followed courses first and the others below", async ({ page }) => {
  await signInNewStudent(page, "/browse");
  await expect(page.getByRole("heading", { name: "Popular Study Guides", exact: true })).toBeVisible();
  // Scroll until all cards are loaded: as many as the heading states.
  const cards = page.getByRole("main").getByRole("article");
  const all = Number((await page.locator(".browse-heading .count").textContent())?.replace(",", ""));
  expect(all).toBeGreaterThanOrEqual(8);
  await expect(async () => {
    await page.keyboard.press("End");
    expect(await cards.count()).toBe(all);
  }).toPass();
  await page.goto("/guide/STAT230/notes");
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();
  await page.goto("/browse");
  const recommended = page.getByRole("region", { name: "Recommended for You", exact: true });
  await expect(recommended.getByRole("article")).toHaveCount(1);
  await expect(recommended.getByRole("article")).toContainText("STAT 230");
  const popular = page.getByRole("region", { name: "Popular Study Guides", exact: true });
  await expect(popular.locator(".count")).toHaveText((all - 1).toLocaleString("en"));
  await expect(popular.getByRole("article").first()).toBeVisible();
  await expect(popular.getByRole("article").filter({ hasText: "STAT 230" })).toHaveCount(0);
  // Both lists are in the wide column, beside the student's courses.
  const [first, second] = [await box(recommended), await box(popular)];
  expect(second).toMatchObject({ x: first.x, width: first.width });
  expect((await box(page.getByRole("complementary", { name: "Your courses" }))).y).toBeLessThan(second.y);
});

test("S2.browse.7 the grid announces its loading state", async ({ page }) => {
  await page.route("**/catalogue/*.bin", async () => {});
  await signInNewStudent(page, "/browse");
  await expect(page.getByText("Fetching your recommendations...", { exact: true })).toBeVisible();
});

test("S2.browse.8 a like updates the count at once, survives a reload and does not navigate", async ({ page }) => {
  await signInNewStudent(page, "/browse");
  const card = page.getByRole("article").filter({ hasText: "PHYS 121" });
  const like = card.getByRole("button", { name: /like/i });
  await expect(like).toHaveAttribute("aria-pressed", "false");
  const opened: string[] = [];
  page.on("request", (request) => {
    if (/\/courses\/PHYS121\/notes|\/assets\/notes-/.test(request.url())) opened.push(request.url());
  });
  const counted = page.waitForResponse((answer) => answer.url().includes("/api/likes/courses/PHYS121"));
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  expect((await counted).ok()).toBe(true);
  // If the click had also opened the course, the request for its page would have been sent together with the like.
  expect(opened).toEqual([]);
  await expect(page).toHaveURL("/browse");
  await page.reload();
  await expect(
    page.getByRole("article").filter({ hasText: "PHYS 121" }).getByRole("button", { name: /like/i }),
  ).toHaveAttribute("aria-pressed", "true");
  const takenBack = page.waitForResponse((answer) => answer.url().includes("/api/likes/courses/PHYS121"));
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "false");
  expect((await takenBack).ok()).toBe(true);
  // A click on the card opens the course, except on its buttons.
  await card.click({ position: { x: 12, y: 12 } });
  await expect(page).toHaveURL("/guide/PHYS121/notes");
});

test("S2.misc.1 study guide setup is available to administrators only", async ({ page }) => {
  await signInNewStudent(page, "/setup-guides");
  await expect(page.getByText("Administrators only", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /set ?up/i })).toHaveCount(0);
});
