import createClient from "openapi-fetch";
import { discardPrefetched, takePrefetched } from "@/lib/loading/prefetched-responses";
import { problemFrom, unreachableProblem } from "./problem";
import { fetchBatched } from "./request-batching";
import type { paths } from "./schema";

/** Source of the access token; `session.ts` provides it. */
interface TokenSource {
  /** Returns a valid token after the session has been restored, or `undefined` when signed out. */
  current(): Promise<string | undefined>;
  /** Returns a token newer than `rejectedToken`, or `undefined` when the session is over. */
  renew(rejectedToken: string): Promise<string | undefined>;
  /** Returns the id of the signed-in user. */
  owner(): string | undefined;
  /** Waits until no sign-out is pending. A new session would replace the old one, which would then never be ended. */
  awaitPendingSignOut(): Promise<void>;
}

let tokens: TokenSource = {
  current: async () => undefined,
  renew: async () => undefined,
  awaitPendingSignOut: async () => undefined,
  owner: () => undefined,
};

/** Sets the source of the access token. */
export function setTokenSource(source: TokenSource): void {
  tokens = source;
}

const AUTH_PATH = "/api/auth/";
/** Requests that need both the cookie and the token: changing the password, deleting the account. */
const ACCOUNT_PATH = "/api/auth/account/";
/** Requests about the previous session, sent under its lock. */
const OWN_SESSION_PATHS = new Set(["/api/auth/refresh", "/api/auth/sign-out"]);

/** Sends a request. Converts a network failure to a problem; a cancelled request rejects with its own error. */
async function send(request: Request): Promise<Response> {
  try {
    const { pathname, search } = new URL(request.url);
    // Responses prefetched before a change may be outdated.
    if (request.method !== "GET" && !pathname.startsWith(AUTH_PATH)) discardPrefetched();
    return await takePrefetched(`${request.method} ${pathname}${search}`, () => fetchBatched(request));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw unreachableProblem();
  }
}

function withToken(request: Request, token: string | undefined): Request {
  const copy = request.clone();
  if (token !== undefined) copy.headers.set("Authorization", `Bearer ${token}`);
  return copy;
}

/** Adds the access token. If it is refused, renews it once and sends the request again. */
async function authorisedFetch(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (path.startsWith(AUTH_PATH)) {
    // Other sites cannot set this header without a CORS preflight, which protects the cookie against CSRF.
    request.headers.set("X-Note-Ninja", "1");
    if (!path.startsWith(ACCOUNT_PATH)) {
      if (!OWN_SESSION_PATHS.has(path)) await tokens.awaitPendingSignOut();
      return send(request);
    }
  }
  const token = await tokens.current();
  const person = tokens.owner();
  const response = await send(withToken(request, token));
  if (response.status !== 401 || token === undefined) return response;
  const newer = await tokens.renew(token);
  // If another user has signed in since, do not repeat the request in their name.
  return newer === undefined || tokens.owner() !== person ? response : send(withToken(request, newer));
}

/** Typed client: `api.GET("/api/courses/{code}", { params: { path: { code } } })`. Use with `unwrap`. */
export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? "",
  credentials: "same-origin",
  fetch: authorisedFetch,
});

/** Options of an optimistic change: the request continues if the page is closed. */
export const keepalive = { keepalive: true } as const;

/** Returns the body of a response, or throws `ApiProblem`. */
export async function unwrap<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw problemFrom(error, response.status);
  // A response without content has no data, and its type says so.
  return data as Data;
}
