import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { axeInBothThemes, PHONE, playerBar } from "../support/player";
import { fulfillProblem } from "../support/routes";
import { addToPlaylistPopover, getShelf, row, rows } from "../support/shelves";
import { test } from "../support/test";
import { ADMIN, accessTokenFor, createStudent, signIn, signInNewStudent, uniqueName } from "../support/users";
import { largeWav } from "../support/wav";

const FIXTURES = "../../functions/readers/tests/fixtures";

test("S2.audio.3 S2.audio.10 S6.adm.1 S6.vis.1 visitors and students see no upload form and no delete buttons", async ({
  page,
}) => {
  await page.goto("/quick-recap");
  for (const who of ["visitor", "student"]) {
    if (who === "student") await signInNewStudent(page, "/quick-recap");
    // The actions of a row are rendered together with it.
    await expect(rows(page).first(), who).toBeVisible();
    await expect(page.getByText("Upload Audio Note"), who).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Delete / }), who).toHaveCount(0);
  }
});

const form = (page: Page) => page.getByRole("region", { name: "Upload Audio Note", exact: true });
const uploads = (page: Page) => form(page).getByRole("list", { name: "Uploads" }).getByRole("listitem");

/** Replaces the title, after the page has read it from the file. */
async function giveTitle(page: Page, title: string): Promise<void> {
  const field = form(page).getByLabel("Title", { exact: true });
  await expect(field).not.toHaveValue("");
  await field.fill(title);
}

/** A small unique recording: extra bytes at its end make it a new file. */
function recording(name: string, from = "constant.mp3") {
  return {
    name,
    mimeType: "audio/mpeg",
    buffer: Buffer.concat([readFileSync(join(FIXTURES, from)), Buffer.from(uniqueName("x"))]),
  };
}

test("S2.audio.3 S5.au.1 S8.up.2 S2.audio.10 S6.adm.2 an administrator uploads several recordings, and deletes one", async ({
  page,
}) => {
  await signIn(page, ADMIN, "/quick-recap");
  await form(page).getByRole("button", { name: "Upload", exact: true }).click();
  await expect(form(page).getByRole("alert").first()).toBeVisible();
  await expect(
    form(page).getByText("Please fill in all required fields and select an audio file.", { exact: true }),
  ).toBeVisible();

  const [one, two] = [uniqueName("first-lecture-"), uniqueName("second-lecture-")];
  await form(page)
    .locator("input[type=file]")
    .setInputFiles([
      recording(`${one}.mp3`),
      recording(`${two}.mp3`),
      { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
    ]);
  await expect(form(page).getByText("Choose an MP3, M4A, AAC, Ogg, Opus, WAV or FLAC file.")).toBeVisible();
  const titleOf = (name: string) => form(page).getByLabel(`Title of ${name}.mp3`);
  await expect(titleOf(one)).toHaveValue(one.replaceAll("-", " "));
  await expect(titleOf(two)).toHaveValue(two.replaceAll("-", " "));
  await titleOf(two).fill(`${two} by hand`);
  await form(page).getByLabel("Subject").fill("cs 246");
  await form(page).getByRole("button", { name: "Upload 2 audio notes" }).click();
  await expect(uploads(page)).toHaveCount(2);
  await expect(form(page).getByText("Audio note uploaded successfully!").first()).toBeVisible({ timeout: 30_000 });
  await expect(form(page).getByText("2 of 2 done")).toBeVisible({ timeout: 30_000 });
  const uploaded = row(page, `${two} by hand`);
  await expect(uploaded.getByText("CS 246", { exact: true }).first()).toBeVisible();
  await expect(uploaded.getByRole("cell").last()).toBeVisible();
  await expect(uploaded).toContainText(/0:0[12]/);

  await uploaded.getByRole("button", { name: `Delete ${two} by hand` }).click();
  const question = page.getByRole("alertdialog", {
    name: "Are you sure you want to delete this audio note?",
    exact: true,
  });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(uploaded).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(uploaded).toHaveCount(1);
});

/** Adds the track number to an MP3 without tags. */
function withTrack(file: ReturnType<typeof recording>, track: number) {
  const text = Buffer.from(`\0${track}`, "latin1");
  const frame = Buffer.alloc(10 + text.length);
  frame.write("TRCK");
  frame.writeUInt32BE(text.length, 4);
  text.copy(frame, 10);
  // ID3v2.3 with one frame. Its length fits into 7 bits.
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frame.length]);
  return { ...file, buffer: Buffer.concat([head, frame, file.buffer]) };
}

