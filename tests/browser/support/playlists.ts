import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { apiClient, apiRequest, createStudent, type Student, signIn } from "./users";

export interface Audio {
  id: string;
  title: string;
  subject: string;
  uploaderName: string;
  durationSecs?: number;
}

export interface Playlist {
  id: string;
  name: string;
  visibility: string;
}

export const notFound = (page: Page) => page.getByText("Playlist not found.", { exact: true });
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const header = (page: Page) => page.getByRole("main").locator("header");
export const cards = (page: Page) => page.getByRole("region", { name: "Public Study Playlists", exact: true });
export const table = (page: Page) => page.getByRole("table", { name: /^Audio notes in / });
export const titles = (page: Page) => table(page).getByRole("button", { name: /^(Play|Pause) / });

/** Returns the audio notes of a shelf, newest first. */
export async function getShelfAudio(shelf: string): Promise<Audio[]> {
  const answer = await apiRequest("GET", `/api/shelves/${shelf}`);
  return ((await answer.json()) as { audio: { items: Audio[] } }).audio.items;
}

/** Creates a playlist of `student` with some audio notes over the API. Returns the notes in order. */
export async function makePlaylist(student: Student, name: string, count = 3) {
  const notes = (await getShelfAudio("deep-dive")).slice(0, count);
  expect(notes).toHaveLength(count);
  const api = await apiClient(student);
  const made = await api.post("/me/playlists", { name, audioIds: notes.map(({ id }) => id) });
  return { ...(made as { playlist: Playlist }).playlist, notes, api };
}

/** Signs in a student and opens the page of a new playlist of that student. */
export async function openNewPlaylist(page: Page, name = "Finals week", count = 3) {
  const student = await createStudent();
  const playlist = await makePlaylist(student, name, count);
  await signIn(page, student, `/playlist/${playlist.id}`);
  await expect(heading(page)).toHaveText(name);
  return { ...playlist, student };
}

/** Returns the titles in the table, from top to bottom. */
export async function titleOrder(page: Page): Promise<string[]> {
  const names = await titles(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  return names.map((name) => name.replace(/^(Play|Pause) /, ""));
}

/** A picture of one colour. */
export function png(width = 300, height = 200): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * 3, 90);
  row[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/**
 * Waits until a picked-up item can be moved by keys. The keyboard sensor of dnd-kit starts to listen one timer after it
 * announces the pick-up.
 */
export async function keysCount(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
}

/** Moves an item up or down by keyboard, as the list's instructions say. */
export async function moveByKeyboard(
  page: Page,
  title: string,
  key: "ArrowUp" | "ArrowDown",
  steps: number,
): Promise<void> {
  const handle = page.getByRole("button", { name: `Move ${title}`, exact: true });
  await handle.focus();
  await page.keyboard.press("Space");
  const told = page.getByRole("status").or(page.locator("[aria-live]"));
  await expect(told.filter({ hasText: `Picked up ${title}` }).first()).toBeAttached();
  await keysCount(page);
  const place = async () =>
    /place (\d+) of/.exec((await told.filter({ hasText: title }).allTextContents()).join(" "))?.[1];
  for (let step = 0; step < steps; step += 1) {
    const before = await place();
    await page.keyboard.press(key);
    await expect.poll(place).not.toBe(before);
  }
  await page.keyboard.press("Space");
  await expect(told.filter({ hasText: `${title} is now at place` }).first()).toBeAttached();
}
