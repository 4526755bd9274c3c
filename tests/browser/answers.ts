import type { Page, Route } from "@playwright/test";

/** Answers as the server does when it will not do something. */
export function refuse(route: Route, status: number, code: string, detail = "A test refused this."): Promise<void> {
  const body = JSON.stringify({
    type: "about:blank",
    title: "Refused",
    status,
    code,
    detail,
    fields: [],
    traceId: "t",
  });
  return route.fulfill({ status, contentType: "application/problem+json", body });
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
  await page.route(url, async (route) => {
    await held;
    await release(route);
  });
  return letGo;
}
