import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { apiClient, apiRequest, createStudent, signIn } from "./users";

export const PHONE = { width: 375, height: 812 };

export const playerBar = (page: Page) => page.getByRole("region", { name: "Audio player" });
export const mobilePlayer = (page: Page) =>
  page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close player" }) });
export const seek = (within: Page | Locator) => within.getByRole("slider", { name: "Seek" });
export const button = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true });

interface Playable {
  id: string;
  title: string;
  fileName: string;
  durationSecs?: number;
  artworkUrl?: string;
}

/** Returns the spoken recordings of the sample content, those with artwork first. Other tests do not delete them. */
export async function sampleRecordings(atLeast = 5): Promise<Playable[]> {
  const shelves = ["deep-dive", "quick-recap", "chill-review"].map(async (shelf) => {
    const answer = await apiRequest("GET", `/api/shelves/${shelf}`);
    return ((await answer.json()) as { audio: { items: Playable[] } }).audio.items;
  });
  const all = (await Promise.all(shelves)).flat();
  const found = all.filter((note) => note.fileName.endsWith(".mp3") && (note.durationSecs ?? 0) > 60);
  expect(found.length).toBeGreaterThanOrEqual(atLeast);
  return found.sort((one, other) => Number(!one.artworkUrl) - Number(!other.artworkUrl));
}

/** Opens a page for a student who plays a playlist of five spoken notes from the first on. */
export async function openPlayingPlayer(page: Page): Promise<Locator> {
  const notes = (await sampleRecordings()).slice(0, 5);
  const student = await createStudent();
  const api = await apiClient(student);
  const made = await api.post("/me/playlists", { name: "Tonight", audioIds: notes.map((note) => note.id) });
  const { id } = (made as { playlist: { id: string } }).playlist;
  await signIn(page, student, `/playlist/${id}`);
  await button(page.getByRole("main"), "Play").click();
  await expect(button(playerBar(page), "Pause")).toBeVisible();
  return playerBar(page);
}

/** Stops playback, so that only the test changes the position. */
export async function openPausedPlayer(page: Page): Promise<Locator> {
  const player = await openPlayingPlayer(page);
  await expect(seek(player)).toBeEnabled();
  await button(player, "Pause").click();
  await expect(button(player, "Play")).toBeVisible();
  return player;
}

/** Returns the position of the seek bar, in seconds. */
export async function position(within: Page | Locator): Promise<number> {
  return Number(await seek(within).getAttribute("aria-valuenow"));
}

/** Returns the title of the current track from the region for screen readers. */
export async function title(page: Page): Promise<string> {
  const told = await page.getByText(/^Now in the player: /).textContent();
  return (told ?? "").replace("Now in the player: ", "");
}

/** Presses Tab until an element with that name has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Runs axe. `within` limits the check to a part of the page. */
export async function axe(page: Page, what: string, within = "html"): Promise<void> {
  await page.evaluate(() => {
    // Ignore spinners, whose animation never ends.
    const finite = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(finite.map((one) => one.finished.catch(() => {})));
  });
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(" | ")}`),
    what,
  ).toEqual([]);
}

/** Runs axe in the light and the dark theme. */
export async function axeInBothThemes(page: Page, what: string, within?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await axe(page, `${what}, ${colorScheme}`, within);
  }
  await page.emulateMedia({ colorScheme: null });
}

export async function box(what: Locator) {
  const found = await what.boundingBox();
  if (!found) throw new Error(`${what} is not on the screen`);
  return found;
}

/**
 * Waits until the player's code has loaded and responds. From then on, a missing player bar means that no track is
 * selected.
 */
export async function waitForPlayerCode(page: Page): Promise<void> {
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(shortcuts).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(shortcuts).toHaveCount(0);
}

/** Waits until the player has loaded, which happens once the page is idle. */
export async function waitForPlayer(page: Page): Promise<void> {
  // When the player has loaded, it stores the device name.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith(":device")));
}

/**
 * Maximum time until the server has prepared a new recording, in milliseconds. It prepares the recordings of the sample
 * content first, one after the other, while other tests run.
 */
export const PREPARED_WITHIN_MS = 200_000;

interface Signed {
  url: string;
  rendition?: { url: string };
}

/** Waits until a recording has a rendition. */
export async function waitForRendition(id: string): Promise<void> {
  const api = await apiClient(await createStudent());
  const isReady = async () => {
    const { items } = (await api.post("/audio/addresses", { ids: [id] })) as { items: Signed[] };
    return items[0]?.rendition !== undefined;
  };
  await expect.poll(isReady, { timeout: PREPARED_WITHIN_MS }).toBe(true);
}
