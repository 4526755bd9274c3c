import { expect, type Page } from "@playwright/test";
import { fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import {
  createStudent,
  fillSignIn,
  invite,
  mailedCode,
  mailsTo,
  PASSWORD,
  signInNewStudent,
  signOut,
  uniqueName,
} from "../support/users";

test("S2.auth.1 S2.route.1 S6.vis.1 signing in shows a busy state, then the dashboard", async ({ page }) => {
  const student = await createStudent();
  await page.goto("/signin");
  await page.getByLabel("Email").fill(student.email);
  await expect(page.getByTestId("sidebar")).toHaveCount(0);
  await page.getByLabel("Password", { exact: true }).fill(student.password);
  const letGo = await holdRequests(page, "**/api/auth/sign-in");
  await page.getByRole("button", { name: "SIGN IN" }).click();
  await expect(page.getByRole("button", { name: "Signing In...", exact: true })).toBeDisabled();
  await expect(page.getByLabel("Email")).toBeDisabled();
  letGo();
  await expect(page).toHaveURL("/");
  await expect(page.getByTestId("sidebar")).toBeVisible();
});

test("S2.auth.2 S2.auth.3 S2.auth.4 S2.route.1 S2.route.2 S2.route.3 S6.vis.1 the sign-in page links to password reset and sign-up", async ({
  page,
}) => {
  await page.goto("/signin");
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await expect(page).toHaveURL("/forgot");
  await expect(page.getByRole("button", { name: "Send Reset Email", exact: true })).toBeVisible();
  await expect(page.getByTestId("sidebar")).toHaveCount(0);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Sign Up Here!" }).click();
  await expect(page).toHaveURL("/register");
  await expect(page.getByRole("button", { name: "SIGN UP", exact: true })).toBeVisible();
  await expect(page.getByTestId("sidebar")).toHaveCount(0);
  await page.getByRole("link", { name: "Login Here!", exact: true }).click();
  await expect(page).toHaveURL("/signin");
});

test("S2.auth.3 S2.route.2 S6.vis.1 S1.j.1 signing up asks for the mailed code on the same page, and a forgotten password can be reset", async ({
  page,
}) => {
  const username = uniqueName("Newcomer");
  const email = `${username.toLowerCase()}@students.test`;
  await page.goto("/register");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const letGo = await holdRequests(page, "**/api/auth/sign-up");
  await page.getByRole("button", { name: "SIGN UP", exact: true }).click();
  await expect(page.getByRole("button", { name: "Signing Up...", exact: true })).toBeDisabled();
  await expect(page.getByLabel("Username")).toBeDisabled();
  letGo();
  await expect(page.getByLabel(/code/i)).toBeFocused();
  await expect(page).toHaveURL(/\/register/);
  await expect(page.getByRole("button", { name: /resend/i })).toBeDisabled();
  await page.getByLabel(/code/i).fill(await mailedCode(email));
  await page.getByRole("button", { name: /confirm/i }).click();
  await expect(page).toHaveURL("/");
  const greeting = page.getByText(`Hello ${username}!`, { exact: true });
  await expect(greeting).toBeVisible();

  await signOut(page);
  await fillSignIn(page, { email, password: PASSWORD });
  await expect(greeting).toBeVisible();

  await signOut(page);
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  const send = page.getByRole("button", { name: "Send Reset Email" });
  // The previous page also has a field with this name.
  await expect(send).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await send.click();
  await expect(page.getByText("Password reset email sent!", { exact: true })).toBeVisible();
  await page.getByLabel(/code/i).fill(await mailedCode(email));
  await page.getByLabel("New password", { exact: true }).fill("the one I will remember");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page).toHaveURL("/signin");
  await fillSignIn(page, { email, password: PASSWORD });
  await expect(page.getByText("Incorrect email or password.", { exact: true })).toBeVisible();
  await fillSignIn(page, { email, password: "the one I will remember" });
  await expect(greeting).toBeVisible();
});

