import { expect, type Page } from "@playwright/test";
import { publishAudio } from "../support/content";
import { button, playerBar, sampleRecordings, seek, title, waitForPlayerCode } from "../support/player";
import { createDeferred, withoutRenditions } from "../support/routes";
import { test } from "../support/test";
import { apiClient, createStudent, signIn, uniqueName } from "../support/users";

const element = (page: Page) => page.locator("audio#player");
const queue = (page: Page) => page.getByRole("complementary", { name: "Queue" });
const heardSecs = (page: Page) => element(page).evaluate((audio: HTMLAudioElement) => audio.currentTime);
const isPaused = (page: Page) => element(page).evaluate((audio: HTMLAudioElement) => audio.paused);

interface Recording {
  id: string;
  title: string;
}

/** Opens a new playlist with these recordings for a student. Returns their paths in the file store, by order. */
async function onPlaylist(page: Page, recordings: readonly Recording[]): Promise<string[]> {
  const student = await createStudent();
  const api = await apiClient(student);
  const ids = recordings.map(({ id }) => id);
  const made = (await api.post("/me/playlists", { name: "Tonight", audioIds: ids })) as { playlist: { id: string } };
  const signed = (await api.post("/audio/addresses", { ids })) as { items: { id: string; url: string }[] };
  await withoutRenditions(page);
  await signIn(page, student, `/playlist/${made.playlist.id}`);
  return ids.map((id) => new URL(signed.items.find((item) => item.id === id)?.url ?? "").pathname);
}

/** Clicks Play on a row of the playlist. */
const play = (page: Page, recording: Recording | undefined) =>
  button(page.getByRole("main"), `Play ${recording?.title}`).click();

/** Waits until the current track plays. */
async function isHeard(page: Page): Promise<void> {
  await expect(button(playerBar(page), "Pause")).toHaveAttribute("aria-busy", "false");
  await expect.poll(() => isPaused(page)).toBe(false);
}

test("S4.play.1 S4.play.2 the player shows nothing at first, then the chosen track as loading and as playing, and the queue", async ({
  page,
}) => {
  const recordings = (await sampleRecordings()).slice(0, 3);
  const paths = await onPlaylist(page, recordings);
  const { opened, open } = createDeferred();
  await page.route(
    (url) => url.pathname === paths[1],
    async (route) => {
      await opened;
      await route.continue();
    },
  );
  await expect(button(page.getByRole("main"), `Play ${recordings[0]?.title}`)).toBeVisible();
  await expect(playerBar(page)).toHaveCount(0);
  await play(page, recordings[1]);
  await expect.poll(() => title(page)).toBe(recordings[1]?.title);
  await expect(button(playerBar(page), "Pause")).toHaveAttribute("aria-busy", "true");
  await button(playerBar(page), "Queue").click();
  await expect(queue(page).getByText("Paused", { exact: true })).toBeAttached();
  open();
  await isHeard(page);
  await expect(queue(page).getByText("Playing", { exact: true })).toBeAttached();
  const next = queue(page).getByRole("list", { name: "Next" }).getByRole("listitem").locator(".t");
  await expect(next).toHaveText([recordings[2]?.title ?? ""]);
  for (const _ of ["the last", "the first"]) await button(playerBar(page), "Next").click();
  await expect.poll(() => title(page)).toBe(recordings[0]?.title);
  await expect(next).toHaveText([recordings[1]?.title ?? "", recordings[2]?.title ?? ""]);
});

test("S4.play.3 S8.play.1 a missing audio element is logged after five attempts, and the page stays usable", async ({
  page,
}) => {
  const [recording] = await sampleRecordings();
  if (!recording) throw new Error("the sample content has no recording");
  await page.addInitScript(() => {
    const body = Object.getOwnPropertyDescriptor(Document.prototype, "body");
    const pauses: number[] = [];
    const later = window.setTimeout.bind(window);
    Object.assign(window, { pauses, isBodyMissing: false });
    Object.defineProperty(Document.prototype, "body", {
      ...body,
      get: () => ((window as unknown as { isBodyMissing: boolean }).isBodyMissing ? null : body?.get?.call(document)),
    });
    window.setTimeout = ((work: () => void, delayMs?: number) => {
      if (delayMs === 50) pauses.push(performance.now());
      return later(work, delayMs);
    }) as typeof window.setTimeout;
  });
  const { opened, open } = createDeferred();
  await page.route("**/assets/player_core*", async (route) => {
    await opened;
    await route.continue();
  });
  await onPlaylist(page, [recording]);
  await expect(button(page.getByRole("main"), `Play ${recording.title}`)).toBeVisible();
  await play(page, recording);
  const logged = page.waitForEvent("console", (message) => message.text().includes("There is no audio element"));
  const set = (isBodyMissing: boolean) =>
    page.evaluate((is) => void Object.assign(window, { isBodyMissing: is }), isBodyMissing);
  await set(true);
  open();
  const message = await logged;
  await set(false);
  expect(message.type()).toBe("error");
  expect(message.text()).toContain(recording.title);
  expect(await page.evaluate(() => (window as unknown as { pauses: number[] }).pauses)).toHaveLength(5);
  await expect(page.locator("audio")).toHaveCount(0);
  await expect(button(playerBar(page), "Try again")).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.getByTestId("sidebar").getByRole("link", { name: "Request" }).click();
  await expect(page.getByLabel("Course name")).toBeVisible();
});

