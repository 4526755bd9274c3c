import { expect, type Page, type Request } from "@playwright/test";
import { openPlayingPlayer } from "../support/player";
import { batchedPathsOf, createDeferred, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { signInNewStudent } from "../support/users";

/** Collects the names of the scripts that a page requests, without their hashes. */
function scriptsOf(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const name = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url())?.[1];
    if (name !== undefined) names.push(name);
  });
  return names;
}

/**
 * Returns true for paths of the API and the catalogue. The search index of notes is excluded: other tests publish
 * notes, and the page then fetches it again.
 */
const isQuestion = (path: string) => /^\/(api\/(?!library)|catalogue)/.test(path);
const isChange = (request: Request) =>
  request.method() !== "GET" && !/\/api\/(batch|auth\/refresh)$/.test(request.url());

/** Opens a page and checks that it requests nothing twice and loads few files. */
async function expectFrugal(page: Page, path: string): Promise<void> {
  // Leave the previous page first, so that its late requests are not counted.
  await page.goto("about:blank");
  const scripts = scriptsOf(page);
  const asked: string[] = [];
  const note = (request: Request) => {
    if (!isChange(request)) asked.push(...batchedPathsOf(request).filter(isQuestion));
  };
  page.on("request", note);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  const twice = asked.filter((question, place) => asked.indexOf(question) !== place);
  expect(twice, path).toEqual([]);
  expect(asked.length, path).toBeGreaterThan(0);
  expect(scripts.length, `${path}: ${scripts}`).toBeLessThanOrEqual(14);
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(1);
}

