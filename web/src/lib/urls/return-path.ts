import { matchPath } from "react-router";
import { pageIds, pages } from "./pages";

/** Pages to which a sign-in may return. */
const returnPatterns = pageIds
  .filter((name) => pages[name].layout !== "account" || name === "studentInfo")
  .flatMap((name) => {
    const { pattern, alias } = pages[name];
    return alias === undefined ? [pattern] : [pattern, alias];
  });

/** Returns the path if it is a page of this app: same origin and in the route table. Otherwise returns `undefined`. */
export function safeReturnPath(candidate: unknown): string | undefined {
  if (typeof candidate !== "string" || !candidate.startsWith("/")) return undefined;
  let url: URL;
  try {
    url = new URL(candidate, window.location.origin);
  } catch {
    return undefined;
  }
  if (url.origin !== window.location.origin) return undefined;
  const isKnown = returnPatterns.some((pattern) => matchPath(pattern, url.pathname) !== null);
  return isKnown ? url.pathname + url.search + url.hash : undefined;
}

/** Navigation state that the route guard passes to the sign-in page. */
export interface ReturnState {
  from?: string;
}

/** Returns the page to open after sign-in: the requested one, or the dashboard. */
export function returnPathFrom(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return safeReturnPath(from) ?? pages.dashboard.pattern;
}
