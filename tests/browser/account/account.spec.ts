import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { axeInBothThemes } from "../support/player";
import { disableBatching } from "../support/routes";
import { test } from "../support/test";
import {
  apiClient,
  createStudent,
  fillSignIn,
  invite,
  mailedCode,
  PASSWORD,
  signIn,
  signInByForm,
  signInNewStudent,
  uniqueName,
} from "../support/users";

const NEW_PASSWORD = "a better passphrase";

const section = (page: Page, name: string) => page.getByRole("region", { name });

async function isSignedOut(page: Page): Promise<void> {
  await page.goto("/profile");
  await expect(page).toHaveURL("/signin");
}

/** Returns the code of an authenticator app, `later` steps of 30 s from now. */
function codeOf(secret: string, later = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac("sha1", key).update(step).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

test("S7.auth.2 changing the password signs out other browsers and keeps this one signed in", async ({
  page,
  secondDevicePage,
}) => {
  const student = await signInNewStudent(page, "/profile/security");
  await signIn(secondDevicePage, student, "/profile");
  const form = section(page, "Password");

  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByText("Password is required.").first()).toBeVisible();
  await form.getByLabel("Current password").fill("not this one");
  await form.getByLabel("New password").fill(NEW_PASSWORD);
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByText("This is not your password.")).toBeVisible();
  await expect(form.getByLabel("Current password")).toBeFocused();

  await form.getByLabel("Current password").fill(PASSWORD);
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByText("Your password was changed, and other devices were logged out.")).toBeVisible();

  await isSignedOut(secondDevicePage);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in and data");
  await fillSignIn(secondDevicePage, student);
  await expect(secondDevicePage.getByText("Incorrect email or password.")).toBeVisible();
  await fillSignIn(secondDevicePage, { ...student, password: NEW_PASSWORD });
  await expect(secondDevicePage).not.toHaveURL(/signin/);
});

test("S7.auth.3 a new e-mail address takes effect once its code is entered, also after a reload", async ({ page }) => {
  const student = await signInNewStudent(page, "/profile/security", "mover");
  const email = `${uniqueName("moved")}@students.test`;
  const form = section(page, "Email");
  await expect(form.getByText(student.email)).toBeVisible();
  await form.getByLabel("New email address").fill("nobody");
  await form.getByRole("button", { name: "Send code" }).click();
  await expect(form.getByText("Enter an email address like name@university.ca.")).toBeVisible();
  await form.getByLabel("New email address").fill(email);
  await form.getByLabel("Your password").fill(PASSWORD);
  await form.getByRole("button", { name: "Send code" }).click();
  await expect(form.getByText("We sent a code to")).toContainText(email);
  await expect(form.getByRole("button", { name: /Resend code in \d+ s/ })).toBeDisabled();

  await page.reload();
  await expect(form.getByText(/^You sign in with/)).toContainText(student.email);
  // The reload has discarded the typed text.
  await form.getByLabel("Enter the code we emailed").fill("000000");
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByText("Password is required.")).toBeVisible();
  await form.getByLabel("Your password").fill(PASSWORD);
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByText("This code is wrong. Check the latest email.")).toBeVisible();
  await form.getByLabel("Enter the code we emailed").fill(await mailedCode(email));
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByText("Your email address was changed.")).toBeVisible();
  await expect(form.getByText(/^You sign in with/)).toContainText(email);
  await page.goto("/profile");
  await expect(page.getByLabel("Email Address")).toHaveValue(email);
});

test("S7.auth.3 an e-mail change can be reverted", async ({ page }) => {
  const student = await signInNewStudent(page, "/profile/security", "stayer");
  const form = section(page, "Email");
  await form.getByLabel("New email address").fill(`${uniqueName("almost")}@students.test`);
  await form.getByLabel("Your password").fill(PASSWORD);
  await form.getByRole("button", { name: "Send code" }).click();
  await form.getByRole("button", { name: "Keep the old address" }).click();
  await expect(form.getByLabel("New email address")).toBeVisible();
  await expect(form.getByText(/^You sign in with/)).toContainText(student.email);
});

