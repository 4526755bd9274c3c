import { expect, type Page } from "@playwright/test";
import { createCourse, publishAudio, publishNote } from "../support/content";
import type { FaultProxy } from "../support/fault-proxy";
import { builtFile, deployRelease, likeButton, storageSnapshot, test, waitForServiceWorker } from "../support/offline";
import { playerBar, seek } from "../support/player";
import { ADMIN, apiClient, createStudent, fillSignIn, signIn, signInNewStudent, uniqueName } from "../support/users";

const caches = (page: Page) => page.evaluate(() => window.caches.keys());
const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test("S4.offline.1 Chromium can install the app: the manifest is valid and its icons match", async ({
  playwright,
  server,
}, testInfo) => {
  // A separate browser with a profile folder. The contexts of other tests are private windows, in which nothing can be
  // installed.
  const { use } = testInfo.project;
  const { reducedMotion } = use.contextOptions ?? {};
  const context = await playwright.chromium.launchPersistentContext(testInfo.outputPath("profile"), {
    ...use.launchOptions,
    ...(reducedMotion && { reducedMotion }),
    baseURL: server.origin,
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...what) {
      document.documentElement.dataset.worker = document.readyState;
      return register.apply(this, what);
    };
  });
  await page.goto("/signin");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.enable");
  const { errors, data } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "") as { icons: { src: string; sizes: string }[]; shortcuts: { url: string }[] };
  await waitForServiceWorker(page);
  // The service worker finishes its installation after the first page is shown.
  await expect(page.locator("html")).toHaveAttribute("data-worker", "complete");
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
  await context.close();
});

test("S4.offline.2 offline, each URL of the app opens the app, and other URLs do not", async ({
  page,
  context,
  server,
}) => {
  await page.goto("/signin");
  await waitForServiceWorker(page);
  await server.stop();
  await page.goto("/register");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/signin?from=shortcut");
  await expect(page.getByLabel("Email")).toBeVisible();
  // The browser believes that it is online; only the missing response shows otherwise.
  await page.getByRole("link", { name: "Sign up", exact: false }).click();
  await page.getByLabel("Username").fill("underground");
  await page.getByLabel("Email").fill("underground@students.test");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(page.getByRole("alert")).toHaveText("Could not reach Note Ninja. Check your connection and try again.");
  await expect(page.getByLabel("Username")).toHaveValue("underground");
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Connect to the internet to sign in or sign up.")).toBeVisible();
  await context.setOffline(false);
  for (const path of ["/api/health", "/catalogue/manifest.json", "/problem.css"]) {
    await expect(page.goto(path), path).rejects.toThrow("net::ERR");
  }
});

test("S4.offline.3 a new release waits for open pages and is used after the next navigation", async ({
  page,
  context,
  server,
}) => {
  deployRelease(server, "first");
  await page.goto("/signin");
  await waitForServiceWorker(page);
  await page.getByLabel("Email").fill("half@filled");
  deployRelease(server, "second");
  const waits = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  const other = await context.newPage();
  await other.goto("/signin");
  await expect(other.locator("html[data-release=second]")).toBeAttached();
  await expect.poll(waits).toBe(true);
  await expect(page.getByLabel("Email")).toHaveValue("half@filled");
  // The page of the previous release is closed, so its worker is no longer needed.
  await other.close();
  expect(await waits()).toBe(true);
  await page.goto("/signin");
  await expect(page.locator("html[data-release=second]")).toBeAttached();
  await page.waitForLoadState("networkidle");
  await page.goto("/problem.css");
  await expect.poll(waits).toBe(false);
  await server.stop();
  await page.goto("/register");
  await expect(page.locator("html[data-release=second]")).toBeAttached();
});

/** The playing element, and the events that interrupted it. */
interface Listening {
  heard?: HTMLMediaElement;
  gaps: string[];
  /** Whether the page has asked the waiting service worker to take over. */
  hasAsked?: boolean;
}

