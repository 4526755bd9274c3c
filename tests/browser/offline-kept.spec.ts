import { expect, type Page } from "@playwright/test";
import { isKept, keep, test } from "./offline";
import { pdfWithTexts } from "./pdf";
import { asStudent } from "./people";
import { makeCourse, publishAudio, publishNote } from "./publish";

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();

test("S4.offline.9 albums and shelves are kept as well; the browser is asked not to throw them away, and all of it is removed at once", async ({
  page,
}) => {
  // An album and a shelf of the sample content are kept.
  test.slow();
  await page.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      document.documentElement.dataset.persistent = "asked";
      return Promise.resolve(true);
    };
  });
  await asStudent(page, "/cram-mode");
  await isKept(page);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keep(page, "Cram Mode");
  await expect(page.locator("html")).toHaveAttribute("data-persistent", "asked");
  await page.goto("/chill-review");
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keep(page, "Chill");
  await page.goto("/profile/security#on-this-device");
  const section = page.getByRole("region", { name: "On this device" });
  await expect(section.getByRole("listitem").filter({ hasText: "Album" })).toContainText(
    /All of it is here: [\d.]+ .B/,
  );
  await expect(section.getByRole("listitem").filter({ hasText: "Shelf" })).toContainText(
    /All of it is here: [\d.]+ .B/,
  );
  await expect(section).toContainText(/[\d.]+ MB in all/);
  await section.getByRole("button", { name: "Remove Cram Mode from this device" }).click();
  await expect(section.getByRole("listitem").filter({ hasText: "Album" })).toHaveCount(0);
  await expect(section.getByRole("listitem")).toHaveCount(1);
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

test("S4.offline.9 what does not fit is refused before it is fetched; what is paused stays so until it is resumed", async ({
  page,
  server,
}) => {
  // Two files are published.
  test.slow();
  const course = await makeCourse();
  await publishNote(course, "Small note", "", pdfWithTexts(["One"], course));
  const audio = await publishAudio("radio", `Paused recording ${course}`, 200);
  await asStudent(page, `/audio-notes#${audio.id}`);
  await isKept(page);
  // What Chromium says does not follow the quota that a test gives it.
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
  await expect(dialog(page)).toContainText(/1 recording, 3\.1 MB\. The browser has room for 0 bytes on this device/);
  await expect(dialog(page).getByRole("button", { name: "Keep", exact: true })).toBeDisabled();
  await press(page, "Cancel");
  expect(server.files.asked).toBe(0);

  await open();
  await expect(dialog(page)).toContainText(/There is room for /);
  // Nothing arrives.
  server.files.breaks = Number.MAX_SAFE_INTEGER;
  await press(page, "Keep");
  await expect(dialog(page)).toContainText(/^.*Waiting for the network\. 0 bytes of 3\.1 MB/);
  await press(page, "Pause");
  await expect(dialog(page)).toContainText("Paused. 0 bytes of 3.1 MB is here.");
  server.files.breaks = 0;
  await page.goto(`/guide/${course}/notes`);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keep(page, "TEST");
  await page.goto("/profile/security#on-this-device");
  const kept = page.getByRole("region", { name: "On this device" }).getByRole("listitem");
  const paused = kept.filter({ hasText: audio.title });
  await expect(paused).toContainText("Paused.");
  await paused.getByRole("button", { name: "Resume" }).click();
  await expect(paused).toContainText("All of it is here: 3.1 MB.");
});
