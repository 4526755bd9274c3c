import { expect, type Page } from "@playwright/test";
import { createCourse, publishAudio, publishNote, putTranscript } from "../support/content";
import { keepOffline, test, waitForServiceWorker } from "../support/offline";
import { pdfWithTexts } from "../support/pdf";
import { button, sampleRecordings } from "../support/player";
import { apiClient, signInNewStudent } from "../support/users";

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();

const heardSecs = (page: Page) => page.locator("audio#player").evaluate((audio: HTMLAudioElement) => audio.currentTime);

/** Plays the first recording of the page and waits for sound. */
async function hearFirst(page: Page): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  const seek = page.getByRole("slider", { name: "Seek" }).first();
  await expect.poll(() => seek.getAttribute("aria-valuenow").then(Number)).toBeGreaterThan(0);
}

test("S4.offline.9 S4.offline.12 S4.bookmark.4 offline copies of albums, shelves and playlists open offline, a bookmark plays from one, persistent storage is requested, and all copies are removed at once", async ({
  page,
  context,
  server,
}) => {
  // Longer timeout: an album and a shelf of the sample content are stored offline and opened again.
  test.slow();
  await page.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      document.documentElement.dataset.persistent = "asked";
      return Promise.resolve(true);
    };
  });
  const student = await signInNewStudent(page, "/cram-mode");
  const audioIds = (await sampleRecordings()).slice(0, 1).map(({ id }) => id);
  const api = await apiClient(student);
  const made = await api.post("/me/playlists", { name: "Quiet hours", audioIds });
  const { playlist } = made as { playlist: { id: string } };
  await api.put(`/me/bookmarks/${audioIds[0]}/01JD8Z5V7R8XQ4N2T6W0YB3C9F`, { positionMs: 30_000, remark: "" });
  await waitForServiceWorker(page);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keepOffline(page, "Cram Mode");
  await expect(page.locator("html")).toHaveAttribute("data-persistent", "asked");
  await page.goto("/chill-review");
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keepOffline(page, "Chill");
  await page.goto(`/playlist/${playlist.id}`);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keepOffline(page, "Quiet hours");
  await page.goto("/my-notes/bookmarks");
  await expect(button(page, "Play from 30 seconds")).toBeVisible();

  // Otherwise the browser could take the pictures from its HTTP cache.
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  await server.stop();
  const { asked } = server.files;
  await page.goto("/cram-mode");
  const note = page.getByRole("article").first();
  const widthOf = (image: HTMLImageElement) => image.naturalWidth;
  await expect.poll(() => note.locator("img").last().evaluate(widthOf)).toBeGreaterThan(0);
  await note.getByRole("link", { name: "Read", exact: true }).click();
  await expect(page.locator(".page[data-loaded] canvas").first()).toBeVisible();
  // No page has requested this recording by its id.
  await page.goto("/my-notes/bookmarks");
  await button(page, "Play from 30 seconds").click();
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(30);
  await page.goto("/chill-review");
  await hearFirst(page);
  await page.goto(`/playlist/${playlist.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quiet hours");
  await hearFirst(page);
  expect(server.files.asked).toBe(asked);
  await server.start();

  await page.goto("/profile/security#on-this-device");
  const section = page.getByRole("region", { name: "On this device" });
  await expect(section.getByRole("listitem").filter({ hasText: "Album" })).toContainText(
    /All of it is on this device: [\d.]+ .B/,
  );
  await expect(section.getByRole("listitem").filter({ hasText: "Shelf" })).toContainText(
    /All of it is on this device: [\d.]+ .B/,
  );
  await expect(section).toContainText(/[\d.]+ [KM]B in all/);
  await section.getByRole("button", { name: "Remove Cram Mode from this device" }).click();
  await expect(section.getByRole("listitem").filter({ hasText: "Album" })).toHaveCount(0);
  await expect(section.getByRole("listitem")).toHaveCount(2);
  await section.getByRole("button", { name: "Remove all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove all" }).click();
  await expect(section).toContainText("Nothing yet.");
  const files = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("note-ninja files "));
      return (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))).join();
    });
  await expect.poll(files).toBe("0");
});

test("S4.offline.9 the page of a recording that was never opened shows its details and its transcript offline", async ({
  page,
  server,
}) => {
  const { id, title } = await publishAudio("radio", "Words for the train", 20);
  await putTranscript(id, "WEBVTT\n\n00:00.000 --> 00:20.000\nHeaps are nearly sorted trees.\n");
  const student = await signInNewStudent(page, "/");
  const made = await (await apiClient(student)).post("/me/playlists", { name: "Train", audioIds: [id] });
  const { playlist } = made as { playlist: { id: string } };
  await waitForServiceWorker(page);
  await page.goto(`/playlist/${playlist.id}`);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keepOffline(page, "Train");

  await server.stop();
  await page.goto(`/audio/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("region", { name: "Transcript" })).toContainText("Heaps are nearly sorted trees.");
  await button(page, "Play").click();
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(0);
});

test("S4.offline.9 a download that does not fit is rejected before it starts, and a paused download waits until it is resumed", async ({
  page,
  server,
}) => {
  // Longer timeout: two files are published.
  test.slow();
  const course = await createCourse();
  await publishNote(course, "Small note", "", pdfWithTexts(["One"], course));
  const audio = await publishAudio("radio", `Paused recording ${course}`, 200);
  await signInNewStudent(page, `/audio-notes#${audio.id}`);
  await waitForServiceWorker(page);
  // Chromium's estimate does not follow the quota that a test sets.
  await page.evaluate(() => {
    const { estimate } = StorageManager.prototype;
    StorageManager.prototype.estimate = async () => {
      StorageManager.prototype.estimate = estimate;
      return { quota: 30_000_000, usage: 1_000_000 };
    };
  });
  const open = async () => {
    await page.getByRole("button", { name: `More about ${audio.title}` }).click();
    await page.getByRole("menuitem", { name: "Keep on this device" }).click();
  };
  await open();
  await expect(dialog(page)).toContainText(/1 audio note, 3\.1 MB\. The browser has room for 0 bytes on this device/);
  await expect(dialog(page).getByRole("button", { name: "Keep", exact: true })).toBeDisabled();
  await press(page, "Cancel");
  expect(server.files.asked).toBe(0);

  await open();
  await expect(dialog(page)).toContainText(/ free\./);
  // Interrupt every download.
  server.files.interruptionsLeft = Number.MAX_SAFE_INTEGER;
  await press(page, "Keep");
  await expect(dialog(page)).toContainText(/^.*Waiting for a connection\. 0 bytes of 3\.1 MB/);
  await press(page, "Pause");
  await expect(dialog(page)).toContainText("Paused. 0 bytes of 3.1 MB downloaded.");
  server.files.interruptionsLeft = 0;
  await page.goto(`/guide/${course}/notes`);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keepOffline(page, "TEST");
  await page.goto("/profile/security#on-this-device");
  const kept = page.getByRole("region", { name: "On this device" }).getByRole("listitem");
  const paused = kept.filter({ hasText: audio.title });
  await expect(paused).toContainText("Paused.");
  await paused.getByRole("button", { name: "Resume" }).click();
  await expect(paused).toContainText("All of it is on this device: 3.1 MB.");
});
