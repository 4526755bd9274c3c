import { expect, type Page } from "@playwright/test";
import { HEAPS, publishText, serveText, withoutText } from "../support/note-text";
import { axeInBothThemes } from "../support/player";
import { test } from "../support/test";
import { signIn, signInNewStudent } from "../support/users";

const pages = (page: Page) => page.getByRole("document", { name: /^Heaps/ });
const toggle = (page: Page) => page.getByRole("button", { name: "Text view", exact: true });
const textLayer = (page: Page, text: string) => page.locator(".textLayer").getByText(text, { exact: true });

/** Opens the note about heaps for a new student. */
async function openHeaps(page: Page, hash = "") {
  const note = await publishText(HEAPS);
  await serveText(page, note.id, note.text);
  const student = await signInNewStudent(page, `/note/${note.id}${hash}`);
  await expect(toggle(page)).toBeVisible();
  return { ...note, student };
}

async function showText(page: Page) {
  await toggle(page).click();
  await expect(page.getByText("Page 1", { exact: true }).first()).toBeVisible();
}

/** Returns the words under the marks of a highlight, line by line. */
const markedWords = (page: Page) =>
  page.locator(".reader-mark").evaluateAll((marks) =>
    marks
      .map((mark) => {
        const { left, top, bottom, right } = mark.getBoundingClientRect();
        const layer = mark.parentElement?.nextElementSibling;
        const words: string[] = [];
        const walker = document.createTreeWalker(layer as Node, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const { index, 0: word } of (node as Text).data.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const rect = range.getBoundingClientRect();
            const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
            if (x > left && x < right && y > top && y < bottom) words.push(word);
          }
        }
        return words.join(" ");
      })
      .join(" "),
  );

test("S2.text.1 S2.text.2 a note switches to text with T, remembers it and leaves out running heads", async ({
  page,
}) => {
  await openHeaps(page);
  await expect(textLayer(page, "Heaps")).toBeAttached();
  await page.keyboard.press("t");
  await expect(pages(page).getByRole("heading", { level: 2, name: "Heaps" })).toBeVisible();
  await expect(toggle(page)).toHaveAttribute("aria-pressed", "true");
  await expect(pages(page).getByText("CS 240 running head")).toHaveCount(0);
  await expect(pages(page).getByRole("listitem").filter({ hasText: "Sift it up" })).toHaveCount(2);
  await expect(pages(page).getByRole("img", { name: "Two boxes of different sizes" })).toBeVisible();
  await expect(pages(page).getByRole("cell", { name: "Read the minimum" })).toBeAttached();
  await page.reload();
  await expect(pages(page).getByRole("heading", { level: 2, name: "Heaps" })).toBeVisible();
  await page.keyboard.press("t");
  await expect(textLayer(page, "Heaps")).toBeAttached();
  await page.reload();
  await expect(textLayer(page, "Heaps")).toBeAttached();
});

test("S2.text.2 a crop is rendered at the resolution of the screen, also in larger text", async ({ page }) => {
  await openHeaps(page);
  await showText(page);
  const figure = pages(page).getByRole("img", {
    name: "Two boxes of different sizes",
  });
  const sharpness = () =>
    figure.evaluate(
      (canvas: HTMLCanvasElement) => canvas.width / (canvas.getBoundingClientRect().width * devicePixelRatio),
    );
  await expect.poll(sharpness).toBeGreaterThan(0.98);
  const before = await figure.evaluate((canvas: HTMLCanvasElement) => canvas.width);
  const blue = await figure.evaluate((canvas: HTMLCanvasElement) => {
    const scale = canvas.width / 455;
    return [...(canvas.getContext("2d")?.getImageData(50 * scale, 50 * scale, 1, 1).data ?? [])];
  });
  expect(blue).toEqual([51, 115, 191, 255]);
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("+");
  await expect.poll(() => figure.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(before * 1.2);
  await expect.poll(sharpness).toBeGreaterThan(0.98);
});

test("S2.text.3 a highlight made in the text view is on the same words of the page, and vice versa", async ({
  page,
}) => {
  await openHeaps(page);
  await showText(page);
  const first = HEAPS[0]?.[2]?.text ?? "";
  await pages(page).getByText(first, { exact: true }).click({ clickCount: 3 });
  await page.getByRole("button", { name: "Highlight in green" }).click();
  await expect(page.locator(".reader-mark.green").first()).toBeVisible();
  expect(await markedWords(page)).toBe(first);
  await page.keyboard.press("t");
  await expect(page.locator(".reader-mark.green")).toHaveCount(3);
  expect(await markedWords(page)).toBe(first);
  await textLayer(page, "Insert an element at the end.").click({
    clickCount: 3,
  });
  await expect(page.getByRole("toolbar", { name: "Highlight the selection" })).toBeVisible();
  await page.keyboard.press("3");
  await expect(page.locator(".reader-mark.blue")).toHaveCount(1);
  await page.keyboard.press("t");
  await expect(page.locator(".reader-mark.blue")).toHaveCount(1);
  expect(await markedWords(page)).toBe(`${first} Insert an element at the end.`);
});

test("S2.text.3 the search finds words in the text view, also inside a crop", async ({ page }) => {
  await openHeaps(page);
  await showText(page);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("without pointers");
  await expect(page.getByText("1 of 13", { exact: true })).toBeVisible();
  await expect(page.locator(".reader-found.selected").first()).toBeInViewport();
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByText("13 of 13", { exact: true })).toBeVisible();
  await expect(pages(page).getByText("5.8", { exact: false })).toBeInViewport();
  await page.getByRole("searchbox", { name: "Find in this note" }).fill("Read the minimum");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(page.locator(".reader-found.selected")).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(page.locator(".reader-found")).toHaveCount(0);
});

