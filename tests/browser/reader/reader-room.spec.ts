import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { axe, box, openPlayingPlayer, playerBar } from "../support/player";
import { test } from "../support/test";
import { uniqueName } from "../support/users";

/** Opens a note with a long title while a recording plays. */
async function readWhileListening(page: Page): Promise<string> {
  const title = uniqueName("A long title that would take two lines of a narrow page and is in the bar ");
  const code = await createCourse();
  const id = await publishNote(code, title, "", pdfWithTexts(["Leaf one", "Leaf two"], title));
  await openPlayingPlayer(page);
  // A reload would stop the player.
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, `/note/${id}`);
  await expect(page.getByText("Leaf one")).toBeInViewport();
  return title;
}

/** Visible part of the document above the player, in pixels. */
async function heights(page: Page, title: string) {
  const pages = await box(page.getByRole("document", { name: title }));
  const { y: playerTop } = await box(playerBar(page));
  return { document: Math.min(pages.y + pages.height, playerTop) - Math.max(0, pages.y), room: playerTop };
}

test.describe("on a laptop", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("S2.read.9 the document takes 85 % of the height above the player, and the bar shows the title as a heading", async ({
    page,
  }) => {
    const title = await readWhileListening(page);
    const { document, room } = await heights(page, title);
    expect(document / room).toBeGreaterThanOrEqual(0.85);
    const heading = page.getByRole("heading", { level: 1, name: title });
    await expect(heading).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Download PDF" })).toBeInViewport({ ratio: 1 });
    await axe(page, "the reader that fills the window");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page).toHaveURL(/\/playlist\//);
    await expect(playerBar(page)).toBeVisible();
  });
});

test.describe("in a desktop window at a high zoom", () => {
  test("S2.read.9 the navigation stays visible, and the document keeps a minimum height", async ({ page }) => {
    const title = await readWhileListening(page);
    await page.setViewportSize({ width: 960, height: 400 });
    await expect(page.getByTestId("sidebar")).toBeVisible();
    await page.setViewportSize({ width: 427, height: 267 });
    await expect(page.getByRole("navigation", { name: "Bottom" })).toBeVisible();
    const pages = await box(page.getByRole("document", { name: title }));
    expect(pages.height).toBeGreaterThan(48);
  });
});

test.describe("on a phone in landscape", () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test("S2.read.9 the document takes 250 of 390 px while a recording plays, and Back closes the reader", async ({
    page,
  }) => {
    const title = await readWhileListening(page);
    expect((await heights(page, title)).document).toBeGreaterThanOrEqual(250);
    await expect(page.getByTestId("sidebar")).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeInViewport({ ratio: 1 });
    for (const name of ["Back", "Contents", "Find in this note", "Highlights", "More"]) {
      await expect(page.getByRole("main").getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole("button", { name: "Back" }).tap();
    await expect(page.getByTestId("sidebar")).toBeVisible();
  });
});
