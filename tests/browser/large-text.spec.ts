import { expect, type Page } from "@playwright/test";
import { bar, box, button, listening, PHONE } from "./listening";
import { ADMIN, signIn } from "./people";
import { test } from "./test";

/** 200 %: what browsers make of it when people ask them for larger text. */
async function enlarge(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });
  await expect(page.locator("html")).toHaveAttribute("data-text", "large");
}

/** What is wider than its place: the page, or words that are cut or stand beyond the window. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push(`the page: ${document.documentElement.scrollWidth}`);
    // A line of cards that goes on beyond the edge scrolls by itself.
    const scrolls = (element: Element) => element.closest(".dashboard-begun") !== null;
    for (const element of document.querySelectorAll<HTMLElement>("body *:not(svg *, .sr-only, .sr-only *)")) {
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const { left, right, width: own } = element.getBoundingClientRect();
      if (!isText || own < 2 || scrolls(element) || getComputedStyle(element).visibility === "hidden") continue;
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const { textOverflow, display } = getComputedStyle(element);
      const isWrong = left < -1 || right > width + 1 || (isCut && textOverflow !== "ellipsis" && display !== "inline");
      if (isWrong) found.push(`${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
    }
    return found;
  });
}

/** Controls of the player that stand on each other. */
function overlaps(page: Page): Promise<string[]> {
  return bar(page).evaluate((player) => {
    const parts = [...player.querySelectorAll<HTMLElement>("button, .player-title, .player-seek > .time")].filter(
      (part) =>
        part.getBoundingClientRect().width > 0 && part.closest("button") !== part.parentElement?.closest("button"),
    );
    const name = (part: HTMLElement) => part.ariaLabel ?? part.className;
    return parts.flatMap((one, place) =>
      parts.slice(place + 1).flatMap((other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const isOver = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return isOver && !one.contains(other) && !other.contains(one) ? [`${name(one)} and ${name(other)}`] : [];
      }),
    );
  });
}

for (const [device, viewport] of [
  ["a laptop", { width: 1440, height: 900 }],
  ["a phone", PHONE],
] as const) {
  test.describe(`text of 200 % on ${device}`, () => {
    test.use({ viewport });

    test("nothing overlaps, is cut or scrolls sideways where students are", async ({ page }) => {
      await listening(page);
      for (const [link, heading] of [
        ["/", "Dashboard"],
        ["/browse", "Browse & Discover"],
        ["/deep-dive", "Deep Dive"],
        ["/guide/CS246/notes", "Notes for CS 246"],
      ] as const) {
        await page.goto(link);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect(button(bar(page), "Next")).toBeVisible();
        await enlarge(page);
        await expect.poll(() => cut(page), `${link} on ${device}`).toEqual([]);
        expect(await overlaps(page), `${link} on ${device}`).toEqual([]);
      }
      const row = page.getByRole("row").nth(1);
      await page.goto("/deep-dive");
      await expect(row).toBeVisible();
      await enlarge(page);
      const [first, second] = [await box(row), await box(page.getByRole("row").nth(2))];
      expect(first.y + first.height, "rows of audio stand apart").toBeLessThanOrEqual(second.y + 1);
    });
  });
}

test("text of 200 % leaves the console's tables inside of the window", async ({ page }) => {
  await signIn(page, ADMIN, "/admin/uploads");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await enlarge(page);
  await expect.poll(() => cut(page)).toEqual([]);
});
