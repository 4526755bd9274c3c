import { expect, type Page } from "@playwright/test";
import { publishAudio, putTranscript } from "../support/content";
import { axeInBothThemes, button, mobilePlayer, PHONE, playerBar } from "../support/player";
import { test } from "../support/test";
import { ADMIN, createStudent, signIn, uniqueName } from "../support/users";

/** A WebVTT file whose lines begin at these seconds. */
const vtt = (starts: readonly number[]) =>
  `WEBVTT\n\n${starts.map((start, index) => `${clock(start)} --> ${clock(start + 0.5)}\nLine ${index}\n`).join("\n")}`;
const clock = (secs: number) => new Date(secs * 1000).toISOString().slice(11, 23);

const lines = (page: Page) => page.getByRole("list", { name: "Transcript" });
const current = (page: Page) => lines(page).locator("[aria-current=true]");
const heardSecs = (page: Page) => page.locator("audio#player").evaluate((audio: HTMLAudioElement) => audio.currentTime);

test("S3.transcript.1 S2.transcript.1 an administrator adds a transcript in the console, and a student plays from a line", async ({
  page,
  secondDevicePage,
}) => {
  const audio = await publishAudio("deep-dive", uniqueName("Spoken"), 60);
  await signIn(page, ADMIN, `/admin?text=${encodeURIComponent(audio.title)}`);
  await page.getByRole("button", { name: `Actions for ${audio.title}` }).click();
  await page.getByRole("menuitem", { name: "Transcript" }).click();
  const dialog = page.getByRole("dialog", { name: /^Transcript of / });
  const choose = (name: string, text: string) =>
    dialog.getByLabel("choose a file").setInputFiles({ name, mimeType: "text/vtt", buffer: Buffer.from(text) });
  await choose("broken.vtt", "WEBVTT\n\n00:01 --> 00:02.000\nText");
  await expect(dialog.getByText("Line 3: “00:01” is not a time.", { exact: false })).toBeVisible();
  await choose("lines.vtt", vtt([0, 10, 20, 30, 40, 50]));
  await expect(page.getByText("Transcript saved.")).toBeVisible();

  const student = secondDevicePage;
  await signIn(student, await createStudent(), `/audio/${audio.id}`);
  await lines(student).getByText("Line 3").click();
  await expect.poll(() => heardSecs(student)).toBeGreaterThan(30);
  await expect(current(student)).toHaveText(/Line 3$/);
  await expect(button(playerBar(student), "Pause")).toBeVisible();
  await student.getByRole("button", { name: "Play from 50 seconds" }).click();
  await expect(current(student)).toHaveText(/Line 5$/);
  await axeInBothThemes(student, "transcript");
});

/** Sets the speed with a key of the slider: Home for 0.5, End for 3. */
async function setSpeed(page: Page, key: "Home" | "End", shown: string): Promise<void> {
  const speed = playerBar(page).getByRole("button", { name: /^Speed/ });
  await speed.click();
  await page.getByRole("dialog", { name: "Speed" }).getByRole("slider", { name: "Speed" }).press(key);
  await page.keyboard.press("Escape");
  await expect(button(playerBar(page), `Speed: ${shown}`)).toBeVisible();
}

/** Returns the longest time for which the marked line was wrong, in milliseconds. Each line lasts half a second. */
const longestWrongMs = (page: Page, untilSecs: number) =>
  page.evaluate(
    (end) =>
      new Promise<number>((resolve) => {
        const element = document.querySelector("audio#player") as HTMLAudioElement;
        let wrongFromMs: number | undefined;
        let longestMs = 0;
        function sample(nowMs: number) {
          const marked = document.querySelector<HTMLElement>("[data-line][aria-current=true]")?.dataset.line;
          const isRight = Number(marked) === Math.floor(element.currentTime * 2);
          wrongFromMs = isRight ? undefined : (wrongFromMs ?? nowMs);
          longestMs = Math.max(longestMs, nowMs - (wrongFromMs ?? nowMs));
          return element.currentTime > end ? resolve(longestMs) : requestAnimationFrame(sample);
        }
        requestAnimationFrame(sample);
      }),
    untilSecs,
  );

test("S2.transcript.1 the current line is marked within 250 ms at every speed and after seeking", async ({ page }) => {
  const audio = await publishAudio("deep-dive", uniqueName("Spoken"), 60);
  await putTranscript(audio.id, vtt(Array.from({ length: 120 }, (_, index) => index / 2)));
  await signIn(page, await createStudent(), `/audio/${audio.id}`);
  await button(page.getByRole("main"), "Play").click();
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(0.5);
  const measure = async (untilSecs: number) => {
    await lines(page).getByText("Line 10", { exact: true }).click();
    return longestWrongMs(page, untilSecs);
  };
  expect(await measure(8), "at speed 1").toBeLessThan(250);
  await setSpeed(page, "Home", "0.5×");
  expect(await measure(7), "at speed 0.5").toBeLessThan(250);
  await setSpeed(page, "End", "3×");
  expect(await measure(14), "at speed 3").toBeLessThan(250);
});

/** Returns a function that reads the processor time of scripts since the start, in milliseconds. */
async function scriptTimer(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  // Measure the time of the thread, so that other processes of the machine do not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN) * 1000;
  };
  const startMs = await read();
  return async () => (await read()) - startMs;
}

test("S2.transcript.2 S2.transcript.4 5,000 lines open within 100 ms of script and can be searched", async ({
  page,
}) => {
  const audio = await publishAudio("deep-dive", uniqueName("Spoken"), 60);
  await putTranscript(audio.id, vtt(Array.from({ length: 5000 }, (_, index) => index * 2)));
  await signIn(page, await createStudent(), `/audio/${audio.id}`);
  await expect(lines(page).getByText("Line 0", { exact: true })).toBeVisible();
  expect(await lines(page).getByRole("listitem").count()).toBeLessThan(80);
  await page.getByRole("main").getByRole("link", { name: "Deep Dive" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  const scriptMs = await scriptTimer(page);
  await page.goBack();
  await expect(lines(page).getByText("Line 0", { exact: true })).toBeVisible();
  expect(await scriptMs()).toBeLessThan(100);

  await page.getByRole("searchbox", { name: "Find in the transcript" }).fill("line 4999");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(lines(page).getByText("Line 4999")).toBeInViewport();
});

test("S2.transcript.1 on a phone the player shows the transcript", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const audio = await publishAudio("deep-dive", uniqueName("Spoken"), 60);
  await putTranscript(audio.id, vtt([0, 10, 20, 30, 40, 50]));
  await signIn(page, await createStudent(), `/audio/${audio.id}`);
  await button(page.getByRole("main"), "Play").click();
  await page.getByRole("button", { name: /^Open the player/ }).click();
  const player = mobilePlayer(page);
  await button(player, "Transcript").click();
  await player.getByRole("button", { name: "Play from 40 seconds" }).click();
  await expect(player.locator("[aria-current=true]")).toHaveText(/Line 4$/);
  await axeInBothThemes(page, "transcript on a phone", ".sheet");
});
