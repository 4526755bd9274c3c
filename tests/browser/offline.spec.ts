import { readFileSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { type OwnServer, ownServer } from "./own-server";
import { ADMIN, apiAs, asStudent, fillSignIn, makeStudent, signIn } from "./people";
import { makeCourse, publishNote } from "./publish";

const test = base.extend<{ server: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern.
  server: async ({}, use) => {
    const server = await ownServer();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.origin),
});

// Elsewhere tests are about the page alone.
test.use({ serviceWorkers: "allow" });

/** The worker has taken the page and keeps the app. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  });
}

const dist = process.env.NOTE_NINJA_WEB_DIST ?? "../../web/dist";
const built = (name: string) => readFileSync(`${dist}/${name}`, "utf8");
const caches = (page: Page) => page.evaluate(() => window.caches.keys());
const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test("S4.offline.1 Chromium would install the app: it finds no fault, and its icons are what the manifest says", async ({
  page,
  context,
}) => {
  await page.goto("/signin");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.enable");
  const { errors, data } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "") as { icons: { src: string; sizes: string }[]; shortcuts: { url: string }[] };
  await isKept(page);
  await expect.poll(async () => (await devtools.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
  const sizes = await page.evaluate(
    async (icons) =>
      Promise.all(
        icons.map(async ({ src }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    manifest.icons.filter(({ sizes }) => sizes !== "any"),
  );
  expect(sizes).toEqual(["192x192", "512x512", "512x512"]);
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status(), url).toBe(200);
  expect(manifest.shortcuts).toHaveLength(3);
});

test("S4.offline.2 without a server each address opens the app; what is not a page of it does not", async ({
  page,
  context,
  server,
}) => {
  await page.goto("/signin");
  await isKept(page);
  await server.stop();
  await page.goto("/register");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/signin?from=shortcut");
  await expect(page.getByLabel("Email")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You are offline. An account needs a network.")).toBeVisible();
  await context.setOffline(false);
  for (const path of ["/api/health", "/catalogue/manifest.json", "/problem.css"]) {
    await expect(page.goto(path), path).rejects.toThrow("net::ERR");
  }
});

/** The same page with another script: what a release makes of it. */
const otherRelease = () => ({
  page: built("index.html").replace("</head>", '<script type="module" src="/other-release.js"></script></head>'),
  worker: built("sw.js")
    .replaceAll("/icon.svg", "/other-release.js")
    .replace(/revision:`[^`]+`,integrity:`[^`]+`/g, "revision:`other`"),
});

async function release(server: OwnServer): Promise<void> {
  const { page, worker } = otherRelease();
  for (const path of ["/", "/signin", "/index.html"]) server.replace(path, page, "text/html; charset=utf-8");
  server.replace("/other-release.js", "document.documentElement.dataset.release = 'other';", "text/javascript");
  server.replace("/sw.js", worker, "text/javascript");
}

test("S4.offline.3 a new release waits for the pages that are open, and is there after the next navigation", async ({
  page,
  context,
  server,
}) => {
  await page.goto("/signin");
  await isKept(page);
  await page.getByLabel("Email").fill("half@filled");
  await release(server);
  const waits = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  const other = await context.newPage();
  await other.goto("/signin");
  await expect(other.locator("html[data-release=other]")).toBeAttached();
  await expect.poll(waits).toBe(true);
  await expect(page.getByLabel("Email")).toHaveValue("half@filled");
  // The page of the release before is left: nobody needs its worker any more.
  await other.close();
  expect(await waits()).toBe(true);
  await page.goto("/signin");
  await expect(page.locator("html[data-release=other]")).toBeAttached();
  await expect.poll(waits).toBe(false);
  await server.stop();
  await page.goto("/register");
  await expect(page.locator("html[data-release=other]")).toBeAttached();
});

test("S4.offline.4 a broken worker is healed by the one that retires", async ({ page, server }) => {
  await page.goto("/signin");
  await isKept(page);
  expect(await caches(page)).not.toEqual([]);
  expect(await page.evaluate(async () => (await fetch("/sw.js")).headers.get("cache-control"))).toBe("no-store");
  server.replace("/sw.js", built("retired-worker.js"), "text/javascript");
  await page.goto("/register");
  await expect.poll(() => workers(page)).toBe(0);
  await expect.poll(() => caches(page)).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

const heartOf = (page: Page, name: string) =>
  page.getByRole("article", { name }).getByRole("button", { name: /^liked?, \d+$/i });

/** Everything that the browser keeps of whoever used it. */
const stores = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: Object.keys(localStorage).filter((key) => key !== "nn:theme"),
    // The router's: how far pages were scrolled, by numbers made up for each.
    session: Object.keys(sessionStorage).filter((key) => key !== "react-router-scroll-positions"),
    caches: (await window.caches.keys()).filter(
      (name) => !/^(assets|catalogue|catalogue manifest|workbox-precache-.*)$/.test(name),
    ),
  }));