/** Uploads recordings together. Returns the numbers in their names in the order of the shelf. */
async function uploadTogether(page: Page, name: string, files: ReturnType<typeof recording>[]): Promise<string[]> {
  await signIn(page, ADMIN, "/chill-review");
  await form(page).locator("input[type=file]").setInputFiles(files);
  await form(page).getByLabel("Subject").fill("cs 246");
  await form(page)
    .getByRole("button", { name: `Upload ${files.length} audio notes` })
    .click();
  await expect(form(page).getByText(`${files.length} of ${files.length} done`)).toBeVisible({ timeout: 30_000 });
  const own = rows(page).filter({ hasText: name });
  await expect(own).toHaveCount(files.length);
  const onPage = await own.evaluateAll((all) => all.map((each) => /Lecture (\d+)/i.exec(each.textContent)?.[1] ?? ""));
  const onServer = (await getShelf("chill-review")).notes.filter(({ title }) => title.includes(name));
  expect(onServer.map(({ title }) => /Lecture (\d+)/i.exec(title)?.[1])).toEqual(onPage);
  return onPage;
}

test("recordings that are sent together are listed in the order of their names", async ({ page }) => {
  const name = uniqueName("order");
  const files = [10, 2, 9].map((number) => recording(`${name} Lecture ${number}.mp3`));
  expect(await uploadTogether(page, name, files)).toEqual(["2", "9", "10"]);
});

test("recordings that are sent together are listed in the order of their track numbers", async ({ page }) => {
  const name = uniqueName("tracks");
  const tracks = [
    [1, 12],
    [2, 3],
    [3, 7],
  ] as const;
  const files = tracks.map(([number, track]) => withTrack(recording(`${name} Lecture ${number}.mp3`), track));
  expect(await uploadTogether(page, name, files)).toEqual(["2", "3", "1"]);
});

test("S2.audio.3 the title is taken from a recording's tags", async ({ page }) => {
  await signIn(page, ADMIN, "/quick-recap");
  for (const file of ["variable.mp3", "mp4.m4a", "opus.opus", "lossless.flac"]) {
    await form(page).locator("input[type=file]").setInputFiles(join(FIXTURES, file));
    await expect(form(page).getByLabel("Title", { exact: true })).toHaveValue("Limits");
    await form(page)
      .getByRole("button", { name: `Remove ${file}` })
      .click();
    await form(page).getByLabel("Title", { exact: true }).fill("");
  }
});

test("S8.up.2 a file that is not audio is rejected after the upload, and the form keeps the typed text", async ({
  page,
}) => {
  await signIn(page, ADMIN, "/quick-recap");
  await form(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "noise.mp3", mimeType: "audio/mpeg", buffer: Buffer.alloc(5000, uniqueName("no sound ")) });
  await giveTitle(page, "Noise");
  await form(page).getByLabel("Subject").fill("Anything");
  await form(page).getByRole("button", { name: "Upload", exact: true }).click();
  // Retrying does not help with a damaged file.
  await expect(uploads(page).getByRole("alert")).toContainText(/^Failed to upload audio note\. (?!Please try again)/, {
    timeout: 30_000,
  });
  await expect(form(page).getByLabel("Title", { exact: true })).toHaveValue("Noise");
});

