import type { Page } from "@playwright/test";
import { disableBatching } from "./routes";
import { apiRequest } from "./users";

interface Note {
  id: string;
  title: string;
}

export const table = (page: Page) => page.getByRole("table");
/** Returns the rendered rows without the header row. */
export const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
export const addToPlaylistPopover = (page: Page) =>
  page.getByRole("dialog").filter({ has: page.getByRole("button", { name: /Create New Playlist/ }) });

/** Returns the content of a shelf from the server. */
export async function getShelf(shelf: string): Promise<{ episodes: number; notes: Note[] }> {
  const answer = await apiRequest("GET", `/api/shelves/${shelf}`);
  const { shelf: facts, audio } = (await answer.json()) as { shelf: { episodes: number }; audio: { items: Note[] } };
  return { episodes: facts.episodes, notes: audio.items };
}

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ulidOf = (number: number) =>
  number
    .toString(32)
    .toUpperCase()
    .padStart(26, "0")
    .replace(/[A-V]/g, (digit) => LETTERS.charAt(parseInt(digit, 32)));

/** Mocks a shelf with this number of notes, of which only the first page is realistic. */
export async function longShelf(page: Page, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => ({
    id: ulidOf(count - index),
    shelf: "deep-dive",
    title: `Episode ${index + 1}`,
    description: "",
    subject: "CS 246",
    courseCode: "CS246",
    durationSecs: 60 + index,
    fileName: "a.mp3",
    sizeBytes: 1,
    contentType: "audio/mpeg",
    likes: 0,
    uploadDate: "2026-11-14T12:00:00Z",
    createdAt: "2026-11-14T12:00:00Z",
    uploaderName: "",
  }));
  const shelf = { id: "deep-dive", title: "Deep Dive", episodes: count, totalSecs: count * 60 };
  await disableBatching(page);
  await page.route("**/api/shelves/deep-dive*", (route) => route.fulfill({ json: { shelf, audio: { items } } }));
}
