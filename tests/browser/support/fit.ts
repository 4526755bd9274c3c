import { expect, type Locator, type Page } from "@playwright/test";

/** Sets the text size to 200 %, as browsers do when users enlarge the text. */
export async function setLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });
  await expect(page.locator("html")).toHaveAttribute("data-text", "large");
}

/** Returns elements wider than their container: the page itself, or text that is cut off or outside the window. */
export function findClippedElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push(`the page: ${document.documentElement.scrollWidth}`);
    // Rows of cards, tabs and wide tables that scroll horizontally are allowed.
    const scrolls = (element: Element) => element.closest(".dashboard-in-progress, .nav-tabs, .legal-table") !== null;
    for (const element of document.querySelectorAll<HTMLElement>(
      "body *:not(svg *, .sr-only, .sr-only *, input[aria-hidden])",
    )) {
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const isControl = element.matches("button, a[href], input, select, textarea, [role=slider]");
      const { left, right, width: own } = element.getBoundingClientRect();
      if ((!isText && !isControl) || own < 2 || scrolls(element) || getComputedStyle(element).visibility === "hidden")
        continue;
      const isCut = isText && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const { textOverflow, display } = getComputedStyle(element);
      const { parentElement: around } = element;
      const isShortened =
        display === "inline" && around !== null && getComputedStyle(around).textOverflow === "ellipsis";
      const isOutside = (left < -1 || right > width + 1) && !isShortened;
      const isWrong = isOutside || (isCut && textOverflow !== "ellipsis" && display !== "inline");
      if (isWrong)
        found.push(
          `${element.tagName}.${element.className}: ${element.ariaLabel ?? element.textContent?.slice(0, 40)}`,
        );
    }
    return found;
  });
}

/** Returns visible controls, titles and times in a part of the page that overlap. */
export function findOverlaps(within: Locator): Promise<string[]> {
  return within.evaluate((whole) => {
    // Elements scrolled out of their list are not visible.
    const seen = (part: Element) => {
      let { left, right, top, bottom } = part.getBoundingClientRect();
      // A field reserves its padding for a button.
      if (part instanceof HTMLInputElement) {
        const { paddingLeft, paddingRight } = getComputedStyle(part);
        [left, right] = [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)];
      }
      for (let around = part.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const edge = around.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, top, bottom };
    };
    const controls =
      "button, a[href], input:not([aria-hidden]), select, textarea, [role^=menuitem], .player-title, .time, h2, h3";
    const parts = [...whole.querySelectorAll<HTMLElement>(controls)]
      .filter((part) => !part.closest(".sr-only") && getComputedStyle(part).opacity !== "0")
      .map((part) => ({ part, ...seen(part) }))
      .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
    const name = (part: HTMLElement) => part.ariaLabel ?? (part.textContent.slice(0, 40) || part.className);
    return parts.flatMap((a, place) =>
      parts.slice(place + 1).flatMap((b) => {
        const isOver = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        const isInside = a.part.contains(b.part) || b.part.contains(a.part);
        return isOver && !isInside ? [`${name(a.part)} and ${name(b.part)}`] : [];
      }),
    );
  });
}

/** Waits until nothing is cut and no controls overlap in a part of the page. */
export async function fits(page: Page, within: Locator, what: string): Promise<void> {
  await expect(within).toBeVisible();
  await expect.poll(() => findClippedElements(page), `cut in ${what}`).toEqual([]);
  await expect.poll(() => findOverlaps(within), `overlaps in ${what}`).toEqual([]);
}
