import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** Accounts that the sample content creates; the product prints them at its first start. */
export const ADMIN = { email: "admin@noteninja.test", password: "study-hard-tonight" };
export const PASSWORD = "correct horse battery";

let people = 0;

/** A name nobody else in this run has. */
export function fresh(stem: string): string {
  people += 1;
  return `${stem}${process.pid}x${people}`;
}

interface Mail {
  to: string;
  code: string;
  at: string;
}

/** The newest code mailed to an address, as the outbox page shows it. */
export async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.get("/_local/outbox", { headers: { accept: "application/json" } });
  const mails = ((await answer.json()) as Mail[]).filter((mail) => mail.to === email);
  mails.sort((one, other) => one.at.localeCompare(other.at));
  const newest = mails.at(-1);
  if (!newest) throw new Error(`no mail for ${email}`);
  return newest.code;
}

export interface Student {
  username: string;
  email: string;
  password: string;
}

/** Makes a confirmed account over the API, for tests that are about something else. */
export async function makeStudent(page: Page, stem = "student"): Promise<Student> {
  const username = fresh(stem);
  const email = `${username.toLowerCase()}@students.test`;
  const student = { username, email, password: PASSWORD };
  await post(page, "/auth/sign-up", { username, email, password: PASSWORD });
  await post(page, "/auth/confirm", { email, code: await mailedCode(page.request, email) });
  return student;
}

export async function signIn(page: Page, who: { email: string; password: string }, at = "/"): Promise<void> {
  await page.goto(at);
  await expect(page).toHaveURL(/\/signin/);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "SIGN IN" }).click();
  // Passwords are slow to check on purpose, and several tests may sign in at once.
  await expect(page).not.toHaveURL(/\/signin/, { timeout: 30_000 });
}

/** A signed-in student on a page of their own choice. */
export async function asStudent(page: Page, at = "/", stem = "student"): Promise<Student> {
  const student = await makeStudent(page, stem);
  await signIn(page, student, at);
  return student;
}

async function post(page: Page, path: string, data: unknown): Promise<unknown> {
  const origin = new URL(baseOf(page)).origin;
  const answer = await page.request.post(`/api${path}`, { data, headers: { origin, "x-note-ninja": "1" } });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? undefined : answer.json().catch(() => undefined);
}

/** An access token for work that a test prepares behind the page's back. */
export async function tokenOf(page: Page, who: { email: string; password: string }): Promise<string> {
  const body = (await post(page, "/auth/sign-in", who)) as { session: { accessToken: string } };
  // The sign-in left its cookie in the page's jar; the page under test must not find it there.
  await page.context().clearCookies();
  return body.session.accessToken;
}

function baseOf(page: Page): string {
  const port = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4170);
  const url = page.url();
  return url.startsWith("http") ? url : `http://localhost:${port}`;
}

/** A course code that no other test of this run uses. */
export function freshCode(): string {
  people += 1;
  return `TEST${(process.pid % 9000) + 1000}${people}`;
}

/** The API as somebody signed in, beside the page. */
export async function apiAs(page: Page, who: { email: string; password: string }) {
  const authorization = `Bearer ${await tokenOf(page, who)}`;
  const call = async (method: string, path: string, data?: unknown) => {
    const answer = await page.request.fetch(`/api${path}`, { method, data, headers: { authorization } });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? undefined : ((await answer.json()) as unknown);
  };
  return {
    get: (path: string) => call("GET", path),
    put: (path: string, data: unknown) => call("PUT", path, data),
    post: (path: string, data: unknown) => call("POST", path, data),
    patch: (path: string, data: unknown) => call("PATCH", path, data),
    delete: (path: string) => call("DELETE", path),
  };
}

/** Invites an account at the user pool, as the deployment does with the configured administrators. */
export async function invite(
  request: APIRequestContext,
  email: string,
  firstPassword: string,
  group?: string,
): Promise<void> {
  const state = readFileSync(join(process.env.NOTE_NINJA_TEST_DATA ?? "", "state.json"), "utf8");
  const UserPoolId = (JSON.parse(state) as { user_pool_id: string }).user_pool_id;
  const poolPort = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4170) + 3;
  const call = async (action: string, data: object) => {
    const answer = await request.post(`http://127.0.0.1:${poolPort}/`, {
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `AWSCognitoIdentityProviderService.${action}`,
      },
      data: JSON.stringify({ UserPoolId, Username: email, ...data }),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
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
