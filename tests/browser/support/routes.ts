import type { Page, Request, Route } from "@playwright/test";

/**
 * Responds with a problem document, as the server does. Only problems with a `traceId` show a reference for reports.
 */
export function fulfillProblem(
  route: Route,
  status: number,
  code: string,
  detail = "A test refused this.",
  traceId?: string,
): Promise<void> {
  const body = JSON.stringify({
    type: "about:blank",
    title: "Refused",
    status,
    code,
    detail,
    fields: [],
    traceId,
  });
  return route.fulfill({ status, contentType: "application/problem+json", body });
}

/** Paths of the batch request and of the requests at startup. */
const BATCH = "/api/batch";
const REFRESH = "/api/auth/refresh";

/** Returns the API paths of a request, several for a batch request. */
export function batchedPathsOf(request: Request): string[] {
  const { pathname, search } = new URL(request.url());
  if (pathname !== BATCH && pathname !== REFRESH) return [pathname + search];
  const { requests = [] } = (request.postDataJSON() ?? {}) as { requests?: { path: string }[] };
  return requests.map(({ path }) => path);
}

/** Turns off batching, as with an API that does not support it, so that a test can respond to a single request. */
export async function disableBatching(page: Page): Promise<void> {
  await page.route(`**${BATCH}`, (route) => fulfillProblem(route, 404, "not_found"));
  await page.route(`**${REFRESH}`, (route) => route.continue({ postData: "{}" }));
}

/** Returns a promise with the function that resolves it. */
export function createDeferred(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Delays matching requests until the returned function is called. */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  release = (route: Route) => route.continue(),
): Promise<() => void> {
  const { opened, open } = createDeferred();
  await disableBatching(page);
  await page.route(url, async (route) => {
    await opened;
    await release(route);
  });
  return open;
}

/**
 * Delays responses: `answered` resolves when the server has responded, and `release` delivers the response. Changes in
 * between are newer than the response.
 */
export async function holdResponse(page: Page, url: string): Promise<{ answered: Promise<void>; release: () => void }> {
  const [answer, delivery] = [createDeferred(), createDeferred()];
  await page.route(url, async (route) => {
    const response = await route.fetch();
    answer.open();
    await delivery.opened;
    await route.fulfill({ response });
  });
  return { answered: answer.opened, release: delivery.open };
}

/** Serves only the original files of recordings, for tests that replace or count these files. */
export async function withoutRenditions(page: Page): Promise<void> {
  await page.route("**/api/audio/addresses", async (route) => {
    const response = await route.fetch();
    const { items, missing } = (await response.json()) as { items: { rendition?: unknown }[]; missing: string[] };
    const originals = items.map(({ rendition: _rendition, ...item }) => item);
    await route.fulfill({ response, json: { items: originals, missing } });
  });
}
