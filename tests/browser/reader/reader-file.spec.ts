import { expect } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { pdfWithTexts, pdfWithTricks, xfaPdf } from "../support/pdf";
import { test } from "../support/test";
import { signInNewStudent, uniqueName } from "../support/users";

test("S2.read.6 S2.read.8 files run no scripts and send nothing, only https links work, and fonts come from our host", async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 1400 });
  const title = uniqueName("Tricks ");
  const id = await publishNote(await createCourse(), title, "", pdfWithTricks(title));
  const asked: URL[] = [];
  const dialogs: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signInNewStudent(page, `/note/${id}`);
  const paper = page.getByRole("region", { name: "Page 1", exact: true });
  await expect(paper.getByText("What it tries")).toBeInViewport();
  await expect(paper.getByText("\u65E5\u672C")).toBeAttached();
  const ours = () => asked.flatMap(({ pathname, origin }) => (origin === new URL(page.url()).origin ? pathname : []));
  await expect
    .poll(ours)
    .toContainEqual(expect.stringMatching(/^\/assets\/pdfjs-[\d.]+\/cmaps\/UniJIS-UCS2-H\.bcmap$/));
  await expect
    .poll(ours)
    .toContainEqual(expect.stringMatching(/^\/assets\/pdfjs-[\d.]+\/standard_fonts\/\w*Symbol\w*\./));

  // Form fields are drawn on the page but not interactive.
  await expect(paper.locator(".annotationLayer a[href]")).toHaveCount(1);
  await expect(paper.locator(".annotationLayer :is(input, textarea, select, button)")).toHaveCount(0);
  const at = async (top: number) => {
    const { x = 0, y = 0, width = 0 } = (await paper.boundingBox()) ?? {};
    return [x + (150 / 595) * width, y + ((842 - top - 15) / 595) * width] as const;
  };
  for (const top of [460, 400, 360]) await page.mouse.click(...(await at(top)));
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.mouse.click(...(await at(320)));
  await expect(page.getByRole("alertdialog")).toContainText("https://example.org/more");
  expect(
    page
      .context()
      .pages()
      .filter((each) => /example\.org/.test(each.url())),
  ).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(
    [...new Set(asked.map(({ hostname }) => hostname))].filter((host) => !/^(localhost|127\.0\.0\.1|)$/.test(host)),
  ).toEqual([]);
});

test("S2.read.6 an XFA form shows its page, not the form", async ({ page }) => {
  const text = uniqueName("Please wait ");
  const id = await publishNote(await createCourse(), text, "", xfaPdf(text));
  await signInNewStudent(page, `/note/${id}`);
  await expect(page.getByRole("region", { name: "Page 1", exact: true }).getByText(text)).toBeVisible();
});

test("S2.read.2 S2.read.3 only pages near the viewport are rendered, and all matches are highlighted", async ({
  page,
}) => {
  const title = uniqueName("Leaves ");
  const texts = Array.from({ length: 44 }, (_, leaf) => `Leaf ${leaf + 1} and a leaf`);
  const id = await publishNote(await createCourse(), title, "", pdfWithTexts(texts, title));
  await signInNewStudent(page, `/note/${id}`);
  const drawn = page.locator(".page[data-loaded]");
  await expect(page.getByText("Leaf 1 and a leaf")).toBeInViewport();
  await page.getByRole("textbox", { name: "Page", exact: true }).fill("30");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Leaf 30 and a leaf")).toBeInViewport();
  expect(await drawn.count()).toBeLessThan(12);

  await page.getByRole("button", { name: "Contents", exact: true }).click();
  const small = page
    .getByRole("complementary", { name: "Contents" })
    .getByRole("button", { name: "Page 2", exact: true });
  /** Returns the number of pixels that are darker than the paper. */
  const ink = () =>
    small.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      if (canvas.width === 0 || canvas.height === 0) return 0;
      const points = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return Array.from(points).filter((value, place) => place % 4 === 0 && value < 128).length;
    });
  await small.scrollIntoViewIfNeeded();
  await expect.poll(ink).toBeGreaterThan(5);
  await small.click();
  await expect(page.getByText("Leaf 2 and a leaf")).toBeInViewport();
  await page.keyboard.press("Control+f");
  await page.keyboard.insertText("leaf");
  await expect(page.getByText("3 of 88", { exact: true })).toBeVisible();
  const paper = page.getByRole("region", { name: "Page 2", exact: true });
  await expect(paper.locator(".reader-found")).toHaveCount(2);
});
