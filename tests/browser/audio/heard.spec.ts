import { expect, type Page } from "@playwright/test";
import { createCourse, publishAudio, publishNote, putTranscript, waitUntilIndexed } from "../support/content";
import { axe, button, PHONE, playerBar } from "../support/player";
import { test } from "../support/test";
import { signInNewStudent, uniqueName } from "../support/users";

const VTT = `WEBVTT

00:05.000 --> 00:20.000
${"Something else is said here first. ".repeat(6)}

00:40.500 --> 00:45.000
Quokkas eat the leaves of many plants.
`;

const heardSecs = (page: Page) => page.locator("audio#player").evaluate((audio: HTMLAudioElement) => audio.currentTime);

async function spoken(): Promise<{ code: string; id: string; title: string }> {
  const code = await createCourse();
  await publishNote(code, "Marsupials");
  const audio = await publishAudio("deep-dive", uniqueName("Spoken"), 60, code);
  await putTranscript(audio.id, VTT);
  return { code, ...audio };
}

test("S2.heard.1 S2.heard.2 a search on a course page finds words said in a recording, and plays it from there", async ({
  page,
}) => {
  const { code, id, title } = await spoken();
  const student = await signInNewStudent(page);
  await waitUntilIndexed(student, `audio_${code}`);
  await page.goto(`/guide/${code}/notes`);
  await page.getByRole("textbox", { name: /^Search notes and audio notes of/ }).fill("quokkas leav");
  const hits = page.getByRole("list", { name: "Audio notes found" }).getByRole("listitem");
  await expect(hits).toHaveCount(1);
  await expect(hits).toContainText(`0:40 · ${title}`);
  await expect(hits.locator("mark")).toHaveText(["Quokkas", "leaves"]);
  await axe(page, "passages found in recordings");
  await hits.getByRole("link").click();
  await expect(page).toHaveURL(`/audio/${id}?t=40`);
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(40);
  await expect(button(playerBar(page), "Pause")).toBeVisible();
  await expect(page.getByRole("list", { name: "Transcript" }).locator("[aria-current=true]")).toContainText("Quokkas");
});

test("S2.heard.2 the palette and Browse find words said in a recording, and play it from there", async ({ page }) => {
  const { code, id, title } = await spoken();
  const student = await signInNewStudent(page);
  await waitUntilIndexed(student, `audio_${code}`);
  await page.setViewportSize(PHONE);
  await page.goto(`/guide/${code}/notes`);
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.getByRole("button", { name: "Following", exact: true })).toBeVisible();
  const inside = page.getByRole("group", { name: "Inside audio notes" }).getByRole("option");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("quokkas");
  await expect(inside).toHaveCount(1);
  await expect(inside).toContainText(`0:40 · ${title}`);
  await page.keyboard.press("Escape");
  await page.goto("/browse");
  await page.getByPlaceholder("Search for courses, profiles...").fill("quokkas");
  await expect(inside.locator("mark")).toHaveText(["Quokkas"]);
  await inside.click();
  await expect(page).toHaveURL(`/audio/${id}?t=40`);
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(40);
});
