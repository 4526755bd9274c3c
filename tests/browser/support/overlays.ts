import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { findClippedElements, findOverlaps } from "./fit";
import type { Structures } from "./structures";

/** Presses one control or types one text. */
export type Step = (page: Page) => Promise<unknown>;

/** A dialog, sheet, menu, popover or panel, and how a keyboard user opens it. */
export interface OverlayCase {
  /** File in `web/src` that renders it. */
  source: string;
  /** Steps from the loaded page to the surface. The last step opens it. */
  steps: readonly Step[];
  /** Default: `dialog`. */
  role?: "dialog" | "alertdialog" | "menu" | "complementary" | "search" | "listbox";
  /** Accessible name, needed if another surface of the same role is open behind it. */
  name?: string | RegExp;
  /** True for lists and panels that leave the focus in the page, so that the user can continue there. */
  isFocusOutside?: true;
  /** Closes it and all surfaces behind it. Default: Escape once. */
  closes?: readonly Step[];
}

/** A page and the surfaces that open on it. */
export interface PageCase {
  at: string;
  /** Prepares the page. */
  begin?: readonly Step[];
  /** Viewport width in pixels at the default text size. Default: a phone. */
  width?: number;
  /** True if other tests change the page or a dialog hides it, so that its own text is not compared. */
  isPageVariable?: true;
  surfaces: readonly OverlayCase[];
}

/** Presses a button by keyboard. The keys of a disabled one would reach another control. */
export function button(name: string | RegExp): Step {
  return async (page) => {
    const found = page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
    await expect(found).toBeEnabled();
    await found.press("Enter");
  };
}

/** Chooses an item of the open menu by keyboard. */
export const item =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole("menuitem", { name, exact: true }).press("Enter");

export const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name);

export const pressEscape = key("Escape");

/** Fills a field of the page or of the open dialog. */
export const fill =
  (label: string | RegExp, text: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).filter({ visible: true }).first().fill(text);

const PHONE = { width: 390, height: 844 };
const LARGE = "32px";

async function size(page: Page, width: number, text: string): Promise<void> {
  await page.setViewportSize({ width, height: PHONE.height });
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, text);
}

/** Returns controls of a surface that cannot be scrolled into the window. */
function unreachable(surface: Locator): Promise<string[]> {
  return surface.evaluate((whole) =>
    [
      ...whole.querySelectorAll<HTMLElement>(
        "button, a[href], input:not([aria-hidden]), select, textarea, [role^=menuitem]",
      ),
    ]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest(".sr-only"))
      .filter((part) => {
        part.scrollIntoView({ block: "nearest", behavior: "instant" });
        const { top, bottom, left, right } = part.getBoundingClientRect();
        return top < -1 || left < -1 || bottom > window.innerHeight + 1 || right > window.innerWidth + 1;
      })
      .map((part) => part.ariaLabel ?? part.textContent.slice(0, 40)),
  );
}

/** Reports all failures of a test, not only the first. */
const softly = expect.configure({ soft: true, timeout: 5_000 });

/** Checks a surface at 320 px, and at the width of a phone with text of 200 %. */
async function fitsEverywhere(page: Page, surface: Locator, what: string, width: number): Promise<void> {
  for (const [wide, text] of [
    [width - PHONE.width + 320, ""],
    [width, LARGE],
  ] as const) {
    const where = `${what}, ${wide} px${text && ", text at 200 %"}`;
    await size(page, wide, text);
    await expect(surface, where).toBeVisible();
    // A menu or popover opens beside its button, which other sizes may have moved out of the window.
    await surface.evaluate((open) => {
      document.querySelector(`[aria-controls="${open.id}"]`)?.scrollIntoView({ block: "center", behavior: "instant" });
    });
    await softly.poll(() => findClippedElements(page), `cut: ${where}`).toEqual([]);
    await softly.poll(() => findOverlaps(surface), `overlaps: ${where}`).toEqual([]);
    await softly.poll(() => unreachable(surface), `outside the window: ${where}`).toEqual([]);
  }
  await size(page, width, "");
}

/** Returns tag and name of the focused element after two frames, in which dialogs and lists have set the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { tagName, ariaLabel } = document.activeElement ?? document.body;
    return `${tagName} ${ariaLabel ?? ""}`.trim();
  });
}

export async function expectFocusKept(page: Page, after: string): Promise<void> {
  await expect.poll(() => focused(page), `the focus after ${after}`).not.toBe("BODY");
}

/** Opens, checks and closes all surfaces of a page by keyboard. Compares the page and its surfaces with `structures`. */
export async function checkOverlays(
  page: Page,
  { at, begin = [], width = PHONE.width, isPageVariable, surfaces }: PageCase,
  structures: Structures,
): Promise<void> {
  await page.goto(at);
  await size(page, width, "");
  for (const step of begin) await step(page);
  const path = at.replace(/[^/?=]*\d[^/?]*/g, "#");
  if (!isPageVariable) await structures.check(path, page.getByRole("main"));
  for (const { source, steps, role = "dialog", name, isFocusOutside = false, closes = [pressEscape] } of surfaces) {
    const what = `${source} on ${at}`;
    await test.step(what, async () => {
      for (const step of steps) await step(page);
      const found = page.getByRole(role, name === undefined ? {} : { name }).filter({ visible: true });
      await expect(found, what).toBeVisible();
      // Mark the surface, so that it is still found when another one opens or the page behind it changes.
      await found.evaluate((open) => open.setAttribute("data-walked", ""));
      const surface = page.locator("[data-walked]");
      const hasFocus = () => surface.evaluate((open) => open.contains(document.activeElement));
      await expect.poll(hasFocus, `the focus in ${what}`).toBe(!isFocusOutside);
      await structures.check(`${path}: ${source}`, surface);
      await fitsEverywhere(page, surface, what, width);
      for (const close of closes) {
        await close(page);
        await softly.poll(() => focused(page), `the focus after ${what}`).not.toBe("BODY");
      }
      await expect(surface, what).toBeHidden();
    });
  }
}

const WEB = join(import.meta.dirname, "../../../web/src");
/** Excludes the components themselves and the page with examples. */
const NOT_USED = /^(?:ui\/overlay\/(?:dialog|confirm-dialog|menu|popover)|app\/routes\/dev\/.*)\.tsx$/;

/** Returns the files of the app that match, once for each match. */
export function matchesIn(pattern: RegExp): string[] {
  return readdirSync(WEB, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx") && !NOT_USED.test(path))
    .flatMap(
      (path) =>
        readFileSync(join(WEB, path), "utf8")
          .match(pattern)
          ?.map(() => path) ?? [],
    );
}
