import { expect, type Page } from "@playwright/test";
import { PHONE, playerBar, tabTo, title } from "../support/player";
import { fulfillProblem, holdRequests } from "../support/routes";
import { addToPlaylistPopover, getShelf, longShelf, row, rows, table } from "../support/shelves";
import { test } from "../support/test";
import { createStudent, fillSignIn, signInNewStudent } from "../support/users";

const SUBTITLE = "For efficient review before exams";

const addButton = (page: Page, name: string) =>
  page.getByRole("button", { name: `Add to playlist: ${name}`, exact: true });
const toast = (page: Page, text: string) =>
  page.getByRole("status").filter({ has: page.getByText(text, { exact: true }) });

test("S2.route.7 S6.vis.1 a visitor sees the shelf, is asked to sign in, and then returns to the same row", async ({
  page,
}) => {
  const student = await createStudent();
  for (const shelf of ["/quick-recap", "/chill-review", "/deep-dive"]) {
    await page.goto(shelf);
    await expect(rows(page).first(), shelf).toBeVisible();
    await expect(page).toHaveURL(shelf);
  }
  const { notes } = await getShelf("deep-dive");
  const wanted = notes[1];
  if (!wanted) throw new Error("the sample content has no second note on Deep Dive");
  await row(page, wanted.title)
    .getByRole("button", { name: `Play ${wanted.title}` })
    .click();
  const prompt = page.getByRole("dialog", { name: "Sign in to listen" });
  await expect(prompt).toBeVisible();
  await prompt.getByRole("button", { name: "Not now" }).click();
  await expect(prompt).toBeHidden();

  await addButton(page, wanted.title).click();
  await prompt.getByRole("link", { name: "Sign in" }).click();
  await fillSignIn(page, student);
  await expect(page).toHaveURL(`/deep-dive#${wanted.id}`, { timeout: 30_000 });
  await expect(page.getByRole("button", { name: `Play ${wanted.title}` })).toBeFocused();
});

test("S2.route.15 S2.audio.11 Note Ninja Radio is for members", async ({ page }) => {
  await page.goto("/audio-notes");
  await expect(page).toHaveURL(/\/signin/);
  await signInNewStudent(page, "/audio-notes");
  await expect(page.getByRole("heading", { level: 1, name: "Note Ninja Radio" })).toBeVisible();
  await expect(page.getByText(SUBTITLE, { exact: true })).toBeVisible();
  const { episodes, notes } = await getShelf("radio");
  await expect(page.getByText(new RegExp(`^Note Ninja · ${episodes} episodes? · `))).toBeVisible();
  await expect(rows(page).first()).toContainText(notes[0]?.title ?? "none");
});

test("S2.route.7 S2.audio.1 tabs link to all four shelves, and the sidebar keeps Audio Notes selected", async ({
  page,
}) => {
  await signInNewStudent(page, "/audio-notes");
  const tabs = page.getByRole("navigation", { name: "Shelves" });
  for (const [name, address] of [
    ["Deep Dive", "/deep-dive"],
    ["Quick Recap", "/quick-recap"],
    ["Chill Review", "/chill-review"],
    ["Note Ninja Radio", "/audio-notes"],
  ] as const) {
    await tabs.getByRole("link", { name }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText("Public Playlist", { exact: true })).toBeVisible();
    await expect(page.getByText(SUBTITLE, { exact: true })).toBeVisible();
    await expect(page.getByTestId("sidebar").getByRole("link", { name: "Audio Notes" })).toHaveAttribute(
      "aria-current",
      "page",
    );
  }
});

test("S2.audio.2 S9.c.14 the header shows the totals, and Play starts the first recording", async ({ page }) => {
  await signInNewStudent(page, "/deep-dive");
  const { episodes, notes } = await getShelf("deep-dive");
  await expect(
    page.getByText(new RegExp(`^Note Ninja · ${episodes} episodes? · about (\\d+ hrs? )?\\d+ min$`)),
  ).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => title(page)).toContain(notes[0]?.title ?? "nothing");
  await expect(row(page, notes[0]?.title ?? "")).toHaveAttribute("aria-current", "true");
});