test("S8.del.1 a rejected deletion shows an error and restores the row", async ({ page }) => {
  await signIn(page, ADMIN, "/deep-dive");
  const first = (await getShelf("deep-dive")).notes[0];
  if (!first) throw new Error("the sample content has nothing on Deep Dive");
  await page.route("**/api/audio/*", (route) => fulfillProblem(route, 503, "unavailable"));
  await page.getByRole("button", { name: `Delete ${first.title}`, exact: true }).click();
  const question = page.getByRole("alertdialog");
  const logged = page.waitForEvent("console", (message) =>
    message.text().startsWith("The audio note was not deleted."),
  );
  await question.getByRole("button", { name: "Delete" }).click();
  const told = page.getByRole("alert").getByText("Failed to delete audio note. Check console for details.");
  await expect(told).toBeVisible();
  await logged;
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(row(page, first.title)).toBeVisible();
});

test("S6.adm.2 the server rejects a student's deletion of a recording", async ({ page }) => {
  const student = await createStudent();
  const first = (await getShelf("deep-dive")).notes[0];
  const authorization = `Bearer ${await accessTokenFor(student)}`;
  const answer = await page.request.delete(`/api/audio/${first?.id}`, { headers: { authorization } });
  expect(answer.status()).toBe(403);
});

test("S8.up.2 a large recording is uploaded in parts, continues while the user navigates, and Retry resumes it", async ({
  page,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), "note-ninja-audio-"));
  const sent = new Map<string, number>();
  let isRefusing = true;
  page.on("request", (request) => {
    const part = request.method() === "PUT" && new URL(request.url()).searchParams.get("partNumber");
    if (part) sent.set(part, (sent.get(part) ?? 0) + 1);
  });
  // Only the rejected part is intercepted; the others go directly to the store.
  await page.route(/partNumber=3\b/, (route) =>
    route.request().method() === "PUT" && isRefusing
      ? route.fulfill({ status: 400, headers: { "access-control-allow-origin": "*" } })
      : route.continue(),
  );
  try {
    await signIn(page, ADMIN, "/quick-recap");
    const name = uniqueName("Silence ");
    await form(page).locator("input[type=file]").setInputFiles(largeWav(folder, 50));
    await giveTitle(page, name);
    await form(page).getByLabel("Subject").fill("Rest");
    await form(page).getByRole("button", { name: "Upload", exact: true }).click();
    const upload: Locator = uploads(page).first();
    await expect(upload.getByRole("alert")).toContainText(/^Failed to upload audio note\. Please try again\./, {
      timeout: 60_000,
    });
    isRefusing = false;
    sent.clear();
    await upload.getByRole("button", { name: "Retry" }).click();
    // Navigation away and back does not affect the upload.
    await page.getByRole("link", { name: "Chill Review" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Chill Review" })).toBeVisible();
    await page.getByRole("link", { name: "Quick Recap" }).click();
    await expect(row(page, name)).toBeVisible({ timeout: 60_000 });
    expect(sent.get("3")).toBe(1);
    expect([...sent.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("axe finds no serious problems on a shelf", async ({ page }) => {
  await page.goto("/deep-dive");
  await expect(rows(page).first()).toBeVisible();
  await axeInBothThemes(page, "a visitor's shelf");
  await page
    .getByRole("button", { name: /^Play ./ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Sign in to listen" })).toBeVisible();
  await axeInBothThemes(page, "the prompt");
  await signIn(page, ADMIN, "/deep-dive");
  await expect(form(page)).toBeVisible();
  await page
    .getByRole("button", { name: /^Play ./ })
    .first()
    .click();
  await expect(playerBar(page)).toBeVisible();
  await axeInBothThemes(page, "an administrator's shelf that plays");
  await page
    .getByRole("button", { name: /^Add to playlist: / })
    .first()
    .click();
  await expect(addToPlaylistPopover(page)).toBeVisible();
  await axeInBothThemes(page, "the popup");
  await page.keyboard.press("Escape");
  await page.setViewportSize(PHONE);
  await axeInBothThemes(page, "on a phone");
});
