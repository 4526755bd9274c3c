import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { ADMIN, asStudent, signIn } from "./people";

const PUBLIC = ["/signin", "/register", "/forgot", "/download/CS246", "/deep-dive"];
const MEMBER = [
  "/",
  "/browse",
  "/guide/CS246/notes",
  "/my-notes",
  "/profile",
  "/account",
  "/upload",
  "/audio-notes",
  "/setup-guides",
  "/student-info",
  "/no-such-page",
];

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
}

async function axe(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(" | ")}`);
  expect(told, what).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on a visitor's pages, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of PUBLIC) {
      await settled(page, path);
      await axe(page, path);
    }
  });

  test(`axe finds nothing serious on a student's pages, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    test.slow();
    await asStudent(page);
    for (const path of MEMBER) {
      await settled(page, path);
      await axe(page, path);
    }
    await page.goto("/browse");
    await page.getByPlaceholder("Search for courses, profiles...").fill("math");
    await expect(page.getByRole("option").first()).toBeVisible();
    await axe(page, "the search dropdown");
  });

  test(`axe finds nothing serious on an administrator's pages, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await signIn(page, ADMIN);
    for (const path of ["/guide/CS246/notes", "/audio-notes", "/setup-guides", "/admin/requests", "/admin/reports"]) {
      await settled(page, path);
      await axe(page, path);
    }
  });
}

for (const width of [320, 375, 768, 1024, 1440]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await asStudent(page);
    for (const path of MEMBER) {
      await settled(page, path);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, path).toBeLessThanOrEqual(0);
    }
  });
}

test("S7.ext.1 the page asks no host but ours, and nothing breaks its own rules", async ({ page, baseURL }) => {
  const hosts = new Set<string>();
  const complaints: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http")) hosts.add(url.hostname);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !/401|404/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await asStudent(page);
  for (const path of [...PUBLIC, ...MEMBER]) await settled(page, path);
  expect([...hosts].filter((host) => !["localhost", "127.0.0.1"].includes(host))).toEqual([]);
  expect(complaints).toEqual([]);
  const policy = (await page.request.get(baseURL ?? "/")).headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/);
});
