import { expect, type Locator, type Page } from "@playwright/test";
import { publishAudio } from "../support/content";
import { box, button, openPausedPlayer, openPlayingPlayer, playerBar, position, title } from "../support/player";
import { keysCount } from "../support/playlists";
import { test } from "../support/test";
import { uniqueName } from "../support/users";

const queue = (page: Page) => page.getByRole("complementary", { name: "Queue" });
const rows = (page: Page) => queue(page).getByRole("list", { name: "Next" }).getByRole("listitem");
/** Returns the titles of the upcoming tracks in order. */
const next = (page: Page) => rows(page).locator(".t").allTextContents();

async function withQueue(page: Page): Promise<Locator> {
  const player = await openPausedPlayer(page);
  await button(player, "Queue").click();
  await expect(queue(page)).toBeVisible();
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(3);
  return player;
}

test("the queue shows the current track, the next tracks and the remaining time", async ({ page }) => {
  await withQueue(page);
  const titles = await next(page);
  await expect(queue(page).getByText("Now playing")).toBeVisible();
  await expect(queue(page).getByText(`${titles.length} audio notes left`)).toBeVisible();
  await expect(queue(page).getByText("Repeat: all")).toBeVisible();
  // From a width of 1280 px on, the queue is beside the page. Below that, it covers the page.
  const main = page.locator("main .wrap");
  const edge = async () => (await box(queue(page))).x - ((await box(main)).x + (await box(main)).width);
  expect(await edge()).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1279, height: 900 });
  await expect.poll(edge).toBeLessThan(0);

  await queue(page)
    .getByRole("button", { name: `Play ${titles[1]}` })
    .click();
  await expect.poll(() => title(page)).toBe(titles[1]);
  await expect.poll(() => next(page)).toEqual(titles.slice(2));
});

test("next tracks are reordered by keyboard, and the change is announced", async ({ page }) => {
  await withQueue(page);
  const [one = "", two = "", three = "", ...rest] = await next(page);
  const handle = queue(page).getByRole("button", { name: `Move ${one}`, exact: true });
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`Picked up ${one}, place 1 of ${rest.length + 3}.`)).toBeAttached();
  await keysCount(page);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${one}: place 2 of ${rest.length + 3}.`)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${one}: place 3 of ${rest.length + 3}.`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect.poll(() => next(page)).toEqual([two, three, one, ...rest]);
  await expect(handle).toBeFocused();

  await page.keyboard.press("Space");
  await expect(page.getByText(`Picked up ${one}, place 3 of ${rest.length + 3}.`)).toBeAttached();
  await keysCount(page);
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`${one}: place 2 of ${rest.length + 3}.`)).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByText(`${one} is back at place 3 of ${rest.length + 3}.`)).toBeAttached();
  expect(await next(page)).toEqual([two, three, one, ...rest]);
  await expect(queue(page)).toBeVisible();
});

test("next tracks are reordered by dragging", async ({ page }) => {
  await withQueue(page);
  const [one = "", two = "", ...rest] = await next(page);
  const grip = await box(queue(page).getByRole("button", { name: `Move ${one}`, exact: true }));
  const onto = await box(queue(page).getByRole("button", { name: `Move ${two}`, exact: true }));
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2 + 10, { steps: 3 });
  await page.mouse.move(onto.x + onto.width / 2, onto.y + onto.height / 2 + 6, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => next(page)).toEqual([two, one, ...rest]);
});

test("one of the next tracks can be removed, and then all of them", async ({ page }) => {
  const player = await withQueue(page);
  const heard = await title(page);
  const [one = "", ...rest] = await next(page);
  await rows(page).first().hover();
  await queue(page)
    .getByRole("button", { name: `Remove ${one} from the queue` })
    .click();
  await expect.poll(() => next(page)).toEqual(rest);
  await expect(queue(page).getByRole("button", { name: `Remove ${rest[0]} from the queue` })).toBeFocused();
  await button(queue(page), "Clear the queue").click();
  await expect(queue(page).getByText("Nothing is up next.")).toBeVisible();
  await expect(queue(page).getByText("0 audio notes left")).toBeVisible();
  await expect(queue(page).getByRole("heading", { name: /^Next/ })).toBeFocused();
  expect(await title(page)).toBe(heard);
  await expect(player).toBeVisible();
});

test("S4.queue.1 Undo restores removed and cleared tracks in their positions", async ({ page }) => {
  await withQueue(page);
  const before = await next(page);
  const [first = "", second = ""] = before;
  const undo = button(queue(page), "Undo");
  await queue(page)
    .getByRole("button", { name: `Remove ${second} from the queue` })
    .click();
  await expect(queue(page).getByText(`Removed ${second}`)).toBeVisible();
  expect(await next(page)).toEqual([first, ...before.slice(2)]);
  await undo.click();
  await expect.poll(() => next(page)).toEqual(before);
  await expect(queue(page).getByRole("heading", { name: /^Next/ })).toBeFocused();
  await expect(undo).toHaveCount(0);

  // Tracks before the current one are listed too.
  await rows(page)
    .first()
    .getByRole("button", { name: `Play ${first}` })
    .click();
  await expect.poll(() => title(page)).toBe(first);
  await button(queue(page), "Clear the queue").click();
  await expect(queue(page).getByText("Nothing is up next.")).toBeVisible();
  await undo.click();
  await expect.poll(() => next(page)).toEqual(before.slice(1));
  await button(playerBar(page), "Previous").click();
  await expect.poll(() => next(page)).toEqual(before);
});

test("S4.queue.2 S4.queue.4 Play next adds a recording after the current one, which is recently played afterwards", async ({
  page,
}) => {
  const { title: added } = await publishAudio("deep-dive", uniqueName("Added "), 60);
  const player = await openPlayingPlayer(page);
  await expect.poll(() => position(player)).toBeGreaterThan(0);
  await page.goto("/deep-dive");
  await expect(button(player, "Play")).toBeVisible();
  const heard = await title(page);
  await button(page.getByRole("main"), `Add to playlist: ${added}`).click();
  const choices = page.getByRole("dialog", { name: `Add “${added}” to the queue or a playlist` });
  await button(choices, "Play next").click();
  await expect(choices).toHaveCount(0);
  await button(player, "Queue").click();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText(added);
  expect(await title(page)).toBe(heard);
  await button(player, "Next").click();
  await expect.poll(() => title(page)).toBe(added);
  const recent = queue(page).getByRole("region", { name: "Recently played" });
  await expect(recent.getByRole("button", { name: `Play ${heard}` })).toBeVisible();
});

test("the queue can be saved as a playlist", async ({ page }) => {
  await withQueue(page);
  const count = (await next(page)).length + 1;
  await button(queue(page), "Save as playlist").click();
  const dialog = page.getByRole("dialog", { name: "Create Playlist" });
  await expect(dialog).toContainText(`It starts with ${count} audio notes from the queue. The playlist is public`);
  await dialog.getByLabel("Name").fill("From the queue");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Playlist created!")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByTestId("sidebar").getByRole("link", { name: "Profile" }).click();
  await page.getByRole("link", { name: "From the queue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("From the queue");
  await expect(page.getByRole("main").getByText(`${count} audio notes`)).toBeVisible();
});