test.describe("page load", () => {
  test.use({ freshContext: true });

  test("S2.route.20 the layout shows before the app loads, while the data of the page is prefetched", async ({
    page,
  }) => {
    await signInNewStudent(page, "/browse");
    const letGo = await holdRequests(page, "**/assets/app-*.js");
    const manifest = page.waitForRequest("**/catalogue/manifest.json");
    const saved = page.waitForRequest((request) => batchedPathsOf(request).includes("/api/me/start"));
    const screen = page.waitForRequest(/\/assets\/browse-.*\.js/);
    await page.goto("/browse", { waitUntil: "commit" });
    const frame = page.locator(".first-frame[data-for=member]");
    await expect(frame.getByText("Loading...", { exact: true })).toBeVisible();
    await expect(frame.getByRole("link", { name: "My Notes" }).first()).toBeVisible();
    await Promise.all([manifest, saved, screen]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
    letGo();
    await expect(page.getByRole("heading", { level: 1, name: "Browse & Discover" })).toBeVisible();
    await expect(page.locator(".first-frame")).toHaveCount(0);
  });

  test("prefetched data is not requested again, and a page loads few files", async ({ page }) => {
    await signInNewStudent(page, "/");
    await page.waitForLoadState("networkidle");
    for (const path of ["/", "/guide/CS246/notes", "/deep-dive", "/u/amara"]) await expectFrugal(page, path);
  });

  for (const path of ["/signin", "/my-notes"]) {
    test(`the code of the sign-in page is loaded together with the app for a visitor at ${path}`, async ({ page }) => {
      const letGo = await holdRequests(page, "**/assets/app-*.js");
      const code = page.waitForRequest(/\/assets\/sign-in-.*\.js/);
      await page.goto(path, { waitUntil: "commit" });
      await code;
      letGo();
      await expect(page.getByRole("button", { name: "SIGN IN" })).toBeVisible();
    });
  }

  test("the sign-in page loads no code that only pages with the sidebar need", async ({ page }) => {
    const scripts = scriptsOf(page);
    await page.goto("/signin");
    await expect(page.getByRole("button", { name: "SIGN IN" })).toBeVisible();
    expect(scripts).toContain("forms");
    expect(scripts).not.toContain("shared");
  });

  test("prefetches public data once for a visitor", async ({ page }) => {
    await expectFrugal(page, "/u/amara");
  });

  test("code that is not needed at first loads after the data of the page", async ({ page }) => {
    const scripts = scriptsOf(page);
    const letGo = await holdRequests(page, "**/api/students/amara/playlists");
    await page.goto("/u/amara");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
    expect(scripts).not.toContain("deferred-shell");
    letGo();
    await expect.poll(() => scripts).toContain("deferred-shell");
  });

  test("if the app fails to load, the layout stays and shows an error with a retry button", async ({ page }) => {
    await signInNewStudent(page, "/");
    await page.route("**/assets/app-*.js", (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("alert")).toContainText("Note Ninja could not be loaded. Check your connection.");
    await expect(page.getByRole("link", { name: "My Notes" })).toBeVisible();
    // Wait until the page has requested the app again by itself.
    await page.waitForLoadState("networkidle");
    await page.unroute("**/assets/app-*.js");
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  });

  test("if the code of a page fails to load while a recording plays, the page shows an error, and loads on retry", async ({
    page,
  }) => {
    await openPlayingPlayer(page);
    await page.route(/\/assets\/my-notes-.*\.js/, (route) => route.abort());
    await page.getByTestId("sidebar").getByRole("link", { name: "My Notes" }).click();
    await expect(page.getByRole("alert")).toContainText("This page could not be loaded");
    const player = page.getByRole("region", { name: "Audio player" });
    await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
    await page.unroute(/\/assets\/my-notes-.*\.js/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "My Notes" })).toBeVisible();
    await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  });

  test("the layout stays whichever script fails, and a part that fails to load shows an error unless it is optional", async ({
    page,
  }) => {
    await signInNewStudent(page, "/");
    const scripts = scriptsOf(page);
    await page.goto("/browse");
    await page.waitForLoadState("networkidle");
    const names = [...new Set(scripts)];
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      const file = new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`);
      let refused = 0;
      await page.route(file, (route) => {
        refused += 1;
        return route.abort();
      });
      await page.goto("/browse");
      const isThere = page.getByRole("heading", { level: 1, name: "Browse & Discover" });
      await expect(isThere.or(page.getByRole("alert")).first(), name).toBeVisible();
      await expect(page.getByRole("link", { name: "My Notes" }).first(), name).toBeVisible();
      // Some scripts load only when the page is idle.
      await expect.poll(() => refused, `${name} is asked for`).toBeGreaterThan(0);
      await page.unroute(file);
    }
  });

  /** Deletes what earlier visits stored, except the session. */
  async function forgetVisits(page: Page): Promise<void> {
    await page.goto("/robots.txt");
    await page.evaluate(async () => {
      for (const key of Object.keys(localStorage)) if (key !== "nn:session") localStorage.removeItem(key);
      for (const { name = "" } of await indexedDB.databases()) {
        const opening = indexedDB.open(name);
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        const stores = [...database.objectStoreNames];
        if (stores.length > 0) {
          const transaction = database.transaction(stores, "readwrite");
          for (const store of stores) transaction.objectStore(store).clear();
          await new Promise((resolve) => transaction.addEventListener("complete", resolve));
        }
        database.close();
      }
      for (const name of await caches.keys()) await caches.delete(name);
    });
  }

  for (const path of ["/", "/browse"]) {
    test(`${path} shows its courses, whichever of its first requests gets its response last`, async ({ page }) => {
      await signInNewStudent(page, "/");
      const first = new Set<string>();
      const note = (request: Request) => {
        const { pathname } = new URL(request.url());
        if (/^\/(api|catalogue)\//.test(pathname)) first.add(pathname);
      };
      const course = page.locator(".guides .guide").first();
      await forgetVisits(page);
      page.on("request", note);
      await page.goto(path);
      await expect(course).toBeVisible();
      await page.waitForLoadState("networkidle");
      page.off("request", note);
      expect([...first]).toEqual(expect.arrayContaining(["/api/auth/refresh", "/catalogue/manifest.json"]));
      for (const pathname of first) {
        await forgetVisits(page);
        const { opened, open } = createDeferred();
        const isHeld = (url: URL) => url.pathname === pathname;
        await page.route(isHeld, async (route) => {
          await opened;
          await route.continue();
        });
        const asked = page.waitForRequest((request) => isHeld(new URL(request.url())), { timeout: 10_000 });
        await page.goto(path, { waitUntil: "commit" });
        await asked;
        await expect(page.getByRole("link", { name: "My Notes" }).first(), pathname).toBeVisible();
        open();
        await expect(course, `${pathname} was answered last`).toBeVisible();
        await page.unroute(isHeld);
      }
    });
  }
});
