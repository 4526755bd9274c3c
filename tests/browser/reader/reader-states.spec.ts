import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote, waitUntilIndexed } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { PHONE } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, signInNewStudent, uniqueName } from "../support/users";

const leaves = (pages: number) => Array.from({ length: pages }, (_, page) => `Leaf ${page + 1} of it`);

async function publishLeaves(pages: number, moreBytes = 0): Promise<string> {
  const title = uniqueName("Leaves ");
  return publishNote(await createCourse(), title, "", pdfWithTexts(leaves(pages), title, moreBytes));
}

const field = (page: Page) => page.getByRole("textbox", { name: "Page", exact: true });
const isRange = (headers: Record<string, string>) => /^bytes=/.test(headers.range ?? "");

async function goTo(page: Page, number: number): Promise<void> {
  await field(page).fill(`${number}`);
  await field(page).press("Enter");
  await expect(page.getByText(`Leaf ${number} of it`, { exact: true })).toBeInViewport();
}

test("S2.read.3 S2.read.5 only viewed parts of a long file are loaded, and text is found on any page", async ({
  page,
}) => {
  const code = await createCourse();
  const title = uniqueName("Leaves ");
  // All pages are children of one node of the page tree, as many programs write it.
  const id = await publishNote(code, title, "", pdfWithTexts(leaves(44), title, 100_000));
  let bytes = 0;
  page.on("request", (request) => {
    const [, begin, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers().range ?? "") ?? [];
    if (begin && end) bytes += Number(end) - Number(begin) + 1;
  });
  const student = await signInNewStudent(page, `/note/${id}`);
  await expect(page.getByText("Leaf 1 of it", { exact: true })).toBeInViewport();
  await goTo(page, 20);
  expect(bytes).toBeGreaterThan(300_000);
  expect(bytes).toBeLessThan(2_800_000);
  await waitUntilIndexed(student, code);
  await page.keyboard.press("Control+f");
  await page.keyboard.insertText("leaf 40 of");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(page.locator(".reader-found.selected")).toBeInViewport();
});

test("S2.read.5 a note moved to the trash while it is read stays readable until the page is left", async ({ page }) => {
  const id = await publishLeaves(9, 100_000);
  await signInNewStudent(page, `/note/${id}`);
  await expect(page.getByText("Leaf 1 of it", { exact: true })).toBeInViewport();
  await (await apiClient(ADMIN)).delete(`/notes/${id}`);
  await goTo(page, 6);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Note not found.", exact: true })).toBeAttached();
});

test("S2.read.5 a file that cannot be displayed shows an error and can be downloaded", async ({ page }) => {
  const id = await publishLeaves(2);
  await page.route(
    () => true,
    (route) => {
      const headers = route.request().headers();
      if (!isRange(headers)) return route.fallback();
      const [, begin, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
      return route.fulfill({ status: 206, body: Buffer.alloc(Number(end) - Number(begin) + 1, "no PDF ") });
    },
  );
  await signInNewStudent(page, `/note/${id}`);
  await expect(page.getByText("This file could not be shown.")).toBeVisible();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Download PDF" }).click();
  await (await opened).close();
});

test("S2.read.5 shows an error when the pdf.js worker cannot be fetched", async ({ page }) => {
  const id = await publishLeaves(2);
  await page.route("**/assets/pdf.worker-*", (route) => route.abort());
  await signInNewStudent(page, `/note/${id}`);
  await expect(page.getByText("This file could not be shown.")).toBeVisible();
});

test("S2.read.6 the print shortcut and the print button open the file, which the browser prints unchanged", async ({
  page,
}) => {
  const id = await publishLeaves(2);
  await signInNewStudent(page, `/note/${id}`);
  await expect(page.getByText("Leaf 1 of it", { exact: true })).toBeInViewport();
  const button = page.getByRole("button", { name: "Open to print", exact: true });
  for (const press of [() => field(page).press("Control+p"), () => button.click()]) {
    const opened = page.waitForEvent("popup");
    const asked = page
      .context()
      .waitForEvent("request", (request) => request.isNavigationRequest() && request.url().includes(`/${id}.pdf?`));
    await press();
    const tab = await opened;
    expect(await tab.opener()).toBe(page);
    expect((await (await asked).response())?.headers()["content-type"]).toBe("application/pdf");
    await tab.close();
  }
});

test("S2.read.2 S2.read.4 pinching zooms pages on a phone, and with large text the whole bar stays reachable", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const id = await publishLeaves(2);
  await signInNewStudent(page, `/note/${id}`);
  const paper = page.getByRole("region", { name: "Page 1", exact: true });
  await expect(page.getByText("Leaf 1 of it", { exact: true })).toBeInViewport();
  const before = (await paper.boundingBox())?.width ?? 0;
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) => {
    const touchPoints = type === "touchEnd" ? [] : [-apart, apart].map((by, id) => ({ x: 160 + by, y: 420, id }));
    return session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart", 30);
  // The reader recognises a pinch from the first movement, so move in several steps.
  for (let apart = 40; apart <= 130; apart += 10) await touch("touchMove", apart);
  await touch("touchEnd", 130);
  await expect.poll(async () => (await paper.boundingBox())?.width).toBeGreaterThan(before * 1.5);

  await page.setViewportSize(PHONE);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });
  await expect(page.locator("html")).toHaveAttribute("data-text", "large");
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test("S2.read.4 a note can be opened, read and closed by keyboard", async ({ page }) => {
  const title = uniqueName("By keys ");
  const code = await createCourse();
  await publishNote(code, title, "", pdfWithTexts(leaves(5), title));
  await signInNewStudent(page, `/guide/${code}/notes`);
  await page.getByRole("link", { name: "Read", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Leaf 1 of it", { exact: true })).toBeInViewport();
  const pages = page.getByRole("document", { name: title, exact: true });
  await page.getByRole("button", { name: "Contents", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Leaf 4 of it", { exact: true })).toBeInViewport();
  await expect(pages).toBeFocused();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("leaf 2");
  await expect(page.getByText("Leaf 2 of it", { exact: true })).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(pages).toBeFocused();
  // The match is selected, and Shift with an arrow key extends the selection.
  await expect(page.getByRole("toolbar", { name: "Highlight the selection" })).toBeVisible();
  for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("3");
  await expect(page.locator(".reader-mark.blue")).toHaveCount(1);
  const zoom = page.getByRole("status", { name: "Zoom" });
  const alone = await zoom.textContent();
  await page.getByRole("button", { name: "Highlights", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Page 2: Leaf 2 of", exact: true })).toBeVisible();
  // Beside the list of thumbnails, the page is narrower.
  await expect(zoom).not.toHaveText(alone ?? "");
  const fitted = await zoom.textContent();
  await page.keyboard.press("+");
  await expect(zoom).not.toHaveText(fitted ?? "");
  await page.keyboard.press("0");
  await expect(zoom).toHaveText(fitted ?? "");
  await page
    .getByRole("main")
    .getByRole("link", { name: code.replace("TEST", "TEST "), exact: true })
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Read", exact: true })).toBeVisible();
});
