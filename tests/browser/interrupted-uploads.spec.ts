import { expect } from "@playwright/test";
import { axe } from "./listening";
import { test } from "./offline";
import { pdfWithPages } from "./pdf";
import { ADMIN, fresh, signIn } from "./people";
import { makeCourse } from "./publish";

// A worker would pass on what these tests hold back.
test.use({ serviceWorkers: "block" });

test("S4.up.6 uploads pause when the connection goes, and go on by themselves when the server is back", async ({
  page,
  server,
}) => {
  // Eight files, and the server is away in between.
  test.slow();
  const code = await makeCourse();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  const files = Array.from({ length: 8 }, (_, place) => ({
    name: `lecture-${place}.pdf`,
    mimeType: "application/pdf",
    buffer: pdfWithPages(1, fresh(`Lecture ${place} `)),
  }));
  await page.locator("input[type=file]").setInputFiles(files);
  await page.getByRole("button", { name: "Upload 8 notes" }).click();
  await expect(page.getByText(/^[1-5] of 8 done/)).toBeVisible();
  await server.stop();
  const uploads = page.getByRole("list", { name: "Uploads" });
  await expect(uploads.getByText(/ · Paused$/).first()).toBeVisible();
  await expect(page.getByText(/ waiting; uploading continues when the connection is back\.$/)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Retry all" })).toBeVisible();
  await expect(uploads.getByRole("alert")).toHaveCount(0);
  await axe(page, "paused uploads");

  await server.start();
  await expect(page.getByText("8 of 8 done")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/ waiting; uploading continues/)).toHaveCount(0);
  await expect(page.getByText("Note uploaded successfully!").first()).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(8);
});