test("S4.offline.3 updating to a new release keeps the page, the playback and the player's position", async ({
  page,
  context,
  server,
}) => {
  // Longer timeout: a recording plays across three pages and a release.
  test.slow();
  await page.addInitScript(() => {
    const noted = window as unknown as Listening;
    const { play } = HTMLMediaElement.prototype;
    noted.gaps = [];
    HTMLMediaElement.prototype.play = function () {
      if (noted.heard !== this) {
        noted.heard = this;
        for (const gap of ["pause", "waiting", "emptied", "error"]) {
          this.addEventListener(gap, () => this.currentTime > 0 && noted.gaps.push(gap));
        }
      }
      return play.call(this);
    };
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (...what: unknown[]) {
      noted.hasAsked ||= (what[0] as { kind?: string }).kind === "take over";
      Reflect.apply(postMessage, this, what);
    };
  });
  deployRelease(server, "first");
  // A recording that plays until the end of the test. Shorter ones on the shelf would end, and then the next one would
  // start.
  const { title } = await publishAudio("deep-dive", uniqueName("Long lecture "), 120);
  await signInNewStudent(page, "/deep-dive");
  await waitForServiceWorker(page);
  const placeOf = () => page.evaluate(() => (window as unknown as Listening).heard?.currentTime ?? 0);
  await page.getByRole("button", { name: `Play ${title}` }).click();
  await expect.poll(placeOf).toBeGreaterThan(0.5);
  // A position below 5 s would not be resumed.
  for (let presses = 0; presses < 2; presses += 1) await seek(playerBar(page)).press("ArrowRight");
  await expect.poll(placeOf).toBeGreaterThan(10);
  // When the sound plays again, the seek has completed.
  const sought = await placeOf();
  await expect.poll(placeOf).toBeGreaterThan(sought + 0.5);
  const begun = await placeOf();
  await page.evaluate(() => {
    (window as unknown as Listening).gaps = [];
  });

  deployRelease(server, "second");
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.locator("html[data-release=second]")).toBeAttached();
  const waits = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  await expect.poll(waits).toBe(true);
  await other.close();
  const sidebar = page.getByTestId("sidebar");
  await sidebar.getByRole("link", { name: "Request" }).click();
  await expect(page).toHaveURL(/upload/);
  await sidebar.getByRole("link", { name: "Profile" }).click();
  await expect(page.locator("html[data-release=first]")).toBeAttached();
  await expect.poll(placeOf).toBeGreaterThan(begun + 1);
  expect(await page.evaluate(() => (window as unknown as Listening).gaps)).toEqual([]);
  await expect(playerBar(page).getByRole("button", { name: "Pause", exact: true })).toBeVisible();

  await page.goto("/");
  await expect(page.locator("html[data-release=second]")).toBeAttached();
  await expect(playerBar(page)).toContainText(title);
  await expect.poll(() => seek(playerBar(page)).getAttribute("aria-valuenow").then(Number)).toBeGreaterThan(begun);
  // The new worker takes over once the old one is idle. A request in that moment starts the old one again, and with
  // developer tools attached, as here, it stops only when its page is closed.
  await expect.poll(() => page.evaluate(() => (window as unknown as Listening).hasAsked)).toBe(true);
  await page.goto("/problem.css");
  await expect.poll(waits).toBe(false);
});

/** A service worker that activates at once and fails every request, so that no page opens. */
const BROKEN = `
  self.addEventListener("install", () => void self.skipWaiting());
  self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener("fetch", () => { throw new Error("broken"); });
  self.addEventListener("fetch", (event) => event.respondWith(Promise.reject(new Error("broken"))));
`;

