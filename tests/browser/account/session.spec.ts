import { expect } from "@playwright/test";
import { holdRequests } from "../support/routes";
import { test } from "../support/test";
import { createStudent, fillSignIn, signInByForm, signInNewStudent } from "../support/users";

test("S2.route.19 S4.nav.1 signing in returns a visitor to the requested page", async ({ page }) => {
  const student = await createStudent();
  await signInByForm(page, student, "/my-notes");
  await expect(page).toHaveURL("/my-notes");
});

test("S2.route.19 sign-in never redirects to another site", async ({ page }) => {
  const student = await createStudent();
  const traps = ["//evil.test/", "https://evil.test/", "/\\evil.test", "javascript:alert(1)"].map(
    (trap) => [trap, "/"] as const,
  );
  // The last path is valid. It shows that the page reads the paths from this state.
  for (const [from, lands] of [...traps, ["/my-notes", "/my-notes"] as const]) {
    await page.context().clearCookies();
    await page.goto("/signin");
    // The router stores the state of a history entry under `usr` and reads it after a reload.
    await page.evaluate((usr) => history.replaceState({ usr, key: "trap", idx: 0 }, ""), { from });
    await page.reload();
    await fillSignIn(page, student);
    await expect(page, from).toHaveURL(lands);
  }
});

test("S2.route.20 S4.start.1 only the layout and 'Loading...' show until the session is restored", async ({ page }) => {
  await signInNewStudent(page, "/my-notes");
  // The session has ended, but only the server knows.
  await page.context().clearCookies();
  const letGo = await holdRequests(page, "**/api/auth/refresh");
  const screen = page.waitForResponse((answer) => /\/my-notes[^/]*\.js$/.test(answer.url()));
  await page.goto("/my-notes");
  await expect(page.getByRole("status").getByText("Loading...", { exact: true })).toBeVisible();
  // If the page had rendered too early, its content would already be visible.
  await screen;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(page.getByRole("main")).toHaveText("Loading...", { useInnerText: true });
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  await expect(page).toHaveURL("/my-notes");
  letGo();
  await expect(page).toHaveURL(/\/signin/);

  // A page that visitors may see does not render early either.
  await signInNewStudent(page, "/cram-mode");
  await page.context().clearCookies();
  await page.unroute("**/api/auth/refresh");
  const letGoAgain = await holdRequests(page, "**/api/auth/refresh");
  const album = page.waitForResponse((answer) => /\/album-[^/]*\.js$/.test(answer.url()));
  await page.goto("/cram-mode");
  await album;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(page.getByRole("main")).toHaveText("Loading...", { useInnerText: true });
  letGoAgain();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("a reload keeps the session, and signing out in one tab signs out the others", async ({ page, context }) => {
  await signInNewStudent(page, "/my-notes");
  await page.reload();
  await expect(page.getByRole("heading", { name: "My Notes" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/browse");
  await expect(other.getByRole("combobox")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/signin/);
  await expect(other).toHaveURL(/\/signin/);
});

test("a visitor's first page load does not try to restore a session", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ["/signin", "/download/CS246"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(asked).toContain("/api/courses/CS246");
  expect(asked).not.toContain("/api/auth/refresh");
});

test("several tabs opened at once refresh the session one after the other and all stay signed in", async ({
  page,
  context,
}) => {
  await signInNewStudent(page, "/my-notes");
  let asked = 0;
  let underWay = 0;
  let mostAtOnce = 0;
  const isRefresh = (request: { url(): string }) => request.url().endsWith("/api/auth/refresh");
  context.on("request", (request) => {
    if (!isRefresh(request)) return;
    asked += 1;
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
  });
  context.on("response", (answer) => {
    if (isRefresh(answer.request())) underWay -= 1;
  });
  const tabs = await Promise.all([1, 2, 3].map(() => context.newPage()));
  expect(tabs).toHaveLength(3);
  // The first response is delayed until every tab would have sent a request of its own.
  let letGo = () => {};
  const allLoaded = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await context.route("**/api/auth/refresh", async (route) => {
    await allLoaded;
    await route.continue();
  });
  await Promise.all(tabs.map((tab) => tab.goto("/my-notes", { waitUntil: "load" })));
  for (const tab of tabs) await expect(tab.getByRole("status").getByText("Loading...", { exact: true })).toBeVisible();
  letGo();
  for (const tab of tabs) await expect(tab.getByRole("heading", { name: "My Notes" })).toBeVisible();
  expect([asked, mostAtOnce]).toEqual([3, 1]);
});

test("S2.side.7 a sign-out that did not reach the server is retried, and no reload restores the session", async ({
  page,
}) => {
  await signInNewStudent(page, "/my-notes");
  await page.route("**/api/auth/sign-out", (route) => route.abort());
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/signin/);
  const renewals: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/refresh")) renewals.push(request.url());
  });
  await page.goto("/my-notes");
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole("button", { name: "SIGN IN" })).toBeVisible();
  expect(await page.context().cookies(new URL("/api/auth/refresh", page.url()).href)).toHaveLength(1);

  await page.unroute("**/api/auth/sign-out");
  const ended = page.waitForResponse("**/api/auth/sign-out");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  expect((await ended).status()).toBe(204);
  expect(await page.context().cookies(new URL("/api/auth/refresh", page.url()).href)).toHaveLength(0);
  expect(renewals).toEqual([]);
});
