import { expect, type Page } from "@playwright/test";
import { publishAudio, putChapters } from "../support/content";
import { axeInBothThemes, button, mobilePlayer, PHONE, playerBar, position, seek } from "../support/player";
import { test } from "../support/test";
import { ADMIN, createStudent, signIn, uniqueName } from "../support/users";

const VTT = `WEBVTT

00:00.000 --> 00:20.000
Rates of change

00:20.000 --> 00:40.000
The chain rule

00:40.000 --> 01:00.000
An example
`;

const list = (page: Page) => page.getByRole("list", { name: "Chapters" });
const current = (page: Page) => list(page).locator("[aria-current=true]");

test("S3.chapters.2 S2.chapters.1 an administrator adds chapters in the console, and a student plays from one", async ({
  page,
  secondDevicePage,
}) => {
  const audio = await publishAudio("deep-dive", uniqueName("Divided"), 60);
  await signIn(page, ADMIN, `/admin?text=${encodeURIComponent(audio.title)}`);
  const open = async () => {
    await page.getByRole("button", { name: `Actions for ${audio.title}` }).click();
    await page.getByRole("menuitem", { name: "Chapters" }).click();
  };
  const dialog = page.getByRole("dialog", { name: /^Chapters of / });
  const choose = (text: string) =>
    dialog
      .getByLabel("choose a file")
      .setInputFiles({ name: "chapters.vtt", mimeType: "text/vtt", buffer: Buffer.from(text) });
  await open();
  await choose(VTT.replace("00:40.000 --> 01:00.000", "01:40.000 --> 01:50.000"));
  await expect(dialog.getByText("Line 9: This chapter begins after the end of the recording.")).toBeVisible();
  await choose(VTT);
  await expect(page.getByText("Chapters saved.")).toBeVisible();

  const student = secondDevicePage;
  await signIn(student, await createStudent(), `/audio/${audio.id}`);
  await list(student).getByRole("button", { name: "The chain rule" }).click();
  await expect.poll(() => position(playerBar(student))).toBeGreaterThan(20);
  await expect(current(student)).toContainText("The chain rule");
  await expect(playerBar(student).locator(".chapter-marks i")).toHaveCount(2);
  await student.locator("body").press("Shift+N");
  await expect(current(student)).toContainText("An example");
  await student.locator("body").press("Shift+P");
  await expect(current(student)).toContainText("The chain rule");
  await axeInBothThemes(student, "chapters of a recording");

  await open();
  await dialog.getByRole("button", { name: "Remove the chapters" }).click();
  await expect(page.getByText("Chapters removed.")).toBeVisible();
});

test("S2.chapters.2 playback stops at the end of the chapter, but not after a seek across it", async ({ page }) => {
  const audio = await publishAudio("deep-dive", uniqueName("Divided"), 60);
  await putChapters(audio.id, VTT);
  await signIn(page, await createStudent(), `/audio/${audio.id}`);
  await list(page).getByRole("button", { name: "Rates of change" }).click();
  const player = playerBar(page);
  await expect(current(page)).toContainText("Rates of change");
  await player.getByRole("button", { name: /^Sleep timer/ }).click();
  await page.getByRole("menuitemradio", { name: "End of this chapter" }).click();
  await expect(button(player, "Sleep timer: at the end of this chapter")).toBeVisible();
  // Leave the chapter by a seek, then play over the end of the next one.
  await list(page).getByRole("button", { name: "The chain rule" }).click();
  await expect.poll(() => position(player)).toBeGreaterThan(20);
  await expect(button(player, "Pause")).toBeVisible();
  await page.locator("audio#player").evaluate((element: HTMLAudioElement) => {
    element.currentTime = 38.5;
  });
  await expect(button(player, "Play")).toBeVisible();
  // The timer stops playback up to 0.05 s before the end of the chapter.
  await expect.poll(() => position(player)).toBeGreaterThan(39.9);
  expect(await position(player)).toBeLessThan(41);
  await expect(button(player, "Sleep timer: off")).toBeVisible();
});

test("S2.chapters.1 S2.chapters.2 the player on a phone shows the chapter and the list of chapters", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const audio = await publishAudio("deep-dive", uniqueName("Divided"), 60);
  await putChapters(audio.id, VTT);
  await signIn(page, await createStudent(), `/audio/${audio.id}`);
  await button(page.getByRole("main"), "Play").click();
  await page.getByRole("button", { name: /^Open the player/ }).click();
  const player = mobilePlayer(page);
  await button(player, "Next chapter").click();
  await expect.poll(() => position(player)).toBeGreaterThanOrEqual(20);
  await player.getByRole("button", { name: "The chain rule, show all chapters" }).click();
  await player.getByRole("list", { name: "Chapters" }).getByRole("button", { name: "An example" }).click();
  await expect(player.locator("li [aria-current=true]")).toContainText("An example");
  await axeInBothThemes(page, "chapters on a phone", ".sheet");
  await button(player, "Back to the player").click();
  await expect(seek(player)).toBeVisible();
  await expect(button(player, "Next chapter")).toBeDisabled();
});
