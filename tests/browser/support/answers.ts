import type { Page, Request, Route } from "@playwright/test";

/** Answers as the server does when it refuses or fails. Only a response with a `traceId` has a reference to report. */
export function refuse(
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

/** Where a page asks several questions in one call, and its first ones. */
const BATCH = "/api/batch";
const REFRESH = "/api/auth/refresh";

/** What a request asks the API for, by its path; several, where it is a call of several questions. */
export function questionsOf(request: Request): string[] {
  const { pathname, search } = new URL(request.url());
  if (pathname !== BATCH && pathname !== REFRESH) return [pathname + search];
  const { questions = [] } = (request.postDataJSON() ?? {}) as { questions?: { path: string }[] };
  return questions.map(({ path }) => path);
}

/** Has each question of the page travel by itself, as to an API that does not answer several: then a test can answer one. */
export async function askEachAlone(page: Page): Promise<void> {
  await page.route(`**${BATCH}`, (route) => refuse(route, 404, "not_found"));
  await page.route(`**${REFRESH}`, (route) => route.continue({ postData: "{}" }));
}

/** Keeps back what a page asks for until the returned function is called, so that the time between can be looked at. */
export async function hold(
  page: Page,
  url: string | RegExp,
  release = (route: Route) => route.continue(),
): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await askEachAlone(page);
  await page.route(url, async (route) => {
    await held;
    await release(route);
  });
  return letGo;
}

/**
 * Keeps back what the server answers: `answered` resolves when it has, and the page gets it when `letGo` is called. What
 * happens in between is newer than the answer.
 */
export async function holdAnswer(page: Page, url: string): Promise<{ answered: Promise<void>; letGo: () => void }> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const answered = new Promise<void>((resolve) => {
    void page.route(url, async (route) => {
      const response = await route.fetch();
      resolve();
      await held;
      await route.fulfill({ response });
    });
  });
  return { answered, letGo };
}
