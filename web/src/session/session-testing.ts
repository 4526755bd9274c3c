import { vi } from "vitest";

/** Simulated server for the tests of the session. */

type Answer = { status: number; body?: unknown };

export const me = {
  uid: "u1",
  email: "amara@noteninja.test",
  name: "Amara",
  courseCodes: [],
  isAdmin: false,
  needsSecondFactor: false,
  showsCourses: true,
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
};
export const sessionWith = (accessToken: string, expiresInSecs = 900) => ({ accessToken, expiresInSecs, me });
export const problem = (status: number, code: string): Answer => ({
  status,
  body: { type: "urn:x", title: "x", status, code, detail: "No.", fields: [], traceId: "t" },
});

/** Requests in order. */
export let asked: { path: string; token: string | null; ninja: string | null }[] = [];

/**
 * Starts a server that answers each path by `rules`, and fresh copies of the modules that call it. `channel` replaces
 * the channel between tabs.
 */
export async function start(rules: Record<string, (token: string | null) => Answer>, channel?: unknown) {
  asked = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    const token = request.headers.get("Authorization");
    asked.push({ path, token, ninja: request.headers.get("X-Note-Ninja") });
    const { status, body } = rules[path]?.(token) ?? problem(404, "not_found");
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json" },
    });
  });
  // Module copies of earlier tests act like other tabs, and would request tokens here when they hear of a sign-in.
  vi.stubGlobal("BroadcastChannel", channel);
  vi.resetModules();
  const { session, useSession } = await import("./session");
  const { api, unwrap } = await import("@/api/client");
  return { session, useSession, api, payload: unwrap };
}

export const pathsAsked = () => asked.map(({ path }) => path);

export const credentials = { email: "amara@noteninja.test", password: "correct horse" };

/** Response to a sign-in. */
export const signedIn = (accessToken: string) => ({
  status: 200,
  body: { next: "signed_in", session: sessionWith(accessToken) },
});
