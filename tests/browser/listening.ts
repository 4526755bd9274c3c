import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { asStudent } from "./people";

export const PHONE = { width: 375, height: 812 };

export const bar = (page: Page) => page.getByRole("region", { name: "Audio player" });
export const sheet = (page: Page) => page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close player" }) });
export const seek = (within: Page | Locator) => within.getByRole("slider", { name: "Seek" });
export const button = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true });

/** A signed-in student who listens to a shelf from its first audio note on. */
export async function listening(page: Page, shelf = "/deep-dive"): Promise<Locator> {
  await asStudent(page);
  await page.goto(shelf);
  await button(page.getByRole("main"), "Play").click();
  await expect(button(bar(page), "Pause")).toBeVisible();
  return bar(page);
}

/** Stops the sound, so that nothing moves but what the test moves. */
export async function paused(page: Page, shelf?: string): Promise<Locator> {
  const player = await listening(page, shelf);
  await expect(seek(player)).toBeEnabled();
  await button(player, "Pause").click();
  await expect(button(player, "Play")).toBeVisible();
  return player;
}

/** The position that the seek bar tells, in seconds. */
export async function position(within: Page | Locator): Promise<number> {
  return Number(await seek(within).getAttribute("aria-valuenow"));
}

/** The title of what plays, from the region that tells it to screen readers. */
export async function title(page: Page): Promise<string> {
  const told = await page.getByText(/^Now in the player: /).textContent();
  return (told ?? "").replace("Now in the player: ", "");
}

/** Presses Tab until something with that name has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target}`);
}

export async function axe(page: Page, what: string): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(" | ")}`), what).toEqual([]);
}

export async function box(what: Locator) {
  const found = await what.boundingBox();
  if (!found) throw new Error(`${what} is not on the screen`);
  return found;
}
