import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { openPausedPlayer } from "../support/player";
import { test } from "../support/test";

/** URLs of public images. */
const OPEN = /^\/pictures\/[0-9a-f]{32}(-small|-large)?\.(webp|jpg)$/;

/** Loads a page until its images are loaded. Returns the image requests to the API and the URLs of its images. */
async function picturesOf(page: Page, path: string): Promise<{ asked: string[]; shown: string[] }> {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "image" && pathname.startsWith("/api/")) asked.push(pathname);
  };
  page.on("request", note);
  await page.goto(path);
  const pictures = page.getByRole("main").locator("img");
  await isLoaded(pictures.first());
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  const shown = await pictures.evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? ""));
  return { asked, shown };
}

const isLoaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

test("S7.fs.3 images of courses, albums and the current track load without an API call", async ({ page }) => {
  const player = await openPausedPlayer(page);
  const artwork = player.locator("img").first();
  await isLoaded(artwork);
  await expect(artwork).toHaveAttribute("src", OPEN);
  for (const path of ["/guide/CS246/notes", "/cram-mode"]) {
    const { asked, shown } = await picturesOf(page, path);
    expect(asked, path).toEqual([]);
    expect(shown.length, path).toBeGreaterThan(0);
    const signed = shown.filter((address) => !OPEN.test(address));
    expect(signed, path).toEqual([]);
  }
});