test("S7.auth.4 'Sign out everywhere' ends the sessions of all browsers", async ({ page, secondDevicePage }) => {
  const student = await signInNewStudent(page, "/profile/security");
  await signIn(secondDevicePage, student, "/profile");
  await page.getByRole("button", { name: "Log out everywhere", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Log out everywhere?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Log out everywhere", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Log out everywhere", exact: true }).click();
  await dialog.getByRole("button", { name: "Log out everywhere", exact: true }).click();
  await expect(page).toHaveURL("/signin");
  await expect(page.getByText("You were logged out everywhere.")).toBeVisible();
  await isSignedOut(secondDevicePage);
});

test("S7.auth.6 a session can be ended from another browser", async ({ page, secondDevicePage }) => {
  const student = await signInNewStudent(page, "/profile/security");
  await signIn(secondDevicePage, student, "/profile");
  await page.reload();
  const list = section(page, "Where you are signed in");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").first()).toContainText(/Chrome on .*This device.*Signed in .*Last used/);
  await list.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page.getByText(/Chrome on \S+ was logged out\./)).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByRole("button", { name: "Log out everywhere else" })).toBeHidden();
  await isSignedOut(secondDevicePage);

  await signIn(secondDevicePage, student, "/profile");
  await page.reload();
  await list.getByRole("button", { name: "Log out everywhere else" }).click();
  await expect(page.getByText("You were logged out everywhere else.")).toBeVisible();
  await isSignedOut(secondDevicePage);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign-in and data");
});

test("S7.me.1 a student exports all stored personal data as a file", async ({ page }) => {
  const student = await createStudent("packer");
  const api = await apiClient(student);
  await api.put("/me/courses/CS246", {});
  await api.put("/likes/courses/CS246", {});
  for (const [id, title] of [
    ["01JD8Z5V7R8XQ4N2T6W0YB3C9F", "First card"],
    ["01JD8Z5V7R8XQ4N2T6W0YB3C9G", "Second card"],
  ]) {
    await api.put(`/me/cards/CS246/${id}`, { title, content: "Back" });
  }
  await signIn(page, student, "/profile/security");
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export my data" }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^note-ninja-\d{4}-\d\d-\d\d\.json$/);
  const file = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(file).toMatchObject({
    profile: { email: student.email, username: student.username },
    followedCourses: [{ course: "CS246" }],
    likes: [{ course: "CS246" }],
    ownCards: [{ front: "First card" }, { front: "Second card" }],
    playlists: [],
    reports: [],
  });
  await expect(page.getByText(/Your file is saved: \d+ entries\./)).toBeVisible();
});

