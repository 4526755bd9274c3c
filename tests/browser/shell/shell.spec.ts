import { expect } from "@playwright/test";
import { axe, button, openPlayingPlayer } from "../support/player";
import { fulfillProblem } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, createStudent, signIn, signInNewStudent } from "../support/users";

const PHONE = { width: 375, height: 812 };

test("S2.side.1 S9.c.8 S9.c.10 the sidebar is 240 px wide and is replaced by the bottom bar at 767 px", async ({
  page,
}) => {
  await signInNewStudent(page);
  const sidebar = page.getByRole("complementary").or(page.getByTestId("sidebar")).first();
  expect((await sidebar.boundingBox())?.width).toBe(240);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(sidebar).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Bottom" })).toBeHidden();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(sidebar).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Bottom" })).toBeVisible();
});

test("S2.side.2 S2.side.3 S2.side.4 S2.side.5 S2.side.6 S2.side.8 the sidebar shows title, greeting and entries, one of which is current", async ({
  page,
}) => {
  const student = await signInNewStudent(page);
  const sidebar = page.getByTestId("sidebar");
  await expect(sidebar.getByText("Note Ninja", { exact: true })).toBeVisible();
  await expect(sidebar.getByText(`Hello ${student.username}!`, { exact: true })).toBeVisible();
  const entries = await sidebar
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) =>
      // Without a photo, the entry 'Profile' starts with an emoji.
      links.map((link) => [link.textContent?.replace("👤", "").trim(), link.getAttribute("href")]),
    );
  expect(entries).toEqual([
    ["Dashboard", "/"],
    ["Browse & Discover", "/browse"],
    ["Audio Notes", "/audio-notes"],
    ["Request", "/upload"],
    ["My Notes", "/my-notes"],
    ["Study", "/study"],
    ["Account", "/profile"],
    ["Profile", "/account"],
  ]);
  const groups = sidebar.locator(".nav-group");
  await expect(groups.locator("h2")).toHaveText(["Discover", "Library"]);
  await expect(groups.nth(0).getByRole("link")).toHaveCount(4);
  await expect(groups.nth(1).getByRole("link")).toHaveCount(4);
  const profile = sidebar.getByRole("link", { name: "Profile" });
  await expect(profile, "a person without a picture").toContainText("👤");
  await expect(profile.locator(".avatar svg")).toBeVisible();
  const current = sidebar.locator("[aria-current=page]");
  await expect(current).toHaveText("Dashboard");
  const paint = (name: string) =>
    sidebar.getByRole("link", { name }).evaluate((link) => {
      const { backgroundColor, fontWeight } = getComputedStyle(link);
      return `${backgroundColor} ${fontWeight}`;
    });
  // Move the pointer, so that hover styles apply too.
  await page.mouse.move(700, 5);
  expect(await paint("Dashboard")).not.toBe(await paint("My Notes"));
  for (const name of ["Browse & Discover", "My Notes"]) {
    await sidebar.getByRole("link", { name }).click();
    await expect(current).toHaveText(name);
  }
});

test("S2.side.2 shows no greeting without a username", async ({ page }) => {
  await signIn(page, ADMIN);
  await expect(page.getByTestId("sidebar").getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expect(page.getByText(/^Hello /)).toHaveCount(0);
});

test("S2.side.7 logging out opens the sign-in page and ends the session", async ({ page }) => {
  await signInNewStudent(page);
  await page.getByTestId("sidebar").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/signin/);
  await page.goto("/my-notes");
  await expect(page).toHaveURL(/\/signin/);
});

