import { matchPath } from "react-router";
import { patterns } from "./paths";

/** Pages that make no sense to return to after signing in. */
const notOrigins: readonly string[] = [patterns.signIn, patterns.register, patterns.forgot];

const originPatterns = Object.values(patterns).filter((pattern) => !notOrigins.includes(pattern));

/**
 * The address to return to, if it is one of our own pages: same origin and in the route table. Anything
 * else (another site, a script, an unknown page) gives nothing.
 */
export function safeOrigin(candidate: unknown): string | undefined {
  if (typeof candidate !== "string" || !candidate.startsWith("/")) return undefined;
  let url: URL;
  try {
    url = new URL(candidate, window.location.origin);
  } catch {
    return undefined;
  }
  if (url.origin !== window.location.origin) return undefined;
  const isKnown = originPatterns.some((pattern) => matchPath(pattern, url.pathname) !== null);
  return isKnown ? url.pathname + url.search + url.hash : undefined;
}

/** What the guard leaves in the navigation state for the sign-in page. */
export interface OriginState {
  from?: string;
}

/** Where to go after signing in: the page the person wanted, else the dashboard. */
export function rememberedOrigin(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return safeOrigin(from) ?? patterns.dashboard;
}
