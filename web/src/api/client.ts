import createClient from "openapi-fetch";
import { dropEarly, earlyOr } from "@/lib/loading/early";
import { problemFrom, unreachable } from "./problem";
import type { paths } from "./schema";
import { fetchTogether } from "./together";

/** Where the client gets the access token from; `session.ts` fills it in. */
interface TokenSource {
  /** A token that is good for a while, after the first check of the session; nothing when signed out. */
  current(): Promise<string | undefined>;
  /** A newer token than `refused`, or nothing when the session is over. */
  renew(refused: string): Promise<string | undefined>;
  /** Whose token that is. */
  person(): string | undefined;
  /** Waits until no sign-out is owed: a new session would hide the one before, which would then never end. */
  settled(): Promise<void>;
}

let tokens: TokenSource = {
  current: async () => undefined,
  renew: async () => undefined,
  settled: async () => undefined,
  person: () => undefined,
};

/** Gives the client the session's access token. */
export function takeTokensFrom(source: TokenSource): void {
  tokens = source;
}

const AUTH_PATH = "/api/auth/";
/** Calls that need the cookie and the person: another password, leaving. */
const ACCOUNT_PATH = "/api/auth/account/";
/** Calls about the session of before, under its lock. */
const OWN_SESSION_PATHS = new Set(["/api/auth/refresh", "/api/auth/sign-out"]);

/** Sends; turns "no answer" into a problem and leaves a cancelled request what it is. */
async function send(request: Request): Promise<Response> {
  try {
    const { pathname, search } = new URL(request.url);
    // What was asked before a change may not know of it.
    if (request.method !== "GET" && !pathname.startsWith(AUTH_PATH)) dropEarly();
    return await earlyOr(`${request.method} ${pathname}${search}`, () => fetchTogether(request));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw unreachable();
  }
}

function withToken(request: Request, token: string | undefined): Request {
  const copy = request.clone();
  if (token !== undefined) copy.headers.set("Authorization", `Bearer ${token}`);
  return copy;
}

/** Adds who is asking. A token that is refused is renewed once, and the request sent again. */
async function authorisedFetch(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (path.startsWith(AUTH_PATH)) {
    // A header that another site cannot set without asking first: the cookie alone proves nothing.
    request.headers.set("X-Note-Ninja", "1");
    if (!path.startsWith(ACCOUNT_PATH)) {
      if (!OWN_SESSION_PATHS.has(path)) await tokens.settled();
      return send(request);
    }
  }
  const token = await tokens.current();
  const person = tokens.person();
  const response = await send(withToken(request, token));
  if (response.status !== 401 || token === undefined) return response;
  const newer = await tokens.renew(token);
  // Somebody else may have signed in meanwhile: what the one before wanted is not theirs.
  return newer === undefined || tokens.person() !== person ? response : send(withToken(request, newer));
}

/** The typed client: `api.GET("/api/courses/{code}", { params: { path: { code } } })`. Use with `payload`. */
export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? "",
  credentials: "same-origin",
  fetch: authorisedFetch,
});

/** For changes that are shown before the server has them: the request goes on when the page is left in that moment. */
export const outlivesPage = { keepalive: true } as const;

/** The body of an answer, or a thrown `ApiProblem`. */
export async function payload<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw problemFrom(error, response.status);
  // An answer without content has no data, and its type says so.
  return data as Data;
}
