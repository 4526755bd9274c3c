import { expect, type Locator, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { box, button, mobilePlayer, openPausedPlayer, PHONE } from "../support/player";
import { test } from "../support/test";
import { ADMIN, signIn, signInNewStudent } from "../support/users";

/** Returns the centre of an element, to click there even if a menu covers the page. */
async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await box(of);
  return { x: x + width / 2, y: y + height / 2 };
}

test("clicking outside the speed popover closes it, activates nothing, and returns the focus", async ({ page }) => {
  const player = await openPausedPlayer(page);
  const speed = button(player, "Speed: 1×");
  await speed.click();
  await expect(page.getByRole("dialog", { name: "Speed" })).toBeVisible();
  const play = await middle(button(player, "Play"));
  await page.mouse.click(play.x, play.y);
  await expect(page.getByRole("dialog", { name: "Speed" })).toBeHidden();
  await expect(speed).toBeFocused();
  await expect(button(player, "Play")).toBeVisible();
  // The next click activates the button again.
  await page.mouse.click(play.x, play.y);
  await expect(button(player, "Pause")).toBeVisible();
});

test("clicking outside a chapter's menu does not open the chapter", async ({ page }) => {
  const code = await createCourse("Studies");
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await page.getByRole("button", { name: "Add chapter" }).click();
  const dialog = page.getByRole("dialog", { name: "Add chapter" });
  await dialog.getByLabel("Title").fill("Inheritance");
  await dialog.getByRole("button", { name: "Add chapter" }).click();
  const link = page.getByRole("link", { name: /Inheritance/ });
  await page.getByRole("button", { name: "More for Inheritance" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  const at = await middle(link);
  await page.mouse.click(at.x, at.y);
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page).toHaveURL(`/guide/${code}/notes`);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  async function tap(page: Page, of: Locator): Promise<void> {
    const { x, y } = await middle(of);
    await page.touchscreen.tap(x, y);
  }

  test("tapping outside 'More' closes it and activates nothing", async ({ page }) => {
    await signInNewStudent(page, "/guide/CS246/notes");
    const note = page.getByRole("article").first();
    await note.getByRole("button", { name: /^More/ }).tap();
    await expect(page.getByRole("menu")).toBeVisible();
    await tap(page, note.getByRole("button", { name: "Add to My Notes" }));
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(note.getByRole("button", { name: "Add to My Notes" })).toBeEnabled();
  });

  test("tapping outside the speed popover of the full-screen player closes it and activates nothing", async ({
    page,
  }) => {
    const player = await openPausedPlayer(page);
    await player.getByRole("button", { name: /^Open the player/ }).tap();
    const open = mobilePlayer(page);
    await open.getByRole("button", { name: /^Speed/ }).tap();
    await expect(page.getByRole("dialog", { name: "Speed" })).toBeVisible();
    await tap(page, open.getByRole("button", { name: "Close player" }));
    await expect(page.getByRole("dialog", { name: "Speed" })).toBeHidden();
    await expect(open).toBeVisible();
  });
});
