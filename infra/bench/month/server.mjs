// The local server with its meter, and API calls outside any page.

import { createHash } from "node:crypto";
import { ADMIN } from "../sample-server.mjs";

export const PORT = Number(process.env.NOTE_NINJA_TEST_PORT ?? 4860);
export const ORIGIN = `http://localhost:${PORT}`;
const PASSWORD = "correct horse battery";

/** Access tokens are valid for 15 minutes. */
const TOKEN_KEPT_MS = 10 * 60_000;
const PAUSE_MS = 50;
const PATIENCE_MS = 180_000;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Repeats `ask` until it returns something. */
export async function until(what, ask) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await pause();
  }
}

/** Sends a request that the meter does not count. */
export function ask(method, path, data, token) {
  const headers = { origin: ORIGIN, "x-note-ninja": "1", "x-uncounted": "1", accept: "application/json" };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (data === undefined) return fetch(`${ORIGIN}${path}`, { method, headers });
  headers["content-type"] = "application/json";
  return fetch(`${ORIGIN}${path}`, { method, headers, body: JSON.stringify(data) });
}

async function answer(method, path, data, token) {
  const said = await ask(method, path, data, token);
  const text = await said.text();
  if (!said.ok) throw new Error(`${method} ${path}: ${said.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

/** Returns the API for a signed-in user. */
export function apiAs({ email, password }) {
  let kept;
  const token = async () => {
    if (!kept || Date.now() - kept.atMs > TOKEN_KEPT_MS) {
      const { session } = await answer("POST", "/api/auth/sign-in", { email, password });
      kept = { token: session.accessToken, atMs: Date.now() };
    }
    return kept.token;
  };
  const call = async (method, path, data) => answer(method, `/api${path}`, data, await token());
  return {
    token,
    get: (path) => call("GET", path),
    put: (path, data) => call("PUT", path, data),
    post: (path, data) => call("POST", path, data),
    patch: (path, data) => call("PATCH", path, data),
    delete: (path) => call("DELETE", path),
  };
}

export const admin = apiAs(ADMIN);

export async function makeStudent(username) {
  const email = `${username}@students.test`;
  await answer("POST", "/api/auth/sign-up", { username, email, password: PASSWORD });
  const mails = await answer("GET", "/_local/outbox");
  const { code } = mails.filter(({ to }) => to === email).at(-1);
  await answer("POST", "/api/auth/confirm", { email, code, password: PASSWORD });
  return { username, email, password: PASSWORD };
}

/** Publishes a note in a course. Returns its id. */
export async function publishNote(courseCode, title, file) {
  const sha256 = createHash("sha256").update(file).digest("hex");
  const declared = { courseCode, title, description: "", fileName: "note.pdf", contentType: "application/pdf" };
  const ticket = await admin.post("/uploads", { ...declared, sizeBytes: file.length, sha256 });
  const sent = await fetch(ticket.url, { method: "PUT", body: file, headers: ticket.headers });
  if (!sent.ok) throw new Error(`${title} was not taken: ${sent.status} ${await sent.text()}`);
  const upload = await until(`${title} is published`, async () => {
    const { status, noteId } = await admin.get(`/uploads/${ticket.id}`);
    if (status === "rejected" || status === "failed") throw new Error(`${title} was refused.`);
    return status === "ready" ? { noteId } : undefined;
  });
  return upload.noteId;
}

/** Returns the requests since the last call, and the capacity that the functions consumed. */
export const readAndResetCounts = () => answer("POST", "/_local/meter");

export const manifest = () => answer("GET", "/catalogue/manifest.json");