test("S2.auth.4 S2.route.3 S6.vis.1 a forgotten password is reset with the mailed code", async ({ page }) => {
  const student = await createStudent();
  await page.goto("/forgot");
  await page.getByLabel("Email").fill(student.email);
  const letGo = await holdRequests(page, "**/api/auth/forgot");
  await page.getByRole("button", { name: "Send Reset Email", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sending...", exact: true })).toBeDisabled();
  letGo();
  await expect(page.getByText("Password reset email sent!", { exact: true })).toBeVisible();
  await page.getByLabel(/code/i).fill(await mailedCode(student.email));
  await page.getByLabel("New password", { exact: true }).fill("an even better passphrase");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page).toHaveURL("/signin");
  await expect(page.getByText("Your password was changed. Sign in with the new one.")).toBeVisible();
  await fillSignIn(page, { ...student, password: "an even better passphrase" });
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  // The link in the mail fills in address and code, and the code is removed from the URL.
  await page.goto(`/forgot?email=${encodeURIComponent(student.email)}&code=123456`);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(student.email);
  await expect(page.getByLabel("Code from the email", { exact: true })).toHaveValue("123456");
  await expect(page).toHaveURL("/forgot");
});

test.describe("with a fake clock", () => {
  test.use({ freshContext: true });

  test("S4.nav.1 S2.auth.1 signing in navigates without a delay", async ({ page }) => {
    await page.clock.install();
    const student = await createStudent();
    await page.goto("/signin");
    await page.getByLabel("Email").fill(student.email);
    await page.getByLabel("Password", { exact: true }).fill(student.password);
    // Timers do not fire from here on.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("button", { name: "SIGN IN" }).click();
    await expect(page).toHaveURL("/");
  });

  test("S2.auth.3 another code can be requested after 30 s", async ({ page }) => {
    await page.clock.install();
    const username = uniqueName("Waiting");
    const email = `${username.toLowerCase()}@students.test`;
    await page.goto("/register");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "SIGN UP", exact: true }).click();
    await expect(page.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
    const before = await mailsTo(email);
    await page.clock.fastForward(31_000);
    await page.getByRole("button", { name: "Resend code", exact: true }).click();
    await expect(page.getByText("We sent you a new code.", { exact: true })).toBeVisible();
    expect(await mailsTo(email)).toBe(before + 1);
  });

  test("S2.auth.5 S2.auth.6 S4.nav.1 S9.c.6 completing the profile shows a message and opens the dashboard after 1 s", async ({
    page,
  }) => {
    await page.clock.install();
    const { username } = await signInNewStudent(page, "/student-info");
    await expect(page.getByLabel("Username", { exact: true })).toHaveValue(username);
    await page.getByLabel("Name", { exact: true }).fill("Amara Okafor");
    await page.getByLabel("Faculty").selectOption("Mathematics");
    await page.getByLabel("Year").fill("2");
    // From here on the test controls the page's clock, so the load of the machine does not matter.
    await page.clock.pauseAt(Date.now() + 60_000);
    const letGo = await holdRequests(page, "**/api/me/profile");
    await page.getByRole("button", { name: "Save & Continue", exact: true }).click();
    await expect(page.getByRole("button", { name: "Saving...", exact: true })).toBeDisabled();
    await expect(page.getByLabel("Faculty")).toBeDisabled();
    letGo();
    await expect(page.getByText("Saved! Redirecting...", { exact: true })).toBeVisible();
    await page.clock.runFor(900);
    await expect(page).toHaveURL("/student-info");
    await page.clock.runFor(200);
    await expect(page).toHaveURL("/");
  });
});

test("S2.auth.5 completing the profile can be skipped", async ({ page }) => {
  await signInNewStudent(page, "/student-info");
  await page.getByRole("link", { name: "Skip" }).click();
  await expect(page).toHaveURL("/");
});

test("S2.auth.7 S2.route.4 a visitor cannot open the profile completion page", async ({ page }) => {
  await page.goto("/student-info");
  await expect(page).toHaveURL(/\/signin/);
});

/** Waits until the page is idle, because only then it loads the animated background. */
async function whenIdle(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "SIGN IN" })).toBeEnabled();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 4_000 })));
  await page.waitForLoadState("networkidle");
}

test("S2.auth.8 S7.ext.1 the animated background is decorative, and the form works without it", async ({
  page,
  browser,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto("/signin");
  await expect(page.getByRole("button", { name: "SIGN IN" })).toBeEnabled();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("canvas")).toHaveCount(0);
  expect(scripts.filter((url) => /three|scene/i.test(url) && url.endsWith(".js"))).toEqual([]);

  // The animated background needs a graphics card; the test browser renders in software.
  const lively = await browser.newPage({ reducedMotion: "no-preference" });
  await lively.goto("/signin");
  await whenIdle(lively);
  await expect(lively.locator("canvas")).toHaveCount(0);

  // Simulates a graphics card.
  await lively.addInitScript(() => {
    const { getParameter } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.getParameter = function (name) {
      const answer: unknown = getParameter.call(this, name);
      return typeof answer === "string" ? "A graphics card" : answer;
    };
  });
  await lively.reload();
  await expect(lively.locator("[aria-hidden=true] canvas, canvas[aria-hidden=true]")).toHaveCount(1);
  // The background loads after everything that the form needs.
  const isLate = await lively.evaluate(() => {
    const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const scene = performance.getEntriesByType("resource").find(({ name }) => name.includes("animate-background"));
    if (scene === undefined || page === undefined || new URL(scene.name).origin !== location.origin) return false;
    return scene.startTime >= page.loadEventStart;
  });
  expect(isLate).toBe(true);

  // The same user in data-saver mode.
  const asked: string[] = [];
  lively.on("request", (request) => asked.push(request.url()));
  await lively.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "connection", { get: () => ({ saveData: true }) });
  });
  await lively.reload();
  await expect(lively.getByRole("button", { name: "SIGN IN" })).toBeEnabled();
  await whenIdle(lively);
  await expect(lively.locator("canvas")).toHaveCount(0);
  expect(asked.filter((url) => /animate-background/.test(url))).toEqual([]);
  await lively.close();
});

