import { expect, type Locator, type Page } from "@playwright/test";
import { box, button, mobilePlayer, openPausedPlayer, openPlayingPlayer, PHONE, playerBar } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, signIn } from "../support/users";

/** 200 %: what browsers make of it when people ask them for larger text. */
async function enlarge(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });
  await expect(page.locator("html")).toHaveAttribute("data-text", "large");
}

/** Returns elements wider than their container: the page itself, or text that is cut off or outside the window. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push(`the page: ${document.documentElement.scrollWidth}`);
    // A line of cards that goes on beyond the edge scrolls by itself.
    const scrolls = (element: Element) => element.closest(".dashboard-in-progress") !== null;
    for (const element of document.querySelectorAll<HTMLElement>("body *:not(svg *, .sr-only, .sr-only *)")) {
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const isControl = element.matches("button, a[href], input, select, textarea, [role=slider]");
      const { left, right, width: own } = element.getBoundingClientRect();
      if ((!isText && !isControl) || own < 2 || scrolls(element) || getComputedStyle(element).visibility === "hidden")
        continue;
      const isCut = isText && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const { textOverflow, display } = getComputedStyle(element);
      const isWrong = left < -1 || right > width + 1 || (isCut && textOverflow !== "ellipsis" && display !== "inline");
      if (isWrong)
        found.push(
          `${element.tagName}.${element.className}: ${element.ariaLabel ?? element.textContent?.slice(0, 40)}`,
        );
    }
    return found;
  });
}

/** Returns visible controls, titles and times in a part of the page that overlap. */
function overlaps(within: Locator): Promise<string[]> {
  return within.evaluate((whole) => {
    // Elements scrolled out of their list are not visible.
    const seen = (part: Element) => {
      let { left, right, top, bottom } = part.getBoundingClientRect();
      for (let around = part.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const edge = around.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, top, bottom };
    };
    const controls = "button, a[href], input, select, textarea, [role^=menuitem], .player-title, .time, h2, h3";
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
async function fits(page: Page, within: Locator, what: string): Promise<void> {
  await expect(within).toBeVisible();
  await expect.poll(() => cut(page), `cut in ${what}`).toEqual([]);
  await expect.poll(() => overlaps(within), `overlaps in ${what}`).toEqual([]);
}

for (const [device, viewport] of [
  ["a laptop", { width: 1440, height: 900 }],
  ["a phone", PHONE],
] as const) {
  test.describe(`text at 200 % on ${device}`, () => {
    test.use({ viewport });

    test("nothing overlaps, is cut off or scrolls sideways on students' pages", async ({ page }) => {
      await openPlayingPlayer(page);
      for (const [link, heading] of [
        ["/", "Dashboard"],
        ["/browse", "Browse & Discover"],
        ["/deep-dive", "Deep Dive"],
        ["/guide/CS246/notes", "Notes for CS 246"],
      ] as const) {
        await page.goto(link);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect(button(playerBar(page), "Next")).toBeVisible();
        await enlarge(page);
        await expect.poll(() => cut(page), `${link} on ${device}`).toEqual([]);
        expect(await overlaps(playerBar(page)), `${link} on ${device}`).toEqual([]);
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

const SMALL = { width: 320, height: 640 };

for (const [what, viewport, isLarge] of [
  ["320 px", SMALL, false],
  ["a phone with text of 200 %", PHONE, true],
] as const) {
  test.describe(`on ${what}`, () => {
    test.use({ viewport });

    // Five things are opened one after the other: that takes longer than 3 s.
    test("nothing overlaps or is cut off in the full-screen player, its queue, menu and popover", async ({ page }) => {
      const player = await openPausedPlayer(page);
      if (isLarge) await enlarge(page);
      await fits(page, player, "the bar");
      await player.getByRole("button", { name: /^Open the player/ }).click();
      await fits(page, mobilePlayer(page), "the sheet");
      const art = await box(mobilePlayer(page).locator(".sheet-art"));
      expect(Math.min(art.width, art.height), "the cover can be seen").toBeGreaterThanOrEqual(64);
      for (const name of ["Next", /^Repeat/, /^Shuffle/]) {
        await mobilePlayer(page).getByRole("button", { name }).scrollIntoViewIfNeeded();
        await expect(mobilePlayer(page).getByRole("button", { name })).toBeInViewport({ ratio: 0.99 });
      }
      await mobilePlayer(page)
        .getByRole("button", { name: /^Speed/ })
        .click();
      await fits(page, page.getByRole("dialog", { name: "Speed" }), "the speed");
      await page.keyboard.press("Escape");
      await button(mobilePlayer(page), "More").click();
      await fits(page, page.getByRole("menu"), "the menu");
      await page.keyboard.press("Escape");
      await button(mobilePlayer(page), "Queue").click();
      await expect(mobilePlayer(page).getByRole("list", { name: "Next" })).toBeVisible();
      await fits(page, mobilePlayer(page), "the queue");
    });

    test("nothing overlaps or is cut off in My Notes and in the menu of a note", async ({ page }) => {
      const student = await createStudent();
      const api = await apiClient(student);
      const { notes } = (await api.get("/courses/CS246/notes")) as { notes: { items: { id: string }[] } };
      expect(notes.items.length).toBeGreaterThanOrEqual(2);
      for (const { id } of notes.items.slice(0, 2)) await api.put(`/me/notes/${id}`, {});
      await signIn(page, student, "/my-notes");
      await expect(page.getByRole("article")).toHaveCount(2);
      if (isLarge) await enlarge(page);
      await fits(page, page.getByRole("main"), "My Notes");
      await page.goto("/guide/CS246/notes");
      await expect(page.getByRole("article").first()).toBeVisible();
      if (isLarge) await enlarge(page);
      await page
        .getByRole("article")
        .first()
        .getByRole("button", { name: /^More about/ })
        .click();
      await fits(page, page.getByRole("menu"), "the menu of a note");
    });
  });
}

test.describe("text at 200 % at 320 px", () => {
  test.use({ viewport: SMALL });

  test("the page is as wide as the window, and the mobile header fits in it", async ({ page }) => {
    await signIn(page, await createStudent(), "/dashboard");
    for (const [link, heading] of [
      ["/dashboard", "Dashboard"],
      ["/browse", "Browse & Discover"],
      ["/study", "Study"],
    ] as const) {
      await page.goto(link);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await enlarge(page);
      await expect(page.getByRole("button", { name: "Search everything" })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), link).toBeLessThanOrEqual(320);
    }
  });
});

test("text at 200 % keeps the console's tables inside the window", async ({ page }) => {
  await signIn(page, ADMIN, "/admin/uploads");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await enlarge(page);
  await expect.poll(() => cut(page)).toEqual([]);
});
