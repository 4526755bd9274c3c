import { expect, type Page } from "@playwright/test";
import { publishRecording } from "../support/content";
import { button, PREPARED_WITHIN_MS, playerBar, sampleRecordings, waitForRendition } from "../support/player";
import { test } from "../support/test";
import { apiClient, apiRequest, createStudent, signIn, uniqueName } from "../support/users";
import { tonesAndSilences } from "../support/wav";

test.describe.configure({ timeout: PREPARED_WITHIN_MS + 60_000 });

const element = (page: Page) => page.locator("audio#player");
const heardSecs = (page: Page) => element(page).evaluate((audio: HTMLAudioElement) => audio.currentTime);
const fileOf = (page: Page) =>
  element(page).evaluate((audio: HTMLAudioElement) => new URL(audio.src).pathname.split("/").at(-1));

/** Opens a playlist with a recording for a new student, and plays it. */
async function playOnly(page: Page, { id, title }: { id: string; title: string }): Promise<void> {
  const student = await createStudent();
  const api = await apiClient(student);
  const made = (await api.post("/me/playlists", { name: "Tonight", audioIds: [id] })) as { playlist: { id: string } };
  await signIn(page, student, `/playlist/${made.playlist.id}`);
  await button(page.getByRole("main"), `Play ${title}`).click();
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(0.5);
}

async function firstSample() {
  const [recording] = await sampleRecordings();
  if (!recording) throw new Error("there is no recording");
  await waitForRendition(recording.id);
  return recording;
}

test("S4.rendition.2 the player plays the smaller rendition, which has the duration of the original and can be sought", async ({
  page,
}) => {
  const recording = await firstSample();
  await playOnly(page, recording);
  expect(await fileOf(page)).toMatch(/-listening\.m4a$/);
  const secs = await element(page).evaluate((audio: HTMLAudioElement) => audio.duration);
  expect(Math.floor(secs)).toBe(recording.durationSecs);
  await element(page).evaluate((audio: HTMLAudioElement) => (audio.currentTime = audio.duration * 0.75));
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(secs * 0.75 + 0.5);
});

test("S4.rendition.2 the original plays at the same second if the rendition cannot be decoded", async ({ page }) => {
  const recording = await firstSample();
  await page.route(/-listening\.m4a/, (route) =>
    route.fulfill({ status: 200, contentType: "audio/mp4", body: Buffer.alloc(5000, 7) }),
  );
  await playOnly(page, recording);
  expect(await fileOf(page)).toMatch(/\.mp3$/);
  await expect(button(playerBar(page), "Pause")).toBeVisible();
});

test("S4.even.1 a loud recording is lowered until the student turns it off", async ({ page }) => {
  const recording = await firstSample();
  const volume = () => element(page).evaluate((audio: HTMLAudioElement) => audio.volume);
  await playOnly(page, recording);
  // The sample recordings have about -15 LUFS, 5 above the target.
  expect(await volume()).toBeGreaterThan(0.5);
  expect(await volume()).toBeLessThan(0.65);
  await playerBar(page)
    .getByRole("button", { name: /^Speed/ })
    .click();
  await page.getByRole("checkbox", { name: /^Even out loudness/ }).uncheck();
  await expect.poll(volume).toBe(1);
  await page.reload();
  await playerBar(page)
    .getByRole("button", { name: /^Speed/ })
    .click();
  await expect(page.getByRole("checkbox", { name: /^Even out loudness/ })).not.toBeChecked();
});

test("S4.silence.1 playback passes over a silence and says how much time that has saved", async ({ page }) => {
  const title = uniqueName("Pauses");
  const file = { shelf: "radio", subject: "Study skills", title, fileName: "pauses.wav", contentType: "audio/wav" };
  const recording = await publishRecording(file, tonesAndSilences(3, 20, 3));
  const silences = async () => {
    const answer = await apiRequest("GET", `/api/audio/${recording.id}/waveform`);
    return ((await answer.json()) as { silences: number[] }).silences.length;
  };
  await expect.poll(silences, { timeout: PREPARED_WITHIN_MS }).toBe(2);
  await playOnly(page, { ...recording, title });
  await playerBar(page)
    .getByRole("button", { name: /^Speed/ })
    .click();
  const skip = page.getByRole("checkbox", { name: /^Skip silences/ });
  await skip.check();
  // Without the skip, playback would reach this second only after the timeout.
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(22.5);
  await expect(page.getByText(/ Saved 1\d s on this device so far\.$/)).toBeVisible();
});
