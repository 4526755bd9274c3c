import { expect } from "@playwright/test";
import {
  axe,
  axeInBothThemes,
  box,
  button,
  mobilePlayer,
  openPausedPlayer,
  openPlayingPlayer,
  PHONE,
  playerBar,
  position,
  seek,
  tabTo,
  title,
  waitForPlayerCode,
} from "../support/player";
import { test } from "../support/test";
import { createStudent, fillSignIn, signInNewStudent, signOut } from "../support/users";

test("S2.misc.3 only members have a player, and only after the first playback", async ({ page }) => {
  await page.goto("/deep-dive");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await button(page.getByRole("main"), "Play").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(playerBar(page)).toHaveCount(0);
  await signInNewStudent(page);
  await waitForPlayerCode(page);
  await expect(playerBar(page)).toHaveCount(0);
  await page.goto("/deep-dive");
  await button(page.getByRole("main"), "Play").click();
  await expect(playerBar(page)).toBeVisible();
});

test("S4.play.10 every control of the player bar works by mouse", async ({ page }) => {
  const player = await openPausedPlayer(page);
  const first = await title(page);

  const line = await box(seek(player).locator("xpath=ancestor::*[contains(@class,'seek')]").first());
  await page.mouse.click(line.x + line.width / 2, line.y + line.height / 2);
  const length = Number(await seek(player).getAttribute("aria-valuemax"));
  await expect.poll(() => position(player)).toBeGreaterThan(length * 0.4);
  expect(await position(player)).toBeLessThan(length * 0.6);
  await expect(seek(player)).toHaveAttribute("aria-valuetext", /^(\d+ minutes? )?\d+ seconds? of /);

  await expect(player.getByRole("slider", { name: "Volume" })).toHaveAttribute("aria-valuetext", "100 percent");
  await button(player, "Mute").click();
  await expect(player.getByRole("slider", { name: "Volume" })).toHaveAttribute("aria-valuetext", "0 percent");
  await button(player, "Unmute").click();
  const volume = await box(player.getByRole("slider", { name: "Volume" }));
  await page.mouse.click(volume.x + volume.width / 2 - 40, volume.y + volume.height / 2);
  await expect(player.getByRole("slider", { name: "Volume" })).toHaveAttribute("aria-valuetext", /^[3-6]\d percent$/);

  for (const repeat of ["Repeat: all", "Repeat: one", "Repeat: off"]) await button(player, repeat).click();
  await expect(button(player, "Repeat: all")).toBeVisible();

  await button(player, "Next").click();
  await expect.poll(() => title(page)).not.toBe(first);
  await button(player, "Previous").click();
  await expect.poll(() => title(page)).toBe(first);
  await button(player, "Shuffle").click();
  await expect.poll(() => title(page)).not.toBe(first);
});

test("S4.play.10 shortcuts work everywhere except in fields and on controls that use the same keys", async ({
  page,
}) => {
  const player = await openPausedPlayer(page);
  await page.getByRole("main").focus();
  await page.keyboard.press("Space");
  await expect(button(player, "Pause")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(button(player, "Play")).toBeVisible();

  const before = await position(player);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => position(player)).toBeGreaterThanOrEqual(before + 4);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => position(player)).toBeLessThan(before + 4);
  await page.keyboard.press("m");
  await expect(button(player, "Unmute")).toBeVisible();
  await page.keyboard.press("m");
  await expect(button(player, "Mute")).toBeVisible();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(player.getByRole("slider", { name: "Volume" })).toHaveAttribute("aria-valuetext", "90 percent");
  await page.keyboard.press(">");
  await expect(button(player, "Speed: 1.25×")).toBeVisible();
  await page.keyboard.press("<");
  await expect(button(player, "Speed: 1×")).toBeVisible();

  const first = await title(page);
  await page.keyboard.press("n");
  await expect.poll(() => title(page)).not.toBe(first);
  await page.keyboard.press("p");
  await expect.poll(() => title(page)).toBe(first);
  await page.keyboard.press("s");
  await expect.poll(() => title(page)).not.toBe(first);

  await page.keyboard.press("q");
  await expect(page.getByRole("complementary", { name: "Queue" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: "Queue" })).toHaveCount(0);

  // Shortcuts do not apply while a text field has the focus.
  const heard = await title(page);
  await page.getByTestId("sidebar").getByRole("link", { name: "Request" }).click();
  await page.getByLabel("Course name").focus();
  await page.getByLabel("Course name").pressSequentially("n m ?");
  await expect(page.getByLabel("Course name")).toHaveValue("n m ?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => title(page)).toBe(heard);
});