test("S7.me.1 an interrupted export shows an error and can be retried", async ({ page }) => {
  await signInNewStudent(page, "/profile/security");
  await page.route("**/api/me/export*", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Export my data" }).click();
  await expect(page.getByText("Your data could not be gathered.")).toBeVisible();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export my data" }).click();
  await waiting;
});

test("S7.me.2 a student deletes the account and can sign up again with the same address", async ({
  page,
  secondDevicePage,
}) => {
  const student = await signInNewStudent(page, "/profile/security", "leaver");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText("Your playlists, including public ones")).toBeVisible();
  await expect(dialog.getByText("The number of likes, without your name")).toBeVisible();
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog.getByText("This is not your password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL("/signin");
  await expect(page.getByText("Your account was deleted.")).toBeVisible();
  await fillSignIn(page, student);
  await expect(page.getByText("Incorrect email or password.")).toBeVisible();

  await secondDevicePage.goto(`/u/${student.username}`);
  await expect(secondDevicePage.getByText("User not found", { exact: true })).toBeVisible();

  await page.goto("/register");
  await page.getByLabel("Username").fill(student.username);
  await page.getByLabel("Email").fill(student.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(page.getByText("We sent a code to")).toBeVisible();
});

test("S7.auth.5 an administrator sets up a second factor and signs in with it", async ({ page, secondDevicePage }) => {
  const email = `${uniqueName("keeper")}@noteninja.test`;
  await invite(email, "only for the first time", "admins");
  await page.goto("/signin");
  await fillSignIn(page, { email, password: "only for the first time" });
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page).not.toHaveURL(/signin/, { timeout: 30_000 });

  await page.goto("/profile/security");
  await expect(
    page.getByText("To close an administrator account, contact the people who run Note Ninja."),
  ).toBeVisible();
  const form = section(page, "Two-step sign-in");
  await form.getByLabel("Your password").fill(PASSWORD);
  await form.getByRole("button", { name: "Set up" }).click();
  await expect(form.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = ((await form.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await form.getByLabel("Code from the app").fill("000000");
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form.getByText("This code is wrong. Enter the code your app shows now.")).toBeVisible();
  // Each code is accepted once, and this test needs three. It therefore uses the previous code first, unless that
  // expires within the request.
  await expect(async () => {
    await form.getByLabel("Code from the app").fill(codeOf(secret, -1));
    await form.getByRole("button", { name: "Confirm" }).click();
    await expect(form.getByText("Each sign-in asks for a code from your app.")).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await secondDevicePage.goto("/signin");
  await fillSignIn(secondDevicePage, { email, password: PASSWORD });
  await expect(secondDevicePage.getByRole("heading", { level: 1 })).toHaveText("One more step");
  await secondDevicePage.getByLabel("Code from your app", { exact: true }).fill("000000");
  await secondDevicePage.getByRole("button", { name: "Confirm" }).click();
  await expect(secondDevicePage.getByText("This code is wrong. Enter the code your app shows now.")).toBeVisible();
  await secondDevicePage.getByLabel("Code from your app", { exact: true }).fill(codeOf(secret));
  await secondDevicePage.getByRole("button", { name: "Confirm" }).click();
  await expect(secondDevicePage).not.toHaveURL(/signin/, { timeout: 30_000 });

  await form.getByLabel("Your password").fill(PASSWORD);
  await form.getByRole("button", { name: "Turn off two-step sign-in" }).click();
  await expect(form.getByText("Enter the code from your app.")).toBeVisible();
  await form.getByLabel("Code from your app", { exact: true }).fill(codeOf(secret, 1));
  await form.getByRole("button", { name: "Turn off two-step sign-in" }).click();
  await expect(form.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("S1.sys.1 pages send requests only to our own host", async ({ page }) => {
  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  await signInByForm(page, await createStudent("private"), "/browse");
  for (const path of ["/", "/guide/CS246/notes", "/my-notes", "/deep-dive", "/profile", "/profile/security"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto("/deep-dive");
  await page.getByRole("main").getByRole("button", { name: "Play", exact: true }).first().click();
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0)).toBeGreaterThan(0);
  const { host, port } = new URL(page.url());
  // Files are loaded from a separate origin, each with a URL that the API signed.
  const files = String(Number(port) + 2);
  const elsewhere = asked.filter((url) => url.host !== host && url.protocol !== "blob:");
  const unsigned = elsewhere.filter((url) => url.port !== files || !url.searchParams.has("X-Amz-Signature"));
  expect(unsigned.map(String)).toEqual([]);
});

test("shows an error with a retry when the account cannot be loaded", async ({ page }) => {
  const student = await createStudent();
  await disableBatching(page);
  await page.route("**/api/me/account", (route) => route.fulfill({ status: 503, body: "" }));
  await signIn(page, student, "/profile/security");
  await expect(page.getByText("Your account could not be loaded.")).toBeVisible({ timeout: 30_000 });
  await page.unroute("**/api/me/account");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(section(page, "Email")).toContainText(student.email);
});

test("the page has no accessibility problems and fits a small phone", async ({ page }) => {
  await signInNewStudent(page, "/profile/security");
  await expect(section(page, "Email")).toBeVisible();
  await axeInBothThemes(page, "sign-in and data");
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