test("S4.form.1 S8.auth.1 S5.in.1 a failed sign-in shows an error, re-enables the button, and the next attempt clears the error", async ({
  page,
}) => {
  await page.goto("/signin");
  await page.getByRole("button", { name: "SIGN IN" }).click();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await fillSignIn(page, { email: "nobody@students.test", password: "not the password" });
  const error = page.getByText("Incorrect email or password.", { exact: true });
  await expect(error).toBeVisible();
  const [red, green, blue] = await error.evaluate((each) => {
    const drawn = document.createElement("canvas").getContext("2d");
    if (!drawn) return [];
    drawn.fillStyle = getComputedStyle(each).color;
    drawn.fillRect(0, 0, 1, 1);
    return [...drawn.getImageData(0, 0, 1, 1).data];
  });
  expect(red).toBeGreaterThan(Math.max(green ?? 255, blue ?? 255) * 1.2);
  await expect(page.getByRole("button", { name: "SIGN IN" })).toBeEnabled();
  await page.route("**/api/auth/sign-in", () => {});
  await page.getByRole("button", { name: "SIGN IN" }).click();
  await expect(error).toBeHidden();
});

test("S8.auth.1 failed sign-ups and password resets show an error message", async ({ page }) => {
  const student = await createStudent();
  const alert = page.getByRole("alert");
  const away = (address: string) =>
    page.route(address, (route) =>
      fulfillProblem(route, 503, "unavailable", "Cognito: The service is away. (auth/away)"),
    );

  await page.goto("/register");
  await page.getByLabel("Username").fill(uniqueName("Unlucky"));
  await page.getByLabel("Email").fill(`${uniqueName("unlucky")}@students.test`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await away("**/api/auth/sign-up");
  const signUp = page.getByRole("button", { name: "SIGN UP", exact: true });
  await signUp.click();
  await expect(alert).toHaveText("The service is away. away");
  await expect(signUp).toBeEnabled();

  await page.goto("/forgot");
  await page.getByLabel("Email").fill(student.email);
  await away("**/api/auth/forgot");
  const send = page.getByRole("button", { name: "Send Reset Email", exact: true });
  await send.click();
  await expect(alert).toHaveText("The service is away. away");
  await expect(send).toBeEnabled();

  await page.goto(`/forgot?email=${encodeURIComponent(student.email)}&code=123456`);
  await page.getByLabel("New password", { exact: true }).fill("an even better passphrase");
  await away("**/api/auth/reset");
  const save = page.getByRole("button", { name: "Save new password", exact: true });
  await save.click();
  await expect(alert).toHaveText("The service is away. away");
  await expect(save).toBeEnabled();
});

test("S5.up.1 a short password is rejected with an explanation before a request is sent", async ({ page }) => {
  await page.goto("/register");
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().includes("/auth/sign-up")) sent += 1;
  });
  await page.getByRole("button", { name: "SIGN UP" }).click();
  for (const missing of ["Username is required.", "Email is required.", "Password is required."]) {
    await expect(page.getByText(missing, { exact: true })).toBeVisible();
  }
  const username = uniqueName("short");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@students.test`);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(page.getByText(/at least 10 characters/i)).toBeVisible();
  // The page sends this valid password. A request with the short one would have been counted too.
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(page.getByLabel(/code/i)).toBeVisible();
  expect(sent).toBe(1);
});

test("S2.auth.3 reloading the code step keeps the step and the e-mail address, and asks for the password again", async ({
  page,
}) => {
  const username = uniqueName("Reloaded");
  const email = `${username.toLowerCase()}@students.test`;
  await page.goto("/register");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(page.getByLabel(/code/i)).toBeVisible();
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(history.state)), "no password is kept").not.toContain(PASSWORD);
  await page.getByLabel(/code/i).fill(await mailedCode(email));
  await page.getByRole("button", { name: /confirm/i }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: /confirm/i }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText(`Hello ${username}!`)).toBeVisible();
  // A student with a username is not asked to choose one.
  const card = page.getByRole("complementary", { name: "Complete your profile" });
  await expect(card).toContainText("Your faculty and year help us pick notes for you.");
  await expect(card).not.toContainText(/username/i);
});

test("signing in with an unconfirmed account opens the code step, also after a reload", async ({ page }) => {
  const username = uniqueName("Pending");
  const email = `${username.toLowerCase()}@students.test`;
  await page.goto("/register");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(page.getByLabel(/code/i)).toBeVisible();
  await page.goto("/signin");
  await fillSignIn(page, { email, password: PASSWORD });
  await expect(page.getByLabel(/code/i)).toBeVisible();
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel(/code/i).fill(await mailedCode(email));
  await page.getByRole("button", { name: /confirm/i }).click();
  await expect(page).toHaveURL("/");
});

test("an invited administrator chooses a password at the first sign-in", async ({ page }) => {
  const email = `${uniqueName("invited").toLowerCase()}@noteninja.test`;
  await invite(email, "only for the first time");
  await page.goto("/signin");
  await fillSignIn(page, { email, password: "only for the first time" });
  await page.getByLabel("New password", { exact: true }).fill("chosen by myself");
  await page.getByRole("button", { name: /set|save|choose|continue/i }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});
