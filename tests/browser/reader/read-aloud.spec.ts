import { expect, type Page } from "@playwright/test";
import { HEAPS, publishText, serveText } from "../support/note-text";
import { axeInBothThemes, openPlayingPlayer, playerBar } from "../support/player";
import { endSentence, fakeSpeech, spokenIn } from "../support/speech";
import { test } from "../support/test";
import { signInNewStudent } from "../support/users";

const pages = (page: Page) => page.getByRole("document", { name: /^Heaps/ });
const bar = (page: Page) => page.getByRole("region", { name: "Read aloud" });
const control = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const VOICES = [
  { name: "Cloud", lang: "en-US", localService: false },
  { name: "Ava", lang: "en-US", localService: true },
];

async function openHeaps(page: Page, hash = "") {
  const note = await publishText(HEAPS);
  await serveText(page, note.id, note.text);
  await signInNewStudent(page, `/note/${note.id}${hash}`);
  return note;
}
const readAloud = (page: Page) => page.getByRole("button", { name: "Read aloud", exact: true }).click();

/** Returns the number of marks over spoken text. Each line has its own mark. */
const spokenMarks = (page: Page, selector: string) => page.locator(selector).count();

test("S2.aloud.1 S2.aloud.2 a page is read aloud sentence by sentence, marked in both views", async ({ page }) => {
  await fakeSpeech(page, VOICES);
  await openHeaps(page);
  await expect(page.locator(".textLayer").getByText("Heaps", { exact: true })).toBeAttached();
  await readAloud(page);
  await expect.poll(() => spokenIn(page)).toEqual(["Heaps"]);
  await expect(page.locator(".reader-spoken")).toHaveCount(1);
  await endSentence(page);
  await expect.poll(() => spokenIn(page)).toHaveLength(2);
  expect((await spokenIn(page))[1]).toBe("A heap is a tree in which every parent is at most as large as its children.");
  await page.evaluate(() => window.fakeSpeech.word(2, 4));
  await expect(page.locator(".reader-spoken.word")).toHaveCount(1);
  const [word, line] = [
    await page.locator(".reader-spoken.word").boundingBox(),
    await page
      .locator(".textLayer")
      .getByText(/^A heap is a tree/)
      .boundingBox(),
  ];
  expect(Math.abs((word?.y ?? 0) - (line?.y ?? 100))).toBeLessThan(4);
  expect(word?.width).toBeLessThan(80);
  await page.keyboard.press("t");
  await expect(pages(page).getByRole("heading", { name: "Heaps" })).toBeVisible();
  await expect.poll(() => spokenMarks(page, ".text-page .reader-spoken")).toBeGreaterThan(0);
  await control(page, "Pause").click();
  await control(page, "Next sentence").click();
  await control(page, "Play").click();
  await expect.poll(async () => (await spokenIn(page)).at(-1)).toMatch(/^The smallest element/);
  await control(page, "Stop reading aloud").click();
  await expect(page.locator(".reader-spoken")).toHaveCount(0);
  await expect(bar(page)).toBeHidden();
});

test("S2.aloud.1 reading starts at the selection, and the view and the position follow it", async ({ page }) => {
  await fakeSpeech(page, VOICES);
  const { id } = await openHeaps(page);
  await page.keyboard.press("t");
  await pages(page).getByText("Floyd showed this in 1964.").waitFor();
  await pages(page).getByText("An array stores the levels").first().click({ clickCount: 3 });
  await expect(page.getByRole("toolbar", { name: "Highlight the selection" })).toBeVisible();
  await readAloud(page);
  await expect.poll(async () => (await spokenIn(page))[0]).toMatch(/^An array stores/);
  await endSentence(page);
  // The footnote is left out.
  await expect.poll(async () => (await spokenIn(page))[1]).toBe("Chapter 3");
  for (let sentence = 3; sentence < 24; sentence++) {
    await endSentence(page);
    await expect.poll(async () => (await spokenIn(page)).length).toBe(sentence);
  }
  await expect(page.locator(".reader-spoken").first()).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`/note/${id}#page=[34]$`));
});

test("S2.aloud.1 S2.aloud.3 speed and the voices of the device can be chosen, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await fakeSpeech(page, VOICES);
  await openHeaps(page);
  await page.keyboard.press("t");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Read aloud" }).click();
  await control(page, "Reading settings").click();
  const settings = page.getByRole("dialog", { name: "Reading settings" });
  await expect(settings.getByRole("combobox", { name: "Voice" }).getByRole("option")).toHaveText([
    "Automatic",
    "Ava (en-US)",
  ]);
  await settings.getByRole("slider", { name: "Speed" }).press("End");
  await expect(settings.getByText("3×")).toBeVisible();
  await axeInBothThemes(page, "the reading settings");
  await page.keyboard.press("Escape");
  await axeInBothThemes(page, "reading aloud");
  const overflow = await page
    .locator(".reader-scroll")
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("S2.aloud.3 a device without a voice is told what to install", async ({ page }) => {
  await fakeSpeech(page, VOICES.slice(0, 1));
  await openHeaps(page);
  await readAloud(page);
  await expect(bar(page).getByRole("status")).toContainText("No voice is installed on this device.");
  expect(await spokenIn(page)).toEqual([]);
});

test("S2.aloud.4 reading aloud pauses a recording and is paused by it", async ({ page }) => {
  await fakeSpeech(page, VOICES);
  const note = await publishText(HEAPS);
  const player = await openPlayingPlayer(page);
  await serveText(page, note.id, note.text);
  await page.evaluate((path) => {
    history.pushState({}, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, `/note/${note.id}`);
  await expect(pages(page)).toBeVisible();
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  await readAloud(page);
  await expect(control(page, "Pause")).toBeVisible();
  await expect(playerBar(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await playerBar(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect(control(page, "Play")).toBeVisible();
});