test("S4.play.10 every control of the player bar can be reached and used by keyboard", async ({ page }) => {
  const player = await openPausedPlayer(page);
  await page.getByRole("main").focus();
  await tabTo(page, button(player, "Play"));
  await page.keyboard.press("Enter");
  await expect(button(player, "Pause")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(button(player, "Play")).toBeVisible();
  await tabTo(page, seek(player));
  await page.keyboard.press("Home");
  await expect.poll(() => position(player)).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => position(player)).toBe(5);
  await tabTo(page, button(player, "Speed: 1×"));
  await page.keyboard.press("Enter");
  const speed = page.getByRole("dialog", { name: "Speed" });
  await expect(speed.getByRole("slider", { name: "Speed" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect(button(player, "Speed: 1.05×")).toBeFocused();
  await tabTo(page, button(player, "Sleep timer: off"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio").first()).toBeFocused();
  await page.keyboard.press("End");
  // The menu moves the focus a moment after the key.
  await expect(page.getByRole("menuitemradio").last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button(player, "Sleep timer: at the end of this audio note")).toBeFocused();
  await tabTo(page, button(player, "Queue"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Queue" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button(player, "Queue")).toBeFocused();
});

test("'?' opens the shortcut list, also before playback, and letter shortcuts can be turned off", async ({ page }) => {
  await signInNewStudent(page);
  await waitForPlayerCode(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog.getByText("Play or pause")).toBeVisible();
  await axe(page, "the shortcuts");
  await dialog.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.goto("/deep-dive");
  await button(page.getByRole("main"), "Play").click();
  await expect(button(playerBar(page), "Pause")).toBeVisible();
  await page.getByRole("main").focus();
  await page.keyboard.press("m");
  await page.keyboard.press("Space");
  await expect(button(playerBar(page), "Play")).toBeVisible();
  await expect(button(playerBar(page), "Mute")).toBeVisible();
  await button(playerBar(page), "More").click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await dialog.getByRole("checkbox").check();
  await button(dialog, "Close").click();
  await expect(button(playerBar(page), "More")).toBeFocused();
});

test("S9.c.10 the compact player is used up to a width of 640 px", async ({ page }) => {
  const player = await openPausedPlayer(page);
  await page.setViewportSize({ width: 641, height: 900 });
  await expect(button(player, "Shuffle")).toBeVisible();
  expect((await box(player)).height).toBe(76);
  await page.setViewportSize({ width: 640, height: 900 });
  await expect(button(player, "Shuffle")).toBeHidden();
  expect((await box(player)).height).toBe(56);
  const navigation = await box(page.getByRole("navigation", { name: "Bottom" }));
  const compact = await box(player);
  expect(compact.y + compact.height).toBeLessThanOrEqual(navigation.y);
});

test("the player fits every width", async ({ page }) => {
  const player = await openPausedPlayer(page);
  for (const viewport of [320, 375, 768, 1024, 1440]) {
    await page.setViewportSize({ width: viewport, height: 800 });
    // After scrolling to the end, the player covers no content.
    const end = await page.evaluate(async () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return document.querySelector("main .wrap")?.getBoundingClientRect().bottom ?? 0;
    });
    const { x, y, width } = await box(player);
    expect(end, `${viewport} px`).toBeLessThanOrEqual(y);
    expect(x, `${viewport} px`).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(viewport);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${viewport} px`,
    ).toBeLessThanOrEqual(0);
  }
});

test("axe finds no serious problems in the player", async ({ page }) => {
  // Longer timeout: axe checks twelve states of the page.
  test.slow();
  const player = await openPausedPlayer(page);
  await button(player, "Queue").click();
  await axeInBothThemes(page, "bar and queue");
  await button(player, "Speed: 1×").click();
  await axeInBothThemes(page, "speed");
  await page.keyboard.press("Escape");
  await button(player, "Queue").click();
  await page.setViewportSize({ width: 768, height: 900 });
  await axeInBothThemes(page, "narrow bar");
  await page.setViewportSize(PHONE);
  await axeInBothThemes(page, "compact bar");
  await player.getByRole("button", { name: /^Open the player/ }).click();
  await expect(mobilePlayer(page)).toBeVisible();
  await axeInBothThemes(page, "sheet");
  await button(mobilePlayer(page), "Queue").click();
  await axeInBothThemes(page, "queue in the sheet");
});

test("S1.j.9 the player is unchanged while the student navigates", async ({ page }) => {
  const player = await openPlayingPlayer(page);
  await player.evaluate((element) => {
    (element as HTMLElement & { isSame?: boolean }).isSame = true;
  });
  for (const name of ["Dashboard", "Browse & Discover", "Request", "My Notes", "Account", "Profile", "Audio Notes"]) {
    await page.getByTestId("sidebar").getByRole("link", { name }).click();
    await expect(page.getByTestId("sidebar").locator("[aria-current=page]")).toContainText(name);
    await expect(button(player, "Pause")).toBeVisible();
  }
  expect(await player.evaluate((element) => (element as HTMLElement & { isSame?: boolean }).isSame)).toBe(true);
});

for (const [where, width] of [
  ["sidebar", 1440],
  ["bottom bar", 375],
] as const) {
  test(`S2.side.7 S2.mob.4 logging out from the ${where} stops playback`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openPlayingPlayer(page);
    await signOut(page, true);
    await expect(playerBar(page)).toHaveCount(0);
    const sounds = await page.evaluate(() => [...document.querySelectorAll("audio")].some((one) => !one.paused));
    expect(sounds).toBe(false);
    await fillSignIn(page, await createStudent());
    await expect(page).not.toHaveURL(/\/signin/);
    await waitForPlayerCode(page);
    await expect(playerBar(page)).toHaveCount(0);
  });
}

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("a toast appears above the player and does not cover it", async ({ page }) => {
    await page.clock.install();
    const player = await openPausedPlayer(page);
    await page.getByTestId("sidebar").getByRole("link", { name: "Audio Notes" }).click();
    for (const width of [1440, 700, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await button(page.getByRole("main"), "Add to queue").click();
      const toast = page.locator(".toast").last();
      await expect(toast).toBeVisible();
      // The player slides in from below.
      const gap = async () => (await box(player)).y - (await box(toast)).y - (await box(toast)).height;
      await expect.poll(gap, `${width} px`).toBeGreaterThanOrEqual(0);
      await page.clock.fastForward(5_000);
      await expect(page.locator(".toast")).toHaveCount(0);
    }
  });
});

test("S4.play.13 times are shown in minutes and seconds, optionally adjusted to the speed", async ({ page }) => {
  const player = await openPausedPlayer(page);
  const times = () => player.locator(".time").allTextContents();
  const secs = (text = "") => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  const [, length] = await times();
  expect(length).toMatch(/^\d+:\d\d$/);
  await button(player, "Speed: 1×").click();
  const speed = page.getByRole("dialog", { name: "Speed" });
  await button(speed, "Speed 2").click();
  expect((await times())[1]).toBe(length);
  await speed.getByRole("checkbox", { name: "Show times at this speed" }).check();
  await expect.poll(async () => secs((await times())[1])).toBe(Math.floor(secs(length) / 2));
});

test("S4.play.12 an artwork that fails to load is replaced by an icon, also in the player bar", async ({ page }) => {
  await page.route("**/pictures/*.jpg", (route) => route.abort());
  const player = await openPausedPlayer(page);
  await expect(player.getByTestId("artwork-fallback")).toBeVisible();
});