test("S2.text.1 S2.text.3 switching the view keeps the position, and links open at it", async ({ page }) => {
  const { id } = await openHeaps(page, "#page=4");
  await expect(textLayer(page, "Chapter 4")).toBeInViewport();
  await page.keyboard.press("t");
  const paragraph = pages(page).getByText("4.4 ");
  await paragraph.evaluate(async (element) => {
    element.scrollIntoView({ block: "start" });
    // The view updates its position in the frame after a scroll.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  await expect(page).toHaveURL(new RegExp(`/note/${id}#page=4$`));
  await page.keyboard.press("t");
  const line = page.locator(".textLayer").getByText(/^4\.4 /);
  await expect(line).toBeInViewport();
  const distance = async () => {
    const [box, edge] = [await line.boundingBox(), await pages(page).boundingBox()];
    return Math.abs((box?.y ?? Number.NaN) - (edge?.y ?? Number.NaN));
  };
  await expect.poll(distance).toBeLessThan(20);
  await page.keyboard.press("t");
  const top = async () => {
    const [box, edge] = [await paragraph.boundingBox(), await pages(page).boundingBox()];
    return Math.abs((box?.y ?? Number.NaN) - (edge?.y ?? Number.NaN));
  };
  await expect.poll(top).toBeLessThan(20);
  await page.reload();
  await expect.poll(top).toBeLessThan(20);
});

test("S2.text.3 a card is made from words selected in the text view, and links to their passage", async ({ page }) => {
  await openHeaps(page);
  await showText(page);
  await pages(page).getByText("Remove the root.").click({ clickCount: 3 });
  await page.getByRole("button", { name: "Make a card" }).click();
  await expect(page.getByRole("dialog")).toContainText("Remove the root.");
});

test("S2.text.1 a text that cannot be loaded shows an error, and the pages can still be read", async ({ page }) => {
  const { id, text, student } = await openHeaps(page);
  await page.route(`**/text-of-${id}.json`, (route) => route.fulfill({ status: 500 }));
  await toggle(page).click();
  await expect(page.getByRole("alert")).toContainText("The text could not be loaded");
  await page.getByRole("button", { name: "Show the pages" }).click();
  await expect(textLayer(page, "Heaps")).toBeAttached();
  await toggle(page).click();
  await page.route(`**/text-of-${id}.json`, (route) => route.fulfill({ json: text }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(pages(page).getByRole("heading", { level: 2, name: "Heaps" })).toBeVisible();
  // Without a route, the server sends the text that it extracted from the file.
  await page.unrouteAll({ behavior: "wait" });
  await signIn(page, student, `/note/${id}`);
  await expect(pages(page).getByText("The smallest element is therefore at the root").first()).toBeVisible();
  await withoutText(page, id);
  await page.reload();
  // The button is disabled but can be pressed, so that it can show the reason.
  await toggle(page).press("Enter");
  await expect(page.getByText("No text is available for this note.")).toBeVisible();
});

test("S2.text.4 the text view and its settings fit a phone with large text and pass axe", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHeaps(page);
  await showText(page);
  await axeInBothThemes(page, "the text view");
  await page.getByRole("button", { name: "Text settings" }).click();
  await page.getByLabel("Font").selectOption("Atkinson Hyperlegible");
  await page.getByLabel("Colours").selectOption("Sepia");
  await page.getByRole("slider", { name: "Text size" }).press("End");
  await page.keyboard.press("Escape");
  const size = () =>
    pages(page)
      .getByText("Remove the root.")
      .evaluate((element) => getComputedStyle(element).fontSize);
  expect(await size()).toBe("48px");
  await page.reload();
  await expect.poll(size).toBe("48px");
  const overflow = await page
    .locator(".reader-scroll")
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Text settings" }).click();
  await axeInBothThemes(page, "the text settings");
  await page.getByRole("button", { name: "Reset" }).click();
  expect(await size()).toBe("17.6px");
});

test("S2.text.6 a note of 1,000 pages opens as text with at most 150 ms of script, and its last page can be reached", async ({
  page,
}) => {
  const { id, text } = await publishText(HEAPS);
  const [, , , , last] = text.pages;
  const long = Array.from({ length: 1000 }, (_, index) => ({
    ...last,
    page: index + 1,
    blocks: last?.blocks.map((block) => ({ ...block, text: block.text.replace("Chapter 5", `Chapter ${index + 1}`) })),
  }));
  await serveText(page, id, { ...text, pages: long }, long.length);
  await signInNewStudent(page, `/note/${id}`);
  await expect(textLayer(page, "Heaps")).toBeAttached();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const scriptMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN);
  };
  const before = await scriptMs();
  await showText(page);
  const spentMs = (await scriptMs()) - before;
  test.info().annotations.push({
    type: "script",
    description: `${Math.round(spentMs)} ms`,
  });
  expect(spentMs).toBeLessThanOrEqual(150);
  const words = page.getByRole("searchbox", { name: "Find in this note" });
  await page.keyboard.press("Control+f");
  for (const chapter of ["Chapter 1000", "Chapter 500"]) {
    await words.fill(chapter);
    await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
    await expect(pages(page).getByRole("heading", { name: chapter })).toBeInViewport();
  }
});
