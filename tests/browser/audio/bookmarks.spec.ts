import { expect, type Page } from "@playwright/test";
import { publishAudio } from "../support/content";
import { button, playerBar } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, signIn, uniqueName } from "../support/users";

const heardSecs = (page: Page) => page.locator("audio#player").evaluate((audio: HTMLAudioElement) => audio.currentTime);

const bookmarks = (page: Page) => page.getByRole("main").getByRole("list", { name: "Bookmarks" }).getByRole("listitem");

test("S4.bookmark.1 one key bookmarks the current second while playback continues, and Undo removes the bookmark", async ({
  page,
}) => {
  const audio = await publishAudio("deep-dive", uniqueName("Tone"), 60);
  await signIn(page, await createStudent(), `/audio/${audio.id}?t=20`);
  await expect(page.getByRole("heading", { level: 1, name: audio.title })).toBeVisible();
  await button(page.getByRole("main"), "Play from 20 seconds").click();
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(20);
  await page.keyboard.press("b");
  await expect(page.getByText("Bookmark at 0:2", { exact: false })).toBeVisible();
  await expect(bookmarks(page)).toHaveCount(1);
  await expect(button(playerBar(page), "Pause")).toBeVisible();
  await button(page, "Undo").click();
  await expect(bookmarks(page)).toHaveCount(0);
});

test("S4.bookmark.2 a bookmark made offline is sent later, and another device shows it with its comment", async ({
  page,
  context,
  secondDevicePage,
}) => {
  const audio = await publishAudio("deep-dive", uniqueName("Tone"), 60);
  const student = await createStudent();
  await signIn(page, student, `/audio/${audio.id}`);
  await button(page.getByRole("main"), "Play").click();
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(0);
  await context.setOffline(true);
  await button(playerBar(page), "Bookmark this moment").click();
  await expect(bookmarks(page)).toHaveCount(1);
  await bookmarks(page).getByRole("button", { name: "Add a comment" }).click();
  await bookmarks(page).getByRole("textbox", { name: "Comment" }).fill("The proof");
  await bookmarks(page).getByRole("button", { name: "Save" }).click();
  await expect(bookmarks(page).getByRole("button", { name: "Edit the comment" })).toBeFocused();
  await context.setOffline(false);
  const api = await apiClient(student);
  const sent = async () =>
    ((await api.get("/me/bookmarks")) as { items: { remark: string }[] }).items.map(({ remark }) => remark);
  await expect.poll(sent).toEqual(["The proof"]);

  await signIn(secondDevicePage, student, "/my-notes/bookmarks");
  const section = secondDevicePage.getByRole("region", { name: audio.title });
  await expect(section.getByText("The proof")).toBeVisible();
  await section.getByRole("button", { name: /^Play from / }).click();
  await expect.poll(() => heardSecs(secondDevicePage)).toBeGreaterThan(0);
  await section.getByRole("button", { name: /^Remove the bookmark/ }).click();
  await expect(secondDevicePage.getByText("No bookmarks yet")).toBeVisible();
  await expect.poll(sent).toEqual([]);
});

test("S4.bookmark.3 bookmarks stay readable after their recording was deleted", async ({ page }) => {
  const audio = await publishAudio("deep-dive", uniqueName("Tone"), 60);
  const student = await createStudent();
  const api = await apiClient(student);
  await api.put(`/me/bookmarks/${audio.id}/01JD8Z5V7R8XQ4N2T6W0YB3C9F`, { positionMs: 5000, remark: "The proof" });
  await (await apiClient(ADMIN)).delete(`/audio/${audio.id}`);
  await signIn(page, student, `/audio/${audio.id}`);
  await expect(page.getByText(`“${audio.title}” was deleted`)).toBeVisible();
  await expect(bookmarks(page).getByText("The proof")).toBeVisible();
  await expect(bookmarks(page).getByRole("button", { name: "Play from 5 seconds" })).toBeDisabled();
});