test("S4.offline.4 a broken service worker that blocks every page is replaced by one that unregisters itself", async ({
  page,
  server,
}) => {
  await page.goto("/signin");
  await waitForServiceWorker(page);
  expect(await caches(page)).not.toEqual([]);
  expect(await page.evaluate(async () => (await fetch("/sw.js")).headers.get("cache-control"))).toBe("no-store");
  const opens = () =>
    page.goto("/register").then(
      () => true,
      () => false,
    );
  server.replace("/sw.js", BROKEN, "text/javascript");
  await expect.poll(opens).toBe(false);
  expect(await opens()).toBe(false);
  server.replace("/sw.js", builtFile("retired-worker.js"), "text/javascript");
  await expect.poll(opens).toBe(true);
  await expect.poll(() => workers(page)).toBe(0);
  await expect.poll(() => caches(page)).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

/**
 * Opens a page that does not need the courses. It reads a manifest with a new courses file, but does not fetch that
 * file.
 */
async function hearOfOtherCourses(page: Page, server: FaultProxy): Promise<void> {
  const address = "/catalogue/manifest.json";
  const file = "catalogue/courses-of-another-edition.bin";
  const manifest = (await (await page.request.get(address)).json()) as object;
  server.replace(address, JSON.stringify({ ...manifest, file }), "application/json");
  await page.goto("/deep-dive");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const heard = () =>
    page.evaluate(async (at) => {
      window.dispatchEvent(new Event("focus"));
      const kept = await window.caches.match(at);
      return ((await kept?.json()) as { file?: string } | undefined)?.file;
    }, address);
  await expect.poll(heard).toBe(file);
}

test("S4.offline.5 cached pages show offline with their time, and a like made offline is sent once", async ({
  page,
  context,
  server,
}) => {
  test.slow();
  const course = await createCourse();
  const liked = await publishNote(course, "Seen before");
  const student = await signInNewStudent(page, `/guide/${course}/notes`);
  const api = await apiClient(student);
  await page.getByRole("article", { name: "Seen before" }).getByRole("button", { name: "Add to My Notes" }).click();
  await expect(page.getByRole("button", { name: "Added to My Notes" })).toBeVisible();
  await waitForServiceWorker(page);
  await page.goto("/my-notes");
  await expect(page.getByRole("article", { name: "Seen before" })).toBeVisible();
  await page.goto("/");
  const greeting = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await hearOfOtherCourses(page, server);

  await server.stop();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(greeting);
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expect(page.getByText(/This page was last updated at \d\d:\d\d\./)).toBeVisible();
  await page.goto("/my-notes");
  await expect(page.getByRole("article", { name: "Seen before" })).toBeVisible();
  await page.goto(`/guide/${course}/notes`);
  await expect(page.getByText(/This page was last updated at \d\d:\d\d\./)).toBeVisible();
  await likeButton(page, "Seen before").click();
  await expect(likeButton(page, "Seen before")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText(/1 change (is|on)/)).toBeVisible();
  await page.close();

  await server.start();
  const later = await context.newPage();
  await later.goto(`/guide/${course}/notes`);
  await expect(likeButton(later, "Seen before")).toHaveAccessibleName("Liked, 1");
  await expect(later.getByText(/This page was last updated at/)).toHaveCount(0);
  // The page shows the pending change at once; the server receives it a moment later.
  await expect.poll(async () => ((await api.get("/me/likes")) as { notes: string[] }).notes).toEqual([liked]);
});

test("S4.offline.5 study cards are available offline, and ratings given offline are sent on reconnect", async ({
  page,
  context,
  server,
}) => {
  test.slow();
  const code = await createCourse("Offline");
  const admin = await apiClient(ADMIN);
  const chapter = (await admin.post(`/courses/${code}/chapters`, { number: 1, title: "Sets", description: "" })) as {
    id: string;
  };
  for (const title of ["First?", "Second?"]) {
    await admin.post(`/courses/${code}/chapters/${chapter.id}/cards`, { title, content: "Yes" });
  }
  await signInNewStudent(page, `/study?course=${code}`);
  const card = page.getByRole("article", { name: "Card", exact: true });
  await expect(card).toContainText("First?");
  await waitForServiceWorker(page);

  await server.stop();
  await page.reload();
  await expect(card).toContainText("First?");
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.keyboard.press("4");
  await expect(card).toContainText("Second?");
  await page.close();

  await server.start();
  const later = await context.newPage();
  await later.goto(`/study?course=${code}`);
  await expect(later.getByRole("article", { name: "Card", exact: true })).toContainText("Second?");
});

test("S4.offline.6 signing out offline deletes all personal data from every storage", async ({ page, server }) => {
  await signInNewStudent(page, "/guide/CS246/notes");
  await expect(page.getByRole("article").first()).toBeVisible();
  await waitForServiceWorker(page);
  await expect
    .poll(async () => (await storageSnapshot(page)).databases)
    .toContainEqual(expect.stringMatching(/^note-ninja kept /));
  await server.stop();
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(/\/signin/);
  const nothing = { databases: [], local: ["nn:owed-sign-out"], session: [], caches: [] };
  await expect.poll(() => storageSnapshot(page)).toEqual(nothing);
  await page.goto("/my-notes");
  await expect(page).toHaveURL(/\/signin/);
});

test("S4.offline.7 an expired session asks to sign in and keeps the data until another user signs in", async ({
  page,
  context,
  server,
}) => {
  await signInNewStudent(page, "/guide/CS246/notes");
  await expect(page.getByRole("article").first()).toBeVisible();
  await waitForServiceWorker(page);
  await server.stop();
  await context.clearCookies();
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await server.start();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page).toHaveURL(/\/signin/);
  expect((await storageSnapshot(page)).databases).toContainEqual(expect.stringMatching(/^note-ninja kept /));

  // Another user signs in: no data of the first may stay.
  const before = (await storageSnapshot(page)).databases;
  await signIn(page, await createStudent(), "/my-notes");
  await expect
    .poll(async () =>
      (await storageSnapshot(page)).databases.filter((name) => before.includes(name) && name?.includes(" kept ")),
    )
    .toEqual([]);
  const uid = before.find((name) => name?.includes(" kept "))?.replace("note-ninja kept ", "");
  await expect
    .poll(async () => (await storageSnapshot(page)).local.filter((key) => key.includes(uid ?? "?")))
    .toEqual([]);
});

test("S4.offline.8 nothing is stored for offline use on a shared computer", async ({ page, server }) => {
  const student = await createStudent();
  await page.goto("/guide/CS246/notes");
  await page.getByLabel("This is a shared computer").check();
  await fillSignIn(page, student);
  await expect(page.getByRole("article").first()).toBeVisible();
  await waitForServiceWorker(page);
  const { databases, local } = await storageSnapshot(page);
  expect(databases.filter((name) => name?.includes(" kept "))).toEqual([]);
  expect(local.filter((key) => key.endsWith(":me"))).toEqual([]);
  await server.stop();
  await page.reload();
  await expect(page.getByText("Could not reach Note Ninja")).toBeVisible();
});
