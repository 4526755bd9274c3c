import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { findClippedElements } from "../support/fit";
import { type MainPage, mainPages } from "../support/main-pages";
import { HEAPS, publishText, serveText } from "../support/note-text";
import { PHONE } from "../support/player";
import { fakeSpeech } from "../support/speech";
import { test } from "../support/test";
import { ADMIN, createStudent, signIn } from "../support/users";

/** A window of 1280 by 1024 pixels at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 };

const DESKTOP = { width: 1440, height: 900 };

/** Number of controls whose focus is checked on each page. */
const TABS = 40;

/** The text spacing that success criterion 1.4.12 names. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Opens a page and waits until its data has loaded. */
async function open(page: Page, { path, audience, heading }: MainPage): Promise<void> {
  if (audience === "visitor") await page.goto(path);
  else await signIn(page, audience === "administrator" ? ADMIN : await createStudent(), path);
  await expect(page.getByRole("heading", { level: 1, name: heading }).first()).toBeAttached();
  await page.waitForLoadState("networkidle");
}

/** Returns what axe finds with these rules, by default all that apply to WCAG 2.2 and its best practices. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const node = (id: string, { target, html }: { target: unknown[]; html: string }) =>
    `${id}: ${target.join(" ")} ${html.slice(0, 120)}`;
  return violations.flatMap(({ id, nodes }) => nodes.map((each) => node(id, each)));
}

/** Checks a page with all rules of axe in both themes, on a laptop and on a phone. */
async function expectNoFindings(page: Page): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // The colours change a moment after the setting.
      await expect.poll(() => findings(page), { message: `${size.width} px, ${colorScheme}` }).toEqual([]);
    }
  }
}

/** Presses Tab repeatedly. Returns the controls that were completely covered or outside of the window. */
async function hiddenWhenFocused(page: Page): Promise<string[]> {
  const hidden = new Set<string>();
  for (let presses = 0; presses < TABS; presses += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const inside = (x: number, y: number) => document.elementFromPoint(x, y);
      const xs = [left + 2, (left + right) / 2, right - 2];
      const ys = [top + 2, (top + bottom) / 2, bottom - 2];
      const isSeen = xs.some((x) =>
        ys.some((y) => {
          const top = inside(x, y);
          return top !== null && (focused.contains(top) || top.contains(focused));
        }),
      );
      return isSeen ? undefined : focused.outerHTML.slice(0, 160);
    });
    if (found !== undefined) hidden.add(found);
  }
  return [...hidden];
}

/**
 * Returns controls, and elements in a marked state, without a border or outline. They need one where the system removes
 * backgrounds and shadows.
 */
const withoutEdge = (page: Page) =>
  page.evaluate(() => {
    const needs = ".btn, .input, [aria-pressed=true], [aria-selected=true], [aria-current=page]";
    return [...document.querySelectorAll<HTMLElement>(needs)]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => {
        const { borderTopWidth, borderBottomWidth, outlineStyle } = getComputedStyle(element);
        return Number.parseFloat(borderTopWidth) + Number.parseFloat(borderBottomWidth) < 1 && outlineStyle === "none";
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });

/** Returns animations that take longer than a frame, except those of progress. */
const movement = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 20)
      .map(({ effect }) => effect as KeyframeEffect)
      .filter(({ target }) => !target?.closest("[role=progressbar], .spin, .skeleton"))
      .map(({ target }) => target?.outerHTML.slice(0, 160)),
  );

for (const main of mainPages) {
  const { path, title, structure } = main;

  test(`S6.wcag.1 ${path} has its own title and language, and has the expected structure for a screen reader`, async ({
    page,
  }) => {
    await open(page, main);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page).toHaveTitle(`${title} · Note Ninja`);
    await expect(page.locator("body")).toMatchAriaSnapshot(structure);
  });

  // Longer timeout: axe runs four times.
  test(`S6.wcag.5 axe finds nothing on ${path} in both themes, on a laptop and on a phone`, async ({ page }) => {
    test.slow();
    await open(page, main);
    await expectNoFindings(page);
  });

  // Longer timeout: axe runs four times, and the page is laid out in six ways.
  test(`S6.wcag.2 ${path} works at a zoom of 400 %, with targets of at least 24 px, more contrast, forced colours, reduced motion and spacing of text, and the focused control is never hidden`, async ({
    page,
  }) => {
    test.slow();
    await open(page, main);
    expect.soft(await movement(page), "with reduced motion").toEqual([]);
    const rules = ["target-size", "label-content-name-mismatch"];
    expect.soft(await findings(page, rules), "on a laptop").toEqual([]);
    // The Content-Security-Policy forbids style elements.
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets.push(sheet);
    }, SPACING);
    expect.soft(await findClippedElements(page), "with spacing of text").toEqual([]);

    await open(page, { ...main, audience: "visitor" });
    await page.setViewportSize(PHONE);
    expect.soft(await findings(page, rules), "on a phone").toEqual([]);
    expect.soft(await hiddenWhenFocused(page), "hidden when focused").toEqual([]);
    await page.setViewportSize(ZOOMED);
    expect.soft(await findClippedElements(page), "at a zoom of 400 %").toEqual([]);

    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ forcedColors: "active" });
    expect.soft(await withoutEdge(page), "with forced colours").toEqual([]);
    await page.emulateMedia({ forcedColors: "none", contrast: "more" });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const message = `more contrast, ${colorScheme}`;
      // The colours change a moment after the setting.
      await expect.poll(() => findings(page, ["color-contrast-enhanced"]), { message }).toEqual([]);
    }
  });
}

// Longer timeout: axe runs eight times.
test("S6.wcag.5 axe finds nothing in a note, as text and as pages, while it is read aloud and searched", async ({
  page,
}) => {
  test.slow();
  await fakeSpeech(page, [{ name: "Ava", lang: "en-US", localService: true }]);
  const note = await publishText(HEAPS);
  await serveText(page, note.id, note.text);
  await signIn(page, await createStudent(), `/note/${note.id}`);
  await page.getByRole("button", { name: "Read aloud" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("heap");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await expectNoFindings(page);
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "Text view", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Heaps" })).toBeVisible();
  await expectNoFindings(page);
});
