import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

const PORT = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4170);
/** The server of all tests. */
const SHARED_ORIGIN = `http://localhost:${PORT}`;
let origin = SHARED_ORIGIN;

/** Accounts of the sample content, as the local server prints them at its first start. */
export const ADMIN = { email: "admin@noteninja.test", password: "study-hard-tonight" };
/** Another administrator, for tests that sign out: this invalidates the tokens of all pages of the account. */
export const SECOND_ADMIN = { email: "second-admin@noteninja.test", password: ADMIN.password };
export const PASSWORD = "correct horse battery";

/** Lifetime of a cached access token. The server's tokens last 15 minutes, and some must remain. */
const TOKEN_KEPT_MS = 8 * 60_000;

let people = 0;

/** Returns a name that is unique in this run. */
export function uniqueName(stem: string): string {
  people += 1;
  return `${stem}${process.pid}x${people}`;
}

/** Returns a course code that no other test of this run uses. */
export function uniqueCourseCode(): string {
  people += 1;
  return `TEST${(process.pid % 9000) + 1000}${people}`;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface Student extends Credentials {
  username: string;
}

/**
 * Sends a request outside any page, so that test set-up leaves no cookie in the browser under test. Text is sent as it
 * is, other data as JSON.
 */
export function apiRequest(method: string, path: string, data?: unknown, token?: string): Promise<Response> {
  const headers: Record<string, string> = { origin, "x-note-ninja": "1", accept: "application/json" };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (data === undefined) return fetch(`${origin}${path}`, { method, headers });
  const isText = typeof data === "string";
  headers["content-type"] = isText ? "application/octet-stream" : "application/json";
  return fetch(`${origin}${path}`, { method, headers, body: isText ? data : JSON.stringify(data) });
}

/** Returns the response to a call that must succeed. */
async function answerOf(method: string, path: string, data?: unknown, token?: string): Promise<unknown> {
  return said(await apiRequest(method, `/api${path}`, data, token), `${method} ${path}`);
}

/** Returns the body of a response. Fails unless the response is successful. */
async function said(answer: Response, to: string): Promise<unknown> {
  const text = await answer.text();
  expect(answer.ok, `${to}: ${answer.status} ${text}`).toBe(true);
  return text === "" ? undefined : JSON.parse(text);
}

interface Mail {
  to: string;
  code: string;
  at: string;
}

/** Returns the mails to an address, as captured by the local server. */
async function mailed(email: string): Promise<Mail[]> {
  const mails = (await (await apiRequest("GET", "/_local/outbox")).json()) as Mail[];
  return mails.filter((mail) => mail.to === email);
}

/** Returns the number of mails to an address. */
export const mailsTo = async (email: string): Promise<number> => (await mailed(email)).length;

/** Returns the newest code mailed to an address. */
export async function mailedCode(email: string): Promise<string> {
  const own = (await mailed(email)).sort((one, other) => one.at.localeCompare(other.at));
  const newest = own.at(-1);
  if (!newest) throw new Error(`no mail for ${email}`);
  return newest.code;
}

/** Creates a confirmed account over the API, for tests that do not cover signing up. */
export async function createStudent(stem = "student"): Promise<Student> {
  const username = uniqueName(stem);
  const email = `${username.toLowerCase()}@students.test`;
  const student = { username, email, password: PASSWORD };
  await answerOf("POST", "/auth/sign-up", student);
  await answerOf("POST", "/auth/confirm", { email, code: await mailedCode(email), password: PASSWORD });
  return student;
}

/** Signs in through the form and waits for the next page. */
export async function signInByForm(page: Page, who: Credentials, at = "/"): Promise<void> {
  await page.goto(at);
  await expect(page).toHaveURL(/\/signin/);
  await fillSignIn(page, who);
  await expect(page).not.toHaveURL(/\/signin/);
}

export async function fillSignIn(page: Page, who: Credentials): Promise<void> {
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "SIGN IN" }).click();
}

/** Opens a page as a returning user: with the session cookie and the session hint in local storage. */
export async function signIn(page: Page, who: Credentials, at = "/"): Promise<void> {
  await signInWithPossibleDialog(page, who, at);
  await expect(page.getByRole("main")).toBeVisible();
}

