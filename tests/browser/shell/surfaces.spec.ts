import { expect, type Page } from "@playwright/test";
import { consolePages, editorPages } from "../support/console-surface-table";
import { checkOverlays, matchesIn, type PageCase } from "../support/overlays";
import { Structures } from "../support/structures";
import {
  accountPages,
  cardPages,
  coursePages,
  keptPages,
  leftoverPages,
  playlistPages,
  readerPages,
  visitorPages,
} from "../support/surface-table";
import { test } from "../support/test";
import { ADMIN, createStudent, signIn, signInWithPossibleDialog } from "../support/users";
import { blankWorld, makeWorld, type OverlayTestContent } from "../support/world";

/** Matches uses of the components that open above the page, and of panels beside it. */
const OPENS =
  /<(?:Dialog|ConfirmDialog|Menu|Popover)\b(?![.\w])|<Dialog\.Root\b|<aside [^>]*"(?:reader-side|queue)\b|<search className="reader-find"|"menu drop"/g;
test("the test covers each dialog, sheet, menu, popover and panel in the sources", () => {
  const used = matchesIn(OPENS);
  expect(used.length).toBeGreaterThan(50);
  const walked = [
    ...[coursePages, cardPages, accountPages, keptPages, playlistPages, readerPages, consolePages, editorPages],
    ...[visitorPages, leftoverPages],
  ].flatMap((pages) => pages(blankWorld).flatMap(({ surfaces }) => surfaces.map(({ source }) => source)));
  const missing = used.filter((path, index) => {
    const place = used.slice(0, index).filter((other) => other === path).length;
    return walked.filter((source) => source === path).length <= place;
  });
  expect(missing).toEqual([]);
  expect(walked.filter((source) => !used.includes(source))).toEqual([]);
});

/** Checks all surfaces of these pages, and compares their structure with the file of this name. */
async function check(page: Page, name: string, pages: readonly PageCase[]): Promise<void> {
  const structures = new Structures(name);
  for (const place of pages) await checkOverlays(page, place, structures);
  structures.save();
}

test.describe("every dialog, sheet, menu, popover and panel fits at 320 px and with text of 200 %, has the expected texts, and returns the focus when closed", () => {
  // Longer timeout: each test opens up to twenty dialogs one after the other.
  test.slow();
  let world: OverlayTestContent;
  test.beforeAll(async () => {
    world = await makeWorld();
  });

  for (const [what, pages] of Object.entries({
    "a course and the search": coursePages,
    "study cards": cardPages,
    "the account": accountPages,
    "offline copies": keptPages,
    "a playlist and the player": playlistPages,
    "the reader": readerPages,
  })) {
    test(`on a student's pages about ${what}`, async ({ page }) => {
      await signIn(page, world.student, "/my-notes");
      await check(page, what, pages(world));
    });
  }

  test("on a visitor's shelf", async ({ page }) => {
    await check(page, "a visitor", visitorPages());
  });

  test("in a browser that contains a card draft of another student", async ({ page, context }) => {
    await signIn(page, world.student, `/guide/${world.code}/chapter/${world.chapter}`);
    await page.getByRole("link", { name: "Write a card" }).click();
    await page.getByRole("textbox", { name: "Front" }).fill("Whose is this?");
    await page.getByRole("textbox", { name: "Back" }).fill("Not yours");
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("Whose is this?");
    await context.clearCookies();
    await signInWithPossibleDialog(page, await createStudent(), "/my-notes");
    await check(page, "a draft of another student", leftoverPages());
  });

  test("in the console", async ({ page }) => {
    await signIn(page, ADMIN, "/admin");
    await check(page, "the console", consolePages(world));
  });

  test("on an administrator's course page and in the editor of cards", async ({ page }) => {
    await signIn(page, ADMIN, `/guide/${world.code}/notes`);
    await check(page, "the editor of cards", editorPages(world));
  });
});
