import { expect } from "@playwright/test";
import { test } from "../support/test";

test("S7.links.1 a crawler and a browser get different documents when they request the URL of a shelf", async ({
  page,
  request,
}) => {
  const crawler = { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" };
  const preview = await (await request.get("/deep-dive", { headers: crawler })).text();
  expect(preview).toContain('<meta property="og:title" content="Deep Dive">');
  const asked: string[] = [];
  page.on("request", (each) => asked.push(new URL(each.url()).pathname));
  await page.goto("/deep-dive");
  await expect(page.getByRole("heading", { level: 1, name: "Deep Dive" })).toBeVisible();
  expect(asked.filter((path) => path.includes("crawlers"))).toEqual([]);
  const picture = /property="og:image" content="([^"]+)"/.exec(preview)?.[1] ?? "";
  expect((await request.get(picture, { headers: crawler })).headers()["content-type"]).toBe("image/png");
});

test("S7.links.3 robots.txt names the sitemap, which lists the sample courses", async ({ request, baseURL }) => {
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`<loc>${baseURL}/sitemap-1.xml</loc>`);
  const sitemap = async () => (await request.get("/sitemap-1.xml")).text();
  await expect.poll(sitemap).toContain(`<loc>${baseURL}/download/CS246</loc>`);
});