/** Signs in like `signIn`, for pages that may show a dialog at once. */
export async function signInWithPossibleDialog(page: Page, who: Credentials, at = "/"): Promise<void> {
  const answer = await page.request.post("/api/auth/sign-in", {
    data: { email: who.email, password: who.password },
    headers: { origin, "x-note-ninja": "1" },
  });
  expect(answer.ok(), `${answer.status()} ${await answer.text()}`).toBe(true);
  const mark = await page.addInitScript(() => localStorage.setItem("nn:session", "1"));
  const known = page.waitForResponse("**/api/auth/refresh");
  await page.goto(at);
  await mark.dispose();
  await known;
  // The first frame also has a main landmark.
  await expect(page.locator(".first-frame")).toHaveCount(0);
}

/**
 * Logs out and waits until the server has removed the cookie. Otherwise its response could remove the cookie of a later
 * sign-in. `isAsked`: confirms the dialog that appears during playback.
 */
export async function signOut(page: Page, isAsked = false): Promise<void> {
  const taken = page.waitForResponse("**/api/auth/sign-out");
  await page.getByRole("button", { name: "Logout" }).first().click();
  if (isAsked) await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await taken;
  await expect(page).toHaveURL(/\/signin/);
}

/** Opens a page as a signed-in student. */
export async function signInNewStudent(page: Page, at = "/", stem = "student"): Promise<Student> {
  const student = await createStudent(stem);
  await signIn(page, student, at);
  return student;
}

let kept: { token: Promise<string>; atMs: number } | undefined;

/** Sends the requests of all helpers to a server with the sample accounts, or to the shared one again. */
export function sendRequestsTo(other = SHARED_ORIGIN): void {
  origin = other;
  kept = undefined;
}

/** Returns an access token for set-up outside the page. */
export async function accessTokenFor({ email, password }: Credentials): Promise<string> {
  const body = (await answerOf("POST", "/auth/sign-in", { email, password })) as { session: { accessToken: string } };
  return body.session.accessToken;
}

/** One administrator token serves many tests. */
function tokenOfAdmin(): Promise<string> {
  if (!kept || Date.now() - kept.atMs > TOKEN_KEPT_MS) kept = { token: accessTokenFor(ADMIN), atMs: Date.now() };
  return kept.token;
}

/** Returns API functions for a signed-in user, independent of any page. */
export async function apiClient(who: Credentials) {
  let token = await (who === ADMIN ? tokenOfAdmin() : accessTokenFor(who));
  const call = async (method: string, path: string, data?: unknown) => {
    const answer = await apiRequest(method, `/api${path}`, data, token);
    if (who !== ADMIN || answer.status !== 401) return said(answer, `${method} ${path}`);
    // The cached token may be invalid, because some tests sign the administrator out.
    kept = undefined;
    token = await tokenOfAdmin();
    return answerOf(method, path, data, token);
  };
  return {
    get: (path: string) => call("GET", path),
    put: (path: string, data: unknown) => call("PUT", path, data),
    post: (path: string, data: unknown) => call("POST", path, data),
    patch: (path: string, data: unknown) => call("PATCH", path, data),
    delete: (path: string) => call("DELETE", path),
  };
}

/** Invites a user through the API of the user pool, as the deployment does with the configured administrators. */
export async function invite(email: string, firstPassword: string, group?: string): Promise<void> {
  const state = readFileSync(join(process.env.NOTE_NINJA_TEST_DATA ?? "", "state.json"), "utf8");
  const UserPoolId = (JSON.parse(state) as { user_pool_id: string }).user_pool_id;
  const call = async (action: string, data: object) => {
    const answer = await fetch(`http://127.0.0.1:${PORT + 3}/`, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `AWSCognitoIdentityProviderService.${action}`,
      },
      body: JSON.stringify({ UserPoolId, Username: email, ...data }),
    });
    expect(answer.ok, await answer.text()).toBe(true);
  };
  await call("AdminCreateUser", {
    TemporaryPassword: firstPassword,
    UserAttributes: [
      { Name: "email", Value: email },
      { Name: "email_verified", Value: "true" },
    ],
  });
  if (group) await call("AdminAddUserToGroup", { GroupName: group });
}
