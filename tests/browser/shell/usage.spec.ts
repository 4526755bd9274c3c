import { expect, type Page } from "@playwright/test";
import { test } from "../support/test";
import { signInNewStudent } from "../support/users";

interface Sent {
  route: string;
  name: string;
  value: number;
}

/** Records the data that the page sends when it is left, which a test cannot intercept. */
async function listen(page: Page): Promise<() => Promise<Sent[]>> {
  await page.addInitScript(() => {
    const kept: string[] = [];
    Object.assign(window, { kept });
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, data) => {
      if (data instanceof Blob) void data.text().then((text) => kept.push(text));
      return send(url, data);
    };
  });
  return async () => {
    const texts = await page.evaluate(() => (window as unknown as { kept: string[] }).kept);
    return texts.flatMap((text) => (JSON.parse(text) as { pages: Sent[] }).pages);
  };
}

/** Simulates switching to another tab. */
function hide(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

const USAGE = /\/assets\/page-telemetry-[^/]+\.js$/;

test("S7.ext.1 page views and timings are recorded by route pattern, on our host only and without the URL", async ({
  page,
}) => {
  const sent = await listen(page);
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const measuring = page.waitForResponse((answer) => USAGE.test(answer.url()));
  await page.goto("/download/CS246?q=secret");
  await measuring;
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await expect(page).toHaveURL(/\/signin/);
  const answered = page.waitForResponse("**/api/beacon");
  await hide(page);
  expect((await answered).status()).toBe(204);
  await expect
    .poll(async () => (await sent()).map(({ route, name }) => `${name} ${route}`))
    .toEqual(expect.arrayContaining(["view /download/:id", "view /signin", "ttfb /download/:id"]));
  expect(JSON.stringify(await sent())).not.toMatch(/secret|CS246/);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test("S7.ext.1 users who opted out are not counted", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "doNotTrack", { value: "1" }));
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("/signin");
  await page.waitForLoadState("networkidle");
  expect(fetched.filter((url) => USAGE.test(url))).toEqual([]);
});

test("S2.auth.9 S7.ext.1 the font is served from our host, and text is readable before it loads", async ({ page }) => {
  const fonts: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".woff2")) fonts.push(`${new URL(answer.url()).host} ${answer.status()}`);
  });
  await page.goto("/signin");
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check("16px 'Hanken Grotesk'"))).toBe(true);
  expect(fonts).toContain(`${new URL(page.url()).host} 200`);
  const faces = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => family.includes("Hanken")).map(({ display }) => display),
  );
  expect(new Set(faces)).toEqual(new Set(["swap"]));
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Hanken Grotesk/);
  await signInNewStudent(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /^"?Hanken Grotesk/);
});
