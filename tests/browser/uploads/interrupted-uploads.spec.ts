import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { test } from "../support/offline";
import { pdfWithPages } from "../support/pdf";
import { axe } from "../support/player";
import { ADMIN, signIn, uniqueName } from "../support/users";
import { largeWav } from "../support/wav";

// A service worker would forward the requests that these tests delay.
test.use({ serviceWorkers: "block" });

const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

test("S4.up.6 uploads pause when the connection is lost, and continue automatically when the server is back", async ({
  page,
  server,
}) => {
  // Longer timeout: eight files are sent, and the server is unavailable for a while.
  test.slow();
  const code = await createCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requests = 0;
  // Two files are uploaded at a time: with two delayed, exactly two are done and four have not begun.
  await page.route(/\/incoming\//, async (route) => {
    requests += 1;
    if (requests > 2) await released;
    await route.continue();
  });
  const files = Array.from({ length: 8 }, (_, place) => ({
    name: `lecture-${place}.pdf`,
    mimeType: "application/pdf",
    buffer: pdfWithPages(1, uniqueName(`Lecture ${place} `)),
  }));
  await page.locator("input[type=file]").setInputFiles(files);
  await page.getByRole("button", { name: "Upload 8 notes" }).click();
  await expect(page.getByText(/^2 of 8 done/)).toBeVisible();
  await expect.poll(() => requests).toBe(4);
  await server.stop();
  release();
  const uploads = page.getByRole("list", { name: "Uploads" });
  const waiting = page.getByText(/ waiting; uploading continues when the connection is back\.$/);
  await expect(uploads.getByText(/ · Paused$/)).toHaveCount(2);
  await expect(uploads.getByText(/ · Waiting$/)).toHaveCount(4);
  await expect(waiting).toHaveText(/^Can't reach Note Ninja\. 6 files are waiting;/);
  await expect(page.getByRole("button", { name: "Retry all" })).toBeVisible();
  await expect(uploads.getByRole("alert")).toHaveCount(0);
  await axe(page, "paused uploads");

  await server.start();
  await expect(page.getByText(/^8 of 8 done/)).toBeVisible({ timeout: 30_000 });
  await expect(waiting).toHaveCount(0);
  await expect(uploads.getByText("Note uploaded successfully!")).toHaveCount(8);
  await expect(page.getByRole("article")).toHaveCount(8);
});

test("S4.up.7 an upload interrupted by a reload resumes with the same file and sends only missing parts", async ({
  page,
  server,
}) => {
  // Longer timeout: a recording of 50 MB is sent in two halves.
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), "note-ninja-interrupted-"));
  try {
    const title = uniqueName("Silence ");
    const path = largeWav(folder, 50);
    page.on("dialog", (dialog) => void dialog.accept());
    await signIn(page, ADMIN, "/quick-recap");
    const form = page.getByRole("region", { name: "Upload Audio Note", exact: true });
    await form.locator("input[type=file]").setInputFiles(path);
    await expect(form.getByLabel("Title", { exact: true })).not.toHaveValue("");
    await form.getByLabel("Title", { exact: true }).fill(title);
    await form.getByLabel("Subject").fill("Rest");
    const isPart = (part: number) => (address: URL) => address.searchParams.get("partNumber") === `${part}`;
    const held = () => undefined;
    for (const part of [3, 4]) await page.route(isPart(part), held);
    const arrived = [1, 2].map((part) =>
      page.waitForResponse((answer) => isPart(part)(new URL(answer.url())) && answer.request().method() === "PUT"),
    );
    await form.getByRole("button", { name: "Upload", exact: true }).click();
    await Promise.all(arrived);
    await server.stop();
    await server.start();
    await page.goto("/admin/uploads");
    await page.unrouteAll();

    await expect(row(page, title)).toContainText("Interrupted");
    await expect(row(page, title)).toContainText("32 MB of 50 MB arrived. Choose the file again to send the rest.");
    await expect(row(page, title).getByRole("button", { name: `Choose file again: ${title}` })).toBeVisible();
    await axe(page, "an interrupted upload");
    const again = page.getByLabel(`${basename(path)}, to continue its upload`);
    await again.setInputFiles({ name: "other.pdf", mimeType: "application/pdf", buffer: pdfWithPages(1, title) });
    await expect(row(page, title)).toContainText("This is not the same file as");

    const sent: (string | null)[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT" && request.url().includes("partNumber="))
        sent.push(new URL(request.url()).searchParams.get("partNumber"));
    });
    await again.setInputFiles(path);
    await expect(row(page, title)).toContainText("Ready", { timeout: 60_000 });
    expect(sent.sort()).toEqual(["3", "4"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
