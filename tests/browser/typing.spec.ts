import { expect, test } from "@playwright/test";
import { asStudent } from "./people";

const TEXT = "introduction to psychology";
const KEYS_PER_SEC = 15;
/** A frame that takes longer than this at 60 a second has left out at least one, in milliseconds. */
const TWO_FRAMES_MS = 34;

interface Typed {
  /** Presentation of each frame after the one before, in milliseconds. */
  frames: number[];
  /** Tasks of the page that took longer than 50 ms, in milliseconds. */
  longTasks: number[];
}

test("S2.pal.5 typing in the search box sends nothing and keeps no frame waiting", async ({ page }, info) => {
  await asStudent(page, "/browse");
  const box = page.getByPlaceholder("Search for courses, profiles...");
  await box.fill("math");
  await expect(page.getByRole("option").first()).toBeVisible();
  await box.fill("");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.evaluate(() => {
    const typed: Typed = { frames: [], longTasks: [] };
    Object.assign(window, { typed });
    let before = performance.now();
    const frame = (now: number) => {
      typed.frames.push(now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) =>
      typed.longTasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({ type: "longtask" });
  });
  await box.pressSequentially(TEXT, { delay: 1000 / KEYS_PER_SEC });
  await expect(box).toHaveValue(TEXT);
  const typed = await page.evaluate(() => (window as unknown as { typed: Typed }).typed);
  const late = typed.frames.filter((ms) => ms > TWO_FRAMES_MS);
  const slowest = Math.max(...typed.frames).toFixed(1);
  info.annotations.push({
    type: "frames",
    description: `${typed.frames.length} frames, ${late.length} late, slowest ${slowest} ms, long tasks: ${typed.longTasks.length}`,
  });
  expect(asked.filter((url) => !/\/icon\.svg$|\/catalogue\/manifest\.json$/.test(url))).toEqual([]);
  // A loaded machine is late by itself: what the page does is that no task of its own is long.
  expect(typed.longTasks).toEqual([]);
});
