import { expect, type Page, type Request } from "@playwright/test";
import { asStudent } from "./people";
import { test } from "./test";

/** Where pictures are that everybody may see. */
const OPEN = /^\/pictures\/[0-9a-f]{32}(-small|-large)?\.(webp|jpg)$/;

/** Loads a page until its pictures are there, and returns what it asked the API for as a picture, and where its pictures are. */
async function picturesOf(page: Page, path: string): Promise<{ asked: string[]; shown: string[] }> {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "image" && pathname.startsWith("/api/")) asked.push(pathname);
  };
  page.on("request", note);
  await page.goto(path);
  const pictures = page.getByRole("main").locator("img");
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth), path)
    .toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  const shown = await pictures.evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? ""));
  return { asked, shown };
}

test("S7.fs.3 the pictures of a course, an album and a shelf come without a call of the API", async ({ page }) => {
  await asStudent(page, "/");
  for (const path of ["/guide/CS246/notes", "/cram-mode", "/deep-dive"]) {
    const { asked, shown } = await picturesOf(page, path);
    expect(asked, path).toEqual([]);
    expect(shown.length, path).toBeGreaterThan(0);
    const signed = shown.filter((address) => !OPEN.test(address));
    expect(signed, path).toEqual([]);
  }
});
