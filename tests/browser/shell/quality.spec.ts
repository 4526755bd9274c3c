import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { axeInBothThemes } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiRequest, signIn, signInNewStudent, uniqueName } from "../support/users";

const PUBLIC = [
  "/signin",
  "/register",
  "/forgot",
  "/download/CS246",
  "/deep-dive",
  "/copyright/notice",
  "/copyright/confirm",
];
const MEMBER = [
  "/",
  "/browse",
  "/guide/CS246/notes",
  "/my-notes",
  "/study",
  "/study/practice",
  "/profile",
  "/account",
  "/upload",
  "/audio-notes",
  "/setup-guides",
  "/student-info",
  "/no-such-page",
];
const OFFICE = [
  "/guide/CS246/notes",
  "/audio-notes",
  "/setup-guides",
  "/admin/requests",
  "/admin/reports",
  "/admin/copyright",
  "/admin/keys",
];

/** Waits until the page has no pending requests. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** Files that only the reader needs. */
const READER = /^\/assets\/(?:reader-code|pdf\.worker|pdfjs-)/;

/** Records the hosts that a page contacts, the reader files that it loads, and the errors of the browser. */
function overheard(page: Page): { hosts: Set<string>; ofReader: string[]; complaints: string[] } {
  const heard = { hosts: new Set<string>(), ofReader: [] as string[], complaints: [] as string[] };
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (READER.test(url.pathname)) heard.ofReader.push(url.pathname);
    if (url.protocol.startsWith("http")) heard.hosts.add(url.hostname);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !/401|404/.test(message.text())) heard.complaints.push(message.text());
  });
  page.on("pageerror", (error) => heard.complaints.push(error.message));
  return heard;
}

/** Requirements of every page: no foreign host, no violation of the Content-Security-Policy, no serious axe finding. */
async function isSound(page: Page, path: string, heard: ReturnType<typeof overheard>): Promise<void> {
  const { hosts, ofReader, complaints } = heard;
  await settled(page);
  // pdf.js preloads on hover; without hover, only the reader loads it.
  expect(path.startsWith("/note/") ? [] : ofReader).toEqual([]);
  expect([...hosts].filter((host) => !["localhost", "127.0.0.1"].includes(host))).toEqual([]);
  expect(complaints).toEqual([]);
  await axeInBothThemes(page, path);
}

async function fits(page: Page, path: string): Promise<void> {
  for (const width of [320, 375, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    // Wait for two frames, so that the layout has been drawn when it is measured.
    const over = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    expect(over, `${path} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

for (const path of PUBLIC) {
  test(`S7.ext.1 ${path} passes the quality checks for a visitor`, async ({ page }) => {
    const heard = overheard(page);
    await page.goto(path);
    await isSound(page, path, heard);
  });
}

for (const path of MEMBER) {
  test(`S7.ext.1 ${path} passes the quality checks for a student, and does not scroll sideways`, async ({ page }) => {
    const heard = overheard(page);
    await signInNewStudent(page, path);
    await isSound(page, path, heard);
    await fits(page, path);
  });
}

test("S7.ext.1 the reader passes the quality checks for a student, and does not scroll sideways", async ({ page }) => {
  const title = uniqueName("Sound ");
  const path = `/note/${await publishNote(await createCourse(), title, "", pdfWithTexts(["One leaf", "Another"], title))}`;
  const heard = overheard(page);
  await signInNewStudent(page, path);
  await expect(page.getByText("One leaf")).toBeInViewport();
  expect(heard.ofReader.length).toBeGreaterThan(1);
  await isSound(page, path, heard);
  await fits(page, path);
});

for (const path of OFFICE) {
  test(`S7.ext.1 ${path} passes the quality checks for an administrator`, async ({ page }) => {
    const heard = overheard(page);
    await signIn(page, ADMIN, path);
    await isSound(page, path, heard);
  });
}

test("axe finds no serious problems in search results", async ({ page }) => {
  await signInNewStudent(page, "/browse");
  await page.getByPlaceholder("Search for courses, profiles...").fill("math");
  await expect(page.getByRole("option").first()).toBeVisible();
  await axeInBothThemes(page, "the search dropdown");
});

test("S7.ext.1 the content security policy allows no third-party content", async () => {
  const policy = (await apiRequest("GET", "/")).headers.get("content-security-policy") ?? "";
  const rules = policy.split(";").map((rule) => rule.trim().split(/\s+/));
  expect(rules).toContainEqual(["default-src", "'self'"]);
  // All allowed sources are our own or `data:` and `blob:`; here the file store has its own port.
  const sources = rules.filter(([name]) =>
    /-src$|-src-\w+$|^frame-ancestors$|^form-action$|^base-uri$/.test(name ?? ""),
  );
  const isOurs = (source: string) =>
    /^('self'|'none'|data:|blob:|'wasm-unsafe-eval'|http:\/\/127\.0\.0\.1:\d+)$/.test(source);
  expect(sources.flatMap(([, ...allowed]) => allowed).filter((source) => !isOurs(source))).toEqual([]);
  const scripts = rules.find(([name]) => name === "script-src") ?? [];
  expect(scripts.slice(0, 3)).toEqual(["script-src", "'self'", "'wasm-unsafe-eval'"]);
  expect(scripts.filter((source) => /^(data|blob):$/.test(source))).toEqual([]);
});