test("S4.play.4 the same button pauses playback and resumes it at the same second", async ({ page }) => {
  const [recording] = await sampleRecordings();
  if (!recording) throw new Error("the sample content has no recording");
  await onPlaylist(page, [recording]);
  await play(page, recording);
  await isHeard(page);
  await seek(playerBar(page)).press("ArrowRight");
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(5);
  await button(playerBar(page), "Pause").click();
  await expect(button(playerBar(page), "Play")).toBeVisible();
  expect(await isPaused(page)).toBe(true);
  const stopped = await heardSecs(page);
  await button(playerBar(page), "Play").click();
  await isHeard(page);
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(stopped);
  expect(await heardSecs(page)).toBeLessThan(stopped + 5);
  // The button of the row also pauses.
  await button(page.getByRole("main"), `Pause ${recording.title}`).click();
  await expect.poll(() => isPaused(page)).toBe(true);
  expect(await title(page)).toBe(recording.title);
});

test("S4.play.6 shuffle plays every other track once before it repeats one, and never the current one", async ({
  page,
}) => {
  // With this random number, shuffle never chooses the track that follows in the list.
  await page.addInitScript(() => {
    const random = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => (array instanceof Uint32Array ? array.fill(0) : random(array)) as typeof array;
  });
  const recordings = (await sampleRecordings()).slice(0, 5);
  await onPlaylist(page, recordings);
  await play(page, recordings[2]);
  await isHeard(page);
  const heard = [await title(page)];
  for (let presses = 0; presses < 5; presses += 1) {
    await button(playerBar(page), "Shuffle").click();
    await expect.poll(() => title(page)).not.toBe(heard.at(-1));
    await isHeard(page);
    heard.push(await title(page));
  }
  expect(heard[1]).not.toBe(recordings[3]?.title);
  expect(heard.slice(0, 5).sort()).toEqual(recordings.map((each) => each.title).sort());
  expect(heard[5]).not.toBe(heard[4]);
});

test("S4.play.7 'Stop and close' forgets the track and empties the source of the audio element", async ({ page }) => {
  const recordings = (await sampleRecordings()).slice(0, 2);
  await onPlaylist(page, recordings);
  await play(page, recordings[0]);
  await isHeard(page);
  await button(playerBar(page), "More").click();
  await page.getByRole("menuitem", { name: "Stop and close" }).click();
  await expect(playerBar(page)).toHaveCount(0);
  await expect(element(page)).not.toHaveAttribute("src");
  expect(await isPaused(page)).toBe(true);
  await expect(page.getByText(/^Now in the player: /)).toHaveCount(0);
  // A reload would restore the track if it were still stored.
  await page.reload();
  await waitForPlayerCode(page);
  await expect(playerBar(page)).toHaveCount(0);
});

/** Files that the page preloads outside the player: path, and value of `preload`. */
type Prepared = [path: string, preload: string][];

test("S4.play.8 the metadata of the first five tracks of a new queue is preloaded, and during playback of the next three, wrapping around", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const made: HTMLAudioElement[] = [];
    const asked: string[] = [];
    class Recorded extends Audio {
      constructor() {
        super();
        made.push(this);
      }
      override get src(): string {
        return super.src;
      }
      override set src(url: string) {
        asked.push(new URL(url).pathname);
        super.src = url;
      }
    }
    Object.assign(window, { Audio: Recorded, made, asked });
  });
  const recordings: Recording[] = (await sampleRecordings()).slice(0, 5);
  for (const _ of [6, 7]) recordings.push(await publishAudio("deep-dive", uniqueName("Tone"), 60));
  const paths = await onPlaylist(page, recordings);
  const prepared = () =>
    page.evaluate(() =>
      (window as unknown as { made: HTMLAudioElement[] }).made
        .filter((audio) => audio.hasAttribute("src"))
        .map((audio): [string, string] => [new URL(audio.src).pathname, audio.preload]),
    );
  const at = (...places: [index: number, preload: string][]): Prepared =>
    places.map(([index, preload]): [string, string] => [paths[index] ?? "", preload]).sort();
  await play(page, recordings[5]);
  await isHeard(page);
  await expect
    .poll(async () => (await prepared()).sort())
    .toEqual(expect.arrayContaining(at([6, "auto"], [0, "metadata"], [1, "metadata"])));
  const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  expect(asked).toEqual(expect.arrayContaining(paths.slice(0, 5)));

  await button(playerBar(page), "Next").click();
  await expect.poll(() => title(page)).toBe(recordings[6]?.title);
  await expect.poll(async () => (await prepared()).sort()).toEqual(at([0, "auto"], [1, "metadata"], [2, "metadata"]));
});

test("S8.play.1 a recording that cannot be played shows 'Could not play, skipping', and the next one plays", async ({
  page,
}) => {
  const recordings = (await sampleRecordings()).slice(0, 3);
  const paths = await onPlaylist(page, recordings);
  await page.route(
    (url) => url.pathname === paths[1],
    (route) => route.fulfill({ contentType: "audio/mpeg", body: "no sound" }),
  );
  await play(page, recordings[0]);
  await isHeard(page);
  const logged = page.waitForEvent("console", (message) => message.text().includes(recordings[1]?.title ?? "nothing"));
  await button(playerBar(page), "Next").click();
  const told = page.getByText("Could not play, skipping", { exact: true });
  await expect(told).toBeVisible();
  await logged;
  await expect.poll(() => title(page)).toBe(recordings[2]?.title);
  await isHeard(page);
  await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toHaveCount(0);
  await expect(told).toHaveCount(0);
});