test("S4.offline.5 what was seen is there without a server, says of when it is, and a like made there arrives once", async ({
  page,
  context,
  server,
}) => {
  test.slow();
  const course = await makeCourse();
  const liked = await publishNote(course, "Seen before");
  const student = await asStudent(page, `/guide/${course}/notes`);
  const api = await apiAs(student);
  await page.getByRole("article", { name: "Seen before" }).getByRole("button", { name: "Add to My Notes" }).click();
  await expect(page.getByRole("button", { name: "Added to My Notes" })).toBeVisible();
  await isKept(page);
  await page.goto("/my-notes");
  await expect(page.getByRole("article", { name: "Seen before" })).toBeVisible();
  await page.goto("/");
  const greeting = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();

  await server.stop();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(greeting);
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expect(page.getByText(/You see this page as of \d\d:\d\d\./)).toBeVisible();
  await page.goto("/my-notes");
  await expect(page.getByRole("article", { name: "Seen before" })).toBeVisible();
  await page.goto(`/guide/${course}/notes`);
  await expect(page.getByText(/You see this page as of \d\d:\d\d\./)).toBeVisible();
  await heartOf(page, "Seen before").click();
  await expect(heartOf(page, "Seen before")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText(/1 change (is|on)/)).toBeVisible();
  await page.close();

  await server.start();
  const later = await context.newPage();
  await later.goto(`/guide/${course}/notes`);
  await expect(heartOf(later, "Seen before")).toHaveAccessibleName("Liked, 1");
  await expect(later.getByText(/You see this page as of/)).toHaveCount(0);
  // The page shows what waits before it is sent.
  await expect.poll(async () => ((await api.get("/me/likes")) as { notes: string[] }).notes).toEqual([liked]);
});

test("study cards come without a server, and what was answered there is known when it is back", async ({
  page,
  context,
  server,
}) => {
  test.slow();
  const code = await makeCourse("Offline");
  const admin = await apiAs(ADMIN);
  const chapter = (await admin.post(`/courses/${code}/chapters`, { number: 1, title: "Sets", description: "" })) as {
    id: string;
  };
  for (const title of ["First?", "Second?"]) {
    await admin.post(`/courses/${code}/chapters/${chapter.id}/cards`, { title, content: "Yes" });
  }
  await asStudent(page, `/study?course=${code}`);
  const card = page.getByRole("article", { name: "Card", exact: true });
  await expect(card).toContainText("First?");
  await isKept(page);

  await server.stop();
  await page.reload();
  await expect(card).toContainText("First?");
  await page.keyboard.press("Space");
  await page.keyboard.press("4");
  await expect(card).toContainText("Second?");
  await page.close();

  await server.start();
  const later = await context.newPage();
  await later.goto(`/study?course=${code}`);
  await expect(later.getByRole("article", { name: "Card", exact: true })).toContainText("Second?");
});

test("S4.offline.6 signing out without a server leaves nothing of the person in any store", async ({
  page,
  server,
}) => {
  await asStudent(page, "/guide/CS246/notes");
  await expect(page.getByRole("article").first()).toBeVisible();
  await isKept(page);
  await expect
    .poll(async () => (await stores(page)).databases)
    .toContainEqual(expect.stringMatching(/^note-ninja kept /));
  await server.stop();
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(/\/signin/);
  const nothing = { databases: [], local: ["nn:owed-sign-out"], session: [], caches: [] };
  await expect.poll(() => stores(page)).toEqual(nothing);
  await page.goto("/my-notes");
  await expect(page).toHaveURL(/\/signin/);
});

test("S4.offline.7 a session that ended asks to sign in and wipes nothing, until somebody else comes", async ({
  page,
  context,
  server,
}) => {
  await asStudent(page, "/guide/CS246/notes");
  await expect(page.getByRole("article").first()).toBeVisible();
  await isKept(page);
  await server.stop();
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await context.clearCookies();
  await server.start();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page).toHaveURL(/\/signin/);
  expect((await stores(page)).databases).toContainEqual(expect.stringMatching(/^note-ninja kept /));

  // Somebody else signs in: nothing of the one before stays.
  const before = (await stores(page)).databases;
  await signIn(page, await makeStudent(), "/my-notes");
  await expect
    .poll(async () =>
      (await stores(page)).databases.filter((name) => before.includes(name) && name?.includes(" kept ")),
    )
    .toEqual([]);
  const uid = before.find((name) => name?.includes(" kept "))?.replace("note-ninja kept ", "");
  expect((await stores(page)).local.filter((key) => key.includes(uid ?? "?"))).toEqual([]);
});

test("S4.offline.8 on a shared computer nothing is kept", async ({ page, server }) => {
  const student = await makeStudent();
  await page.goto("/guide/CS246/notes");
  await page.getByLabel("This is a shared computer").check();
  await fillSignIn(page, student);
  await expect(page.getByRole("article").first()).toBeVisible();
  await isKept(page);
  const { databases, local } = await stores(page);
  expect(databases.filter((name) => name?.includes(" kept "))).toEqual([]);
  expect(local.filter((key) => key.endsWith(":me"))).toEqual([]);
  await server.stop();
  await page.reload();
  await expect(page.getByText("Could not reach Note Ninja")).toBeVisible();
});