test("a row plays, is marked as playing, and pauses", async ({ page }) => {
  await signInNewStudent(page, "/deep-dive");
  const second = (await getShelf("deep-dive")).notes[1];
  if (!second) throw new Error("the sample content has no second note on Deep Dive");
  await page.getByRole("button", { name: `Play ${second.title}` }).click();
  const pause = row(page, second.title).getByRole("button", { name: `Pause ${second.title}` });
  await expect(row(page, second.title).locator(".playing-bars.is-moving").first()).toBeVisible();
  await pause.click();
  await expect(row(page, second.title).getByRole("button", { name: `Play ${second.title}` })).toBeVisible();
  await expect(row(page, second.title).locator(".playing-bars.is-moving")).toHaveCount(0);
  await expect(playerBar(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("S2.audio.4 about a dozen of 10,000 rows are rendered at every scroll position", async ({ page }) => {
  await longShelf(page, 10_000);
  await page.goto("/deep-dive");
  await expect(table(page)).toHaveAttribute("aria-rowcount", "10001");
  const list = page.locator(".audio-rows");
  expect(await list.evaluate((element) => [element.clientHeight, element.scrollHeight])).toEqual([600, 800_000]);
  // 7.5 rows are visible, and two more are rendered below them.
  await expect(rows(page)).toHaveCount(10);
  const most = await list.evaluate(async (element) => {
    let count = 0;
    for (let step = 0; step <= 60; step += 1) {
      element.scrollTop = ((800_000 - 600) * step) / 60 + (step % 2) * 33;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      count = Math.max(count, element.querySelectorAll("[role=row]").length);
    }
    return count;
  });
  // In the middle of the list, two more rows are rendered on each side.
  expect(most).toBeGreaterThanOrEqual(12);
  expect(most).toBeLessThanOrEqual(13);
  await expect(row(page, "Episode 10000")).toBeVisible();
  await expect(row(page, "Episode 10000")).toHaveAttribute("aria-rowindex", "10001");
});

test("S2.audio.5 S4.play.13 the table has all columns, on a phone only title and time", async ({ page }) => {
  await longShelf(page, 70);
  await page.goto("/deep-dive");
  const headings = table(page).getByRole("columnheader");
  await expect(headings).toHaveText(["#", "Title", "Likes", "Add to playlist", "Subject", "Date added", "Duration"], {
    useInnerText: true,
  });
  await expect(row(page, "Episode 3").getByRole("cell")).toHaveText(
    ["3", "Episode 3", "0", "", "CS 246", "14 Nov 2026", "1:02"],
    { useInnerText: true },
  );
  const add = row(page, "Episode 3").getByRole("button", { name: "Add to playlist: Episode 3", exact: true });
  await expect(add).toBeVisible();
  await page.setViewportSize(PHONE);
  await expect(headings).toHaveText(["Title", "Add to playlist", "Duration"], { useInnerText: true });
  await expect(row(page, "Episode 3").getByRole("cell")).toHaveText(
    [/^Episode 3\s+CS 246 · 14 Nov 2026$/, "", "1:02"],
    { useInnerText: true },
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("S2.audio.6 S2.audio.7 S2.audio.8 S4.pl.1 S4.pl.2 a student creates a playlist, reuses it by its name, and adds another recording", async ({
    page,
  }) => {
    await page.clock.install();
    await signInNewStudent(page, "/deep-dive");
    const [first, second] = (await getShelf("deep-dive")).notes;
    if (!first || !second) throw new Error("the sample content has too little on Deep Dive");
    await addButton(page, first.title).click();
    await expect(addToPlaylistPopover(page)).toContainText("You have no playlists yet.");
    await addToPlaylistPopover(page).getByRole("button", { name: "+ Create New Playlist", exact: true }).click();
    const modal = page.getByRole("dialog", { name: "Create Playlist", exact: true });
    await modal.getByLabel("Name").fill("Bus to campus");
    await modal.getByRole("button", { name: "Create", exact: true }).click();
    await expect(toast(page, "Playlist created!")).toBeVisible();
    await expect(modal).toBeHidden();
    await page.clock.fastForward(2_500);
    await expect(toast(page, "Playlist created!")).toBeHidden();
    await expect(addButton(page, first.title)).toBeFocused();

    await addButton(page, second.title).click();
    await addToPlaylistPopover(page)
      .getByRole("button", { name: /^Bus to campus/ })
      .click();
    await expect(addToPlaylistPopover(page)).toBeHidden();
    await expect(toast(page, "Added to playlist!")).toBeVisible();
    await addButton(page, second.title).click();
    await expect(addToPlaylistPopover(page).getByRole("button", { name: /^Bus to campus/ })).toContainText("2");
    await addToPlaylistPopover(page)
      .getByRole("button", { name: /^Bus to campus/ })
      .click();
    await expect(toast(page, "Already in this playlist")).toBeVisible();
    // Wait for the toast to disappear: the test expects the same text again below.
    await page.clock.fastForward(2_500);
    await expect(toast(page, "Already in this playlist")).toBeHidden();

    await addButton(page, first.title).click();
    await addToPlaylistPopover(page).getByRole("button", { name: "+ Create New Playlist" }).click();
    await modal.getByLabel("Name").fill("  BUS to campus ");
    await modal.getByRole("button", { name: "Create", exact: true }).click();
    await expect(toast(page, "Already in this playlist")).toBeVisible();
    await addButton(page, first.title).click();
    await expect(addToPlaylistPopover(page).getByRole("listitem")).toHaveCount(1);
  });
});

test("S5.pl.1 S8.pl.1 a playlist without a name is rejected, and server errors are shown", async ({ page }) => {
  await signInNewStudent(page, "/deep-dive");
  const first = (await getShelf("deep-dive")).notes[0];
  if (!first) throw new Error("the sample content has nothing on Deep Dive");
  await addButton(page, first.title).click();
  await addToPlaylistPopover(page).getByRole("button", { name: "+ Create New Playlist" }).click();
  const modal = page.getByRole("dialog", { name: "Create Playlist" });
  await modal.getByLabel("Name").fill("   ");
  await modal.getByRole("button", { name: "Create", exact: true }).click();
  await expect(modal.getByText("Playlist name cannot be empty.", { exact: true })).toBeVisible();
  await expect(modal.getByLabel("Name")).toBeFocused();
  await modal.getByLabel("Name").fill("Night bus");
  await page.route("**/api/me/playlists", (route) =>
    route.request().method() === "POST" ? fulfillProblem(route, 503, "unavailable") : route.continue(),
  );
  await modal.getByRole("button", { name: "Create", exact: true }).click();
  await expect(modal.getByRole("alert")).toHaveText("Failed to create playlist. Try again.");
  await page.unroute("**/api/me/playlists");
  await modal.getByRole("button", { name: "Create", exact: true }).click();
  await expect(modal).toBeHidden();

  await page.route("**/api/playlists/*/items/*", (route) => fulfillProblem(route, 503, "unavailable"));
  await addButton(page, first.title).click();
  await addToPlaylistPopover(page)
    .getByRole("button", { name: /^Night bus/ })
    .click();
  const failure = page.getByRole("alert").filter({ has: page.getByText("Failed to add to playlist", { exact: true }) });
  await expect(failure).toBeVisible();
  await expect(failure).toBeHidden({ timeout: 4000 });
});

test.describe("offline", () => {
  test.use({ freshContext: true });

  test("S2.audio.9 S6.vis.1 the list has empty, loading, error and offline states", async ({ page, context }) => {
    const empty = {
      shelf: { id: "chill-review", title: "Chill Review", episodes: 0, totalSecs: 0 },
      audio: { items: [] },
    };
    const letGo = await holdRequests(page, "**/api/shelves/chill-review*", (route) => route.fulfill({ json: empty }));
    await page.goto("/chill-review");
    await expect(page.getByRole("status", { name: "Loading audio notes..." })).toBeVisible();
    letGo();
    await expect(page.getByText("No Audio Notes Yet", { exact: true })).toBeVisible();
    await expect(page.getByText("Note Ninja · 0 episodes · about 0 min")).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: "Play", exact: true })).toBeDisabled();

    await page.route("**/api/shelves/deep-dive*", (route) => fulfillProblem(route, 500, "internal"));
    await page.getByRole("link", { name: "Deep Dive" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Could not load" })).toBeVisible();
    await page.unroute("**/api/shelves/deep-dive*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByText("No Audio Notes Yet")).toHaveCount(0);

    await page.goto("/deep-dive");
    await expect(rows(page).first()).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Quick Recap" }).click();
    const notHere = page.getByText("You're offline and this shelf isn't saved on this device", { exact: true });
    await expect(notHere).toHaveCount(1);
    await context.setOffline(false);
    await expect(notHere).toBeHidden();
  });
});

test("the list can be used by keyboard: rows, shortcuts, adding and playing", async ({ page }) => {
  await longShelf(page, 200);
  // These recordings have no files. Delay the request for their URLs, so that the player waits at the chosen track.
  await holdRequests(page, "**/api/audio/addresses");
  await signInNewStudent(page, "/deep-dive");
  const play = (episode: number) => page.getByRole("button", { name: `Play Episode ${episode}`, exact: true });
  await tabTo(page, play(1));
  await page.keyboard.press("ArrowDown");
  await expect(play(2)).toBeFocused();
  await page.keyboard.press("End");
  await expect(play(200)).toBeFocused();
  await expect(play(200)).toBeInViewport();
  await page.keyboard.press("PageUp");
  await expect(play(193)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(play(1)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(rows(page).first().getByRole("button", { name: "Like, 0" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(addButton(page, "Episode 1")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(addToPlaylistPopover(page)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(addToPlaylistPopover(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(addButton(page, "Episode 1")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(table(page).locator("[aria-current]")).toHaveAttribute("aria-rowindex", "3");
  // The focused row scrolls out of view; the keys continue from the visible rows.
  await page.locator(".audio-rows").evaluate((list) => list.scrollTo(0, 8000));
  await expect(play(101)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".audio-rows :focus")).toHaveAccessibleName(/^Play Episode 10\d$/);
});
