import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { box, button, mobilePlayer, openPausedPlayer, PHONE, position, seek, title } from "../support/player";
import { test } from "../support/test";

test.use({ viewport: PHONE, hasTouch: true });

/** Opens the player sheet with paused playback. Returns it. */
async function opened(page: Page): Promise<Locator> {
  const player = await openPausedPlayer(page);
  await player.getByRole("button", { name: /^Open the player/ }).click();
  await expect(mobilePlayer(page)).toBeVisible();
  return mobilePlayer(page);
}

test("S4.play.11 S9.c.6 the thin progress bar shows the position, and touching it shows the time for 2 s", async ({
  page,
}) => {
  const player = await openPausedPlayer(page);
  const thumb = seek(player);
  const length = Number(await thumb.getAttribute("aria-valuemax"));
  const line = await box(player.locator(".hairline"));
  // Measure the time in the page, so that other processes of the machine do not affect it.
  await page.evaluate(() => {
    let shownAt = 0;
    new MutationObserver(() => {
      const isShown = document.querySelector(".slider-bubble") !== null;
      if (isShown && shownAt === 0) shownAt = performance.now();
      if (!isShown && shownAt > 0) document.body.dataset.tooltipMs ??= String(performance.now() - shownAt);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.touchscreen.tap(line.x + line.width / 2, line.y + line.height / 2);
  await expect(player.locator(".slider-bubble")).toHaveText(/^\d+:\d\d$/);
  await expect.poll(() => position(player)).toBeGreaterThan(length * 0.4);
  await expect
    .poll(async () => (await box(player.locator(".hairline .slider-range"))).width / line.width)
    .toBeGreaterThan(0.4);
  await expect(player.locator(".slider-bubble")).toHaveCount(0);
  const shownMs = Number(await page.locator("body").getAttribute("data-tooltip-ms"));
  expect(shownMs).toBeGreaterThanOrEqual(1990);
  expect(shownMs).toBeLessThan(2300);
});

test("S4.play.10 the full-screen player has every control", async ({ page }) => {
  const open = await opened(page);
  const first = await title(page);
  await expect(open.getByRole("heading", { name: first })).toBeVisible();

  await seek(open).press("Home");
  await button(open, "Forward 30 seconds").click();
  const length = Number(await seek(open).getAttribute("aria-valuemax"));
  await expect.poll(() => position(open)).toBeCloseTo(Math.min(30, length), 0);
  await button(open, "Back 15 seconds").click();
  await expect.poll(() => position(open)).toBeCloseTo(Math.max(0, Math.min(30, length) - 15), 0);

  await open.getByRole("button", { name: /^Speed/ }).click();
  await button(page.getByRole("dialog", { name: "Speed" }), "Speed 1.5").click();
  await page.keyboard.press("Escape");
  await expect(button(open, "Speed: 1.5×")).toBeVisible();

  await button(open, "Sleep timer: off").click();
  await page.getByRole("menuitemradio", { name: "15 minutes" }).click();
  await expect(button(open, "Sleep timer: 15 min left")).toBeVisible();

  await button(open, "Mute").click();
  await expect(button(open, "Unmute")).toBeVisible();
  await expect(open.getByRole("slider", { name: "Volume" })).toBeVisible();
  await button(open, "Repeat: all").click();
  await expect(button(open, "Repeat: one")).toBeVisible();
  await button(open, "Next").click();
  await expect.poll(() => title(page)).not.toBe(first);
  await expect(open.getByRole("button", { name: /^Add to playlist/ })).toBeVisible();
});

test("the full-screen player traps and returns the focus, and closes on a downward swipe", async ({ page }) => {
  const open = await opened(page);
  await expect(button(open, "Close player")).toBeFocused();
  for (let presses = 0; presses < 25; presses += 1) await page.keyboard.press("Tab");
  expect(await open.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(open).toHaveCount(0);
  const opener = page.getByRole("button", { name: /^Open the player/ });
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(open).toBeVisible();
  const head = await box(open.getByRole("heading").first());
  await page.mouse.move(head.x + head.width / 2, head.y + 4);
  await page.mouse.down();
  await page.mouse.move(head.x + head.width / 2, head.y + 60, { steps: 4 });
  await page.mouse.move(head.x + head.width / 2, head.y + 140, { steps: 4 });
  await page.mouse.up();
  await expect(open).toHaveCount(0);
});

test("Back closes the full-screen player and stays on the page", async ({ page }) => {
  const player = await openPausedPlayer(page);
  const { href, length } = await page.evaluate(() => ({ href: location.href, length: history.length }));
  const opener = player.getByRole("button", { name: /^Open the player/ });
  await opener.click();
  await expect(mobilePlayer(page)).toBeVisible();
  await page.goBack();
  await expect(opener).toBeVisible();
  await expect(mobilePlayer(page)).toHaveCount(0);
  expect(page.url()).toBe(href);

  // Closing the sheet with its button removes its history entry.
  await opener.click();
  await button(mobilePlayer(page), "Close player").click();
  await expect(mobilePlayer(page)).toHaveCount(0);
  expect(await page.evaluate(() => history.length)).toBe(length + 1);

  await opener.click();
  await button(mobilePlayer(page), "More").click();
  await page.getByRole("menuitem", { name: /^Go to / }).click();
  await expect(mobilePlayer(page)).toHaveCount(0);
});

test("every control of the full-screen player is large enough for touch", async ({ page }) => {
  const open = await opened(page);
  const controls = open.getByRole("button");
  await expect(controls).not.toHaveCount(0);
  for (const control of await controls.all()) {
    const { width, height } = await box(control);
    // Right after the animation, sizes can be off by a tiny fraction of a pixel.
    expect(
      Math.round(Math.min(width, height)),
      String(await control.getAttribute("aria-label")),
    ).toBeGreaterThanOrEqual(44);
  }
});

test("the accessible names of the bar and the queue match their text, and their links can be clicked", async ({
  page,
}) => {
  const rules = ["label-content-name-mismatch", "target-size"];
  const open = await opened(page);
  await button(open, "Queue").click();
  await expect(open.getByRole("list", { name: "Next" })).toBeVisible();
  const ofQueue = await new AxeBuilder({ page }).include(".sheet").withRules(rules).analyze();
  expect(ofQueue.violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(open).toHaveCount(0);
  const ofBar = await new AxeBuilder({ page }).include(".player").withRules(rules).analyze();
  expect(ofBar.violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const link = page.getByRole("region", { name: "Audio player" }).getByRole("link");
  expect((await box(link)).height).toBeGreaterThanOrEqual(24);
});

test("the volume slider is hidden where only hardware buttons change the volume, as on an iPhone", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, "volume", { get: () => 1, set: () => undefined });
  });
  const open = await opened(page);
  await expect(seek(open)).toBeVisible();
  await expect(open.getByRole("slider", { name: "Volume" })).toHaveCount(0);
});

test("a phone in landscape shows every control", async ({ page }) => {
  const open = await opened(page);
  await page.setViewportSize({ width: 568, height: 320 });
  for (const name of ["Play", "Next", "Forward 30 seconds"]) {
    await button(open, name).scrollIntoViewIfNeeded();
    await expect(button(open, name)).toBeInViewport({ ratio: 0.9 });
  }
  expect(await open.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});
