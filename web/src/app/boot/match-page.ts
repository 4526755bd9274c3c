import { isUlid } from "@/lib/text/ulid";
import { type PageId, pageIds, pages } from "@/lib/urls/pages";

interface PageMatch {
  name: PageId;
  /** First API requests of the page. */
  requests: readonly string[];
}

/** Finds the page of a path. Visitors have no user data, so its requests are left out for them. */
export function matchPage(pathname: string, isMember: boolean): PageMatch | undefined {
  const given = segments(pathname);
  for (const name of pageIds) {
    const { pattern, alias, requests = [] } = pages[name];
    const params = paramsOf(pattern, given) ?? (alias && paramsOf(alias, given));
    if (!params) continue;
    const own = Object.entries(params).every(isCanonical) ? requests : [];
    return {
      name,
      requests: own
        .filter((request) => isMember || !request.startsWith("/api/me/"))
        .map((request) => request.replace(/:(\w+)/g, (_, param: string) => params[param] ?? "")),
    };
  }
  return undefined;
}

/** Pages first resolve or redirect any other spelling of these parameters. */
function isCanonical([param, value]: [string, string]): boolean {
  if (param === "guideId") return /^[A-Z]+[0-9][A-Z0-9]*$/.test(value);
  if (param === "noteId") return isUlid(value);
  return param !== "username" || value === value.toLowerCase();
}

const segments = (path: string) => path.split("/").filter(Boolean);

/** Returns the parameters of a route pattern in the segments of a path, or `undefined` if they do not match. */
function paramsOf(pattern: string, given: readonly string[]): Record<string, string> | undefined {
  const parts = segments(pattern);
  if (parts.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const found = given[place] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = found;
    else if (part !== found) return undefined;
  }
  return params;
}