test("S2.mob.1 S2.mob.2 S2.mob.3 S2.mob.4 S1.j.10 the bottom bar links to the main areas and signs out", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/signin");
  await expect(page.getByRole("button", { name: "SIGN IN" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Bottom" })).toHaveCount(0);
  await page.goto("/download/CS246");
  await expect(page.getByRole("link", { name: "Sign in to see its notes" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Bottom" })).toHaveCount(0);
  // For signed-in users, account pages have no navigation either.
  await signInNewStudent(page, "/student-info");
  await expect(page.getByRole("button", { name: "Save & Continue" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Bottom" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Bottom" });
  await expect(bar).toBeVisible();
  await expect(page.getByTestId("sidebar")).toBeHidden();
  const targets = await bar
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute("href")]));
  expect(targets).toEqual([
    ["Home", "/"],
    ["Browse", "/browse"],
    ["Audio", "/audio-notes"],
    ["My Notes", "/my-notes"],
    ["Study", "/study"],
    ["Profile", "/account"],
  ]);
  for (const [name, path] of targets) {
    await bar.getByRole("link", { name: name ?? "" }).click();
    await expect(page).toHaveURL(path ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  // Logout is beside Profile and easily clicked by mistake.
  const question = page.getByRole("alertdialog", { name: "Log out now?" });
  await bar.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL("/account");
  await bar.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/signin/);
  await page.goto("/my-notes");
  await expect(page).toHaveURL(/\/signin/);
});

test("on a phone My Notes, requests, search and the theme are one tap away, and all labels of the bar fit", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: "light" });
  await signInNewStudent(page);
  const bar = page.getByRole("navigation", { name: "Bottom" });
  const edges = await bar.locator("> *").evaluateAll((all) =>
    all.map((each) => ({
      needs: each.scrollWidth,
      has: each.clientWidth,
      right: each.getBoundingClientRect().right,
    })),
  );
  expect(edges).toHaveLength(7);
  expect(edges.filter(({ needs, has, right }) => needs > has || right > 320)).toEqual([]);
  await page.getByRole("link", { name: "Request a course" }).click();
  await expect(page).toHaveURL("/upload");
  await bar.getByRole("link", { name: "My Notes" }).click();
  await expect(page).toHaveURL("/my-notes");
  await page.getByRole("button", { name: /^Theme/ }).click();
  await expect(page.getByRole("button", { name: "Theme: dark" })).toBeVisible();
  await axe(page, "a page on a phone");
  await page.getByRole("button", { name: "Search everything" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("Logout asks for confirmation while a recording plays", async ({ page }) => {
  await openPlayingPlayer(page);
  const logOut = page.getByTestId("sidebar").getByRole("button", { name: "Logout" });
  const question = page.getByRole("alertdialog", { name: "Log out now?" });
  // Until the page has loaded its own dialog, the browser shows a prompt, which the test dismisses by staying.
  await expect(async () => {
    await logOut.click();
    await expect(question).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(question).toContainText(/“.+” is playing and will stop\./);
  await axe(page, "the question before a sign-out");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toHaveCount(0);
  await expect(button(page.getByRole("region", { name: "Audio player" }), "Pause")).toBeVisible();
  await logOut.click();
  await question.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/signin/);
});

test.describe("offline", () => {
  test.use({ freshContext: true });

  test("Logout asks for confirmation while changes are pending, and the banner covers nothing on a phone", async ({
    page,
    context,
  }) => {
    await page.setViewportSize(PHONE);
    // The dialog loads once the page is idle; before that the browser shows its own prompt.
    const questionIsThere = page.waitForResponse("**/assets/deferred-shell-*.js");
    await signInNewStudent(page, "/guide/CS246/notes");
    const note = page.getByRole("article").first();
    await expect(note).toBeVisible();
    await (await questionIsThere).finished();
    await context.setOffline(true);
    const banner = page.getByText("You're offline. Your changes will be sent when you're back online.");
    await expect(banner).toBeVisible();
    for (const control of [
      page.getByRole("button", { name: "Search everything" }),
      page.getByRole("link", { name: "Request a course" }),
      page.getByRole("button", { name: "Back" }),
    ]) {
      const [one, other] = [await control.boundingBox(), await banner.locator("..").boundingBox()];
      const isApart = one && other && (one.y + one.height <= other.y || other.y + other.height <= one.y);
      expect(isApart, `${control} beside the banner`).toBe(true);
    }
    await note.getByRole("button", { name: "Add to My Notes" }).click();
    await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "Logout" }).click();
    const question = page.getByRole("alertdialog", { name: "Log out now?" });
    await expect(question).toContainText("You will lose what hasn't been sent yet: 1 note for My Notes.");
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(note).toBeVisible();
  });
});

test("a long message fits on a phone's screen", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const long = `It was refused because of ${"an unusually-long-word-without-any-space".repeat(4)}.`;
  await signInNewStudent(page, `/u/${(await createStudent()).username}`);
  await page.route("**/api/me/students/*", (route) => fulfillProblem(route, 503, "unavailable", long));
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  const toast = page.getByRole("alert").filter({ hasText: "It was refused" });
  await expect(toast).toBeVisible();
  const place = await toast.boundingBox();
  expect(place?.x).toBeGreaterThanOrEqual(0);
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test("S2.route.18 S2.route.22 unknown paths and /dashboard show the dashboard", async ({ page }) => {
  // A signed-out visitor must sign in first, even for an unknown path.
  await page.goto("/no/such/page");
  await expect(page).toHaveURL(/\/signin/);
  await signInNewStudent(page, "/dashboard");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await page.goto("/browse");
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/");
  // The redirecting URL /dashboard is not in the history.
  await page.goBack();
  await expect(page).toHaveURL("/browse");
  await page.goto("/no/such/page");
  await expect(page.getByText("Page not found. Here is your dashboard instead.", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("S2.route.1 S2.route.2 S2.route.3 S2.route.4 S2.route.24 sign-in and account pages have no sidebar", async ({
  page,
}) => {
  for (const path of ["/signin", "/register", "/forgot"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByTestId("sidebar")).toHaveCount(0);
  }
  await signInNewStudent(page, "/student-info");
  await expect(page.getByRole("button", { name: "Save & Continue" })).toBeVisible();
  await expect(page.getByTestId("sidebar")).toHaveCount(0);
});

test("S2.misc.2 Back returns to the previous page, or to the dashboard if there is none", async ({ page }) => {
  await signInNewStudent(page, "/browse");
  await page.goto("/guide/CS246/notes");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL("/browse");
  const fresh = await page.context().newPage();
  await fresh.goto("/guide/CS246/notes");
  await fresh.getByRole("button", { name: "Back" }).click();
  await expect(fresh).toHaveURL("/");
});

test("the theme follows the system until one is chosen, and the choice is kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signInNewStudent(page);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background()).not.toBe(light);
  await page.emulateMedia({ colorScheme: "light" });
  await page
    .getByRole("button", { name: /^Theme/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Theme: dark" }).first()).toBeVisible();
  await expect.poll(background).not.toBe(light);
  await page.reload();
  await expect(page.getByTestId("sidebar")).toBeVisible();
  expect(await background()).not.toBe(light);
});

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("H40 a page of an older release offers to load the new one", async ({ page }) => {
    await page.clock.install();
    await signInNewStudent(page, "/my-notes");
    const offer = page.getByText("There is a new version of Note Ninja.");
    await page.route("**/", async (route) => {
      const answer = await route.fetch();
      const old = await answer.text();
      await route.fulfill({
        response: answer,
        body: old.replace(/\/assets\/app-[^"]*\.js/, "/assets/app-newer.js"),
      });
    });
    // The update check loads once the page is idle; its interval of 15 minutes begins then.
    await expect(async () => {
      await page.clock.runFor("16:00");
      await expect(offer).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.unroute("**/");
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload" }).click();
    await loaded;
    await expect(page.getByRole("heading", { level: 1, name: "My Notes" })).toBeVisible();
    await expect(offer).toHaveCount(0);
  });
});
