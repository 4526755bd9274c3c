import { expect, type Page } from "@playwright/test";
import { createCourse, publishAudio, publishNote, waitUntilIndexed } from "../support/content";
import { keepOffline, likeButton, storageSnapshot, test, waitForServiceWorker } from "../support/offline";
import { pdfWithTexts } from "../support/pdf";
import { ADMIN, apiClient, signIn, signInNewStudent } from "../support/users";

/** Maximum time until a change made offline arrives at the server, in milliseconds. */
const THERE_MS = 5000;

const CARDS = 20;

/** Creates a course with a note of three pages, a recording and cards. */
async function makeWholeCourse() {
  const code = await createCourse("Evenings without a network");
  const admin = await apiClient(ADMIN);
  const chapterWith = async (number: number, questions: readonly string[]) => {
    const body = { number, title: `Part ${number}`, description: "" };
    const { id } = (await admin.post(`/courses/${code}/chapters`, body)) as { id: string };
    for (const title of questions) await admin.post(`/courses/${code}/chapters/${id}/cards`, { title, content: "Yes" });
    return id;
  };
  const questions = Array.from({ length: CARDS }, (_, at) => `Question ${at + 1}?`);
  const chapters = [await chapterWith(1, questions), await chapterWith(2, ["One more?", "And another?"])] as const;
  const pages = ["First page", "Second page", "Last page"];
  const note = await publishNote(code, `Note ${code}`, "", pdfWithTexts(pages, code));
  return { code, chapters, note, audio: await publishAudio("radio", `Recording ${code}`, 20, code) };
}

/** Crashes and closes a page. Unlike a page that is only closed, it receives no events such as `pagehide`. */
async function kill(page: Page): Promise<void> {
  const dead = page.waitForEvent("crash");
  const devtools = await page.context().newCDPSession(page);
  // The page can no longer respond.
  devtools.send("Page.crash").catch(() => undefined);
  await dead;
  await page.close();
}

/** Reads the last page of the open note. */
async function readToTheEnd(page: Page): Promise<void> {
  await expect(page.getByText("First page")).toBeVisible();
  const field = page.getByRole("textbox", { name: "Page", exact: true });
  await field.fill("3");
  await field.press("Enter");
  await expect(page.getByText("Last page")).toBeInViewport();
}

/** Plays the recording with this title and seeks. */
async function hear(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: `Play ${title}` }).click();
  await expect(page.getByRole("button", { name: `Pause ${title}` })).toBeVisible();
  const seek = page.getByRole("slider", { name: "Seek" }).first();
  await expect(seek).toBeEnabled();
  for (let presses = 0; presses < 2; presses += 1) await seek.press("ArrowRight");
  await expect.poll(() => seek.getAttribute("aria-valuenow").then(Number)).toBeGreaterThan(11);
}

test("S4.offline.12 S4.offline.9 changes made offline arrive exactly once, within 5 s after the server is back, even if the page was killed", async ({
  page,
  context,
  server,
}) => {
  // Longer timeout: a course is published, stored offline and used, and twenty cards are reviewed.
  test.slow();
  const { code, chapters, note, audio } = await makeWholeCourse();
  const student = await signInNewStudent(page, `/guide/${code}/notes`);
  await waitForServiceWorker(page);
  await waitUntilIndexed(student, code);
  const api = await apiClient(student);
  // Allow more new cards than the first review session needs, for a second session on the same day.
  await api.put("/me/study/settings", { newADay: CARDS + 2, reviewsADay: 100, retentionPercent: 90 });
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keepOffline(page, "TEST");
  await page.goto("/audio-notes");
  await expect(page.getByRole("button", { name: `Play ${audio.title}` })).toBeVisible();
  await page.close();

  await server.stop();
  const train = await context.newPage();
  await train.goto("/");
  await expect(train.getByRole("heading", { level: 1 })).toBeVisible();
  await train.getByTestId("sidebar").getByRole("link", { name: "Browse & Discover" }).click();
  await train.getByRole("combobox").first().fill("calculus");
  await expect(train.getByRole("option").first()).toContainText("MATH");

  await train.goto(`/guide/${code}/notes`);
  const recordings = train.getByRole("region", { name: "Audio notes on this device" });
  await recordings.getByRole("button", { name: `Play ${audio.title}` }).click();
  await expect(recordings.getByRole("button", { name: `Pause ${audio.title}` })).toBeVisible();
  await recordings.getByRole("button", { name: `Pause ${audio.title}` }).click();
  const picture = train.getByRole("article").locator("img").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const isOfDevice = (image: HTMLImageElement) => caches.match(image.src).then((kept) => kept !== undefined);
  expect(await picture.evaluate(isOfDevice), "not only in the browser's cache").toBe(true);
  await train.getByRole("textbox", { name: /^Search inside the notes of/ }).fill("last page");
  const found = train.getByRole("list", { name: "Pages found" }).getByRole("listitem");
  await expect(found).toContainText(["Page 3"]);
  await train.getByRole("textbox", { name: /^Search inside the notes of/ }).fill("");
  await likeButton(train, `Note ${code}`).click();
  await train
    .getByRole("main")
    .getByRole("button", { name: /^Like, 0$/ })
    .first()
    .click();
  await train.getByRole("link", { name: "Read", exact: true }).click();
  await readToTheEnd(train);

  await train.goto("/audio-notes");
  await hear(train, audio.title);
  const row = train.getByRole("row", { name: audio.title });
  await row.getByRole("button", { name: /^Like, 0$/ }).click();
  await row.getByRole("button", { name: `Add to playlist: ${audio.title}` }).click();
  await train.getByRole("button", { name: "+ Create New Playlist" }).click();
  await train.getByRole("dialog").getByLabel("Name").fill("Evening");
  await train.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(train.getByText("Created on this device.")).toBeVisible();

  await train.goto(`/study?course=${code}&chapter=${chapters[0]}`);
  const card = train.getByRole("article", { name: "Card", exact: true });
  for (let number = 1; number <= CARDS; number += 1) {
    await expect(card).toContainText(`Question ${number}?`);
    await train.getByRole("button", { name: "Show the answer" }).click();
    await train.keyboard.press("4");
  }
  await expect(train.getByText(`You gave ${CARDS} answers`)).toBeVisible();
  await kill(train);

  const there = async () => {
    const likes = (await api.get("/me/likes")) as Record<string, string[]>;
    const { items: lists } = (await api.get("/me/playlists")) as { items: { name: string; audioCount: number }[] };
    const { items: read } = (await api.get("/me/reading/positions")) as { items: { position: { page: number } }[] };
    const { items: batches } = (await api.get("/me/study/log")) as { items: { events: string }[] };
    return {
      likes: [likes.notes, likes.courses, likes.audio],
      lists: lists.map(({ name, audioCount }) => `${name} ${audioCount}`),
      read: read.map(({ position }) => position.page),
      // Byte 9 is the number of events, after the format version and the device.
      answers: batches.reduce((sum, { events }) => sum + (Buffer.from(events, "base64")[9] ?? 0), 0),
    };
  };
  expect(await there()).toEqual({ likes: [[], [], []], lists: [], read: [], answers: 0 });
  await server.start();
  const later = await context.newPage();
  await later.goto("/");
  const all = { likes: [[note], [code], [audio.id]], lists: ["Evening 1"], read: [3], answers: CARDS };
  await expect.poll(there, { timeout: THERE_MS }).toEqual(all);

  // Repeat this with a page that stays open and is not used.
  await server.stop();
  await later.goto(`/study?course=${code}&chapter=${chapters[1]}`);
  const again = later.getByRole("article", { name: "Card", exact: true });
  for (const question of ["One more?", "And another?"]) {
    await expect(again).toContainText(question);
    await later.getByRole("button", { name: "Show the answer" }).click();
    await later.keyboard.press("4");
  }
  await expect(later.getByText("You gave 2 answers")).toBeVisible();
  await later.getByTestId("sidebar").getByRole("link", { name: "Audio Notes" }).click();
  const known = later.getByRole("row", { name: audio.title });
  await known.getByRole("button", { name: /^Liked, 1$/ }).click();
  await known.getByRole("button", { name: `Add to playlist: ${audio.title}` }).click();
  await later.getByRole("button", { name: "+ Create New Playlist" }).click();
  await later.getByRole("dialog").getByLabel("Name").fill("Night");
  await later.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(later.getByText("Created on this device.")).toBeVisible();
  await server.start();
  const more = { likes: [[note], [code], []], lists: ["Night 1", "Evening 1"], answers: CARDS + 2 };
  await expect.poll(there, { timeout: THERE_MS }).toEqual({ ...all, ...more });
});

test("S4.offline.9 S4.offline.10 S4.offline.11 files downloaded in parts open offline, and are deleted when taken down or when their user signs out", async ({
  page,
  server,
}) => {
  // Longer timeout: two files are published and opened, and the page is loaded six times.
  test.slow();
  const course = await createCourse();
  const note = await publishNote(course, "Kept note", "", pdfWithTexts(["First page", "Second", "Last page"], course));
  const audio = await publishAudio("radio", `Kept recording ${course}`, 20);
  await signInNewStudent(page, `/guide/${course}/notes`);
  await waitForServiceWorker(page);
  server.files.interruptionsLeft = 2;
  await page.getByRole("button", { name: "More about Kept note" }).click();
  await page.getByRole("menuitem", { name: "Keep on this device" }).click();
  await keepOffline(page, "Kept note");
  await page.goto(`/audio-notes#${audio.id}`);
  await page.getByRole("button", { name: `More about ${audio.title}` }).click();
  await page.getByRole("menuitem", { name: "Keep on this device" }).click();
  await keepOffline(page, audio.title);
  await page.goto("/profile/security#on-this-device");
  const kept = page.getByRole("region", { name: "On this device" }).getByRole("listitem");
  await expect(kept).toHaveCount(2);

  await server.stop();
  const { asked } = server.files;
  await page.goto(`/note/${note}`);
  await readToTheEnd(page);
  await page.goto(`/audio-notes#${audio.id}`);
  await hear(page, audio.title);
  await page.goto("/profile/security#on-this-device");
  const row = kept.filter({ hasText: audio.title });
  await row.getByRole("button", { name: `Play ${audio.title}` }).click();
  await expect(row.getByRole("button", { name: `Pause ${audio.title}` })).toBeVisible();
  await row.getByRole("button", { name: `Pause ${audio.title}` }).click();
  expect(server.files.asked).toBe(asked);

  await (await apiClient(ADMIN)).delete(`/notes/${note}`);
  await server.start();
  await page.goto("/profile/security#on-this-device");
  await expect(kept).toHaveCount(1);
  await expect(kept).toContainText(audio.title);

  // Wait until both positions are sent, so that signing out deletes and lists only offline copies.
  const untold = () =>
    page.evaluate(() => {
      const places = Object.entries(localStorage).filter(([name]) => /^nn:u:.*:(heard|read)$/.test(name));
      return places.map(([, kept]) => JSON.parse(kept).unsent.length);
    });
  await expect.poll(untold).toEqual([0, 0]);
  await server.stop();
  await page.getByRole("button", { name: "Logout" }).first().click();
  const question = page.getByRole("alertdialog", { name: "Log out now?" });
  await expect(question).toContainText(`Will be removed from this device: “${audio.title}”.`);
  await question.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/signin/);
  const nothing = { databases: [], local: ["nn:owed-sign-out"], session: [], caches: [] };
  await expect.poll(() => storageSnapshot(page)).toEqual(nothing);
});

test("S4.offline.9 a download stops halfway when storage is full, says so, and continues when there is space", async ({
  page,
  context,
  server,
}) => {
  const course = await createCourse();
  const audio = await publishAudio("radio", `Long recording ${course}`, 200);
  await signInNewStudent(page, `/audio-notes#${audio.id}`);
  await waitForServiceWorker(page);
  const devtools = await context.newCDPSession(page);
  await page.getByRole("button", { name: `More about ${audio.title}` }).click();
  await page.getByRole("menuitem", { name: "Keep on this device" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^1 audio note, 3\.1 MB/)).toBeVisible();
  const { usage } = await devtools.send("Storage.getUsageAndQuota", { origin: server.origin });
  const quotaSize = usage + 1.5 * 1024 * 1024;
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: server.origin, quotaSize });
  await dialog.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(dialog.getByText("This device is out of space.")).toBeVisible();
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: server.origin });
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText(/^All of it is on this device: 3\.1 MB/)).toBeVisible();
});

test("S4.out.6 changes that two devices make to the same playlist offline are all applied once", async ({
  page,
  browser,
  context,
  server,
}) => {
  test.slow();
  const titles = ["One", "Two", "Three"];
  const course = await createCourse();
  const made = await Promise.all(titles.map((title) => publishAudio("radio", `${title} ${course}`, 2)));
  const student = await signInNewStudent(page, "/audio-notes");
  const api = await apiClient(student);
  const { playlist } = (await api.post("/me/playlists", { name: "Shared", audioIds: [made[0]?.id] })) as {
    playlist: { id: string };
  };
  const elsewhere = await browser.newContext({ baseURL: server.origin, serviceWorkers: "allow" });
  const other = await elsewhere.newPage();
  await signIn(other, student, "/audio-notes");
  for (const device of [page, other]) {
    await waitForServiceWorker(device);
    await device.goto(`/playlist/${playlist.id}`);
    await expect(device.getByRole("heading", { level: 1 })).toHaveText("Shared");
    await device.goto("/audio-notes");
    await device.getByRole("button", { name: `Add to playlist: One ${course}` }).click();
    await expect(device.getByRole("button", { name: /^Shared/ })).toBeVisible();
  }

  await server.stop();
  for (const [device, title] of [
    [page, `Two ${course}`],
    [other, `Three ${course}`],
  ] as const) {
    await device.goto("/audio-notes");
    await device.getByRole("button", { name: `Add to playlist: ${title}` }).click();
    await device.getByRole("button", { name: /^Shared/ }).click();
    await expect(device.getByText("Added on this device.")).toBeVisible();
  }
  // Crash one page before the server is back, and do not use the other one.
  await kill(page);
  await server.start();
  await (await context.newPage()).goto("/");
  const held = async () => {
    const { items } = (await api.get(`/playlists/${playlist.id}`)) as { items: { items: { title: string }[] } };
    return items.items.map(({ title }) => title.replace(` ${course}`, "")).sort();
  };
  await expect.poll(held, { timeout: THERE_MS }).toEqual(titles.sort());
  await elsewhere.close();
});

test("S4.out.7 the service worker sends pending changes on a sync event without an open page", async ({
  page,
  context,
  server,
}) => {
  // Longer timeout: a note is published, and the page is loaded twice.
  test.slow();
  const course = await createCourse();
  const note = await publishNote(course, "Liked in a tunnel");
  // The test browser has no background sync. The test records the registration of the page and sends the sync event
  // itself.
  await page.addInitScript(() => {
    (window as unknown as { SyncManager: { prototype: { register: unknown } } }).SyncManager.prototype.register = (
      tag: string,
    ) => {
      document.documentElement.dataset.sync = tag;
      return Promise.resolve();
    };
  });
  const student = await signInNewStudent(page, `/guide/${course}/notes`);
  const api = await apiClient(student);
  await waitForServiceWorker(page);
  await server.stop();
  await likeButton(page, "Liked in a tunnel").click();
  await expect(page.getByText(/1 change (is|on)/)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-sync", "note-ninja outbox");
  await page.close();

  // A page outside the app, whose developer tools send the sync event.
  const devtools = await context.newCDPSession(await context.newPage());
  let registrationId = "";
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registrationId ||= registrations.find(({ scopeURL }) => scopeURL.startsWith(server.origin))?.registrationId ?? "";
  });
  await devtools.send("ServiceWorker.enable");
  await expect.poll(() => registrationId).not.toBe("");
  await server.start();
  const event = { origin: server.origin, registrationId, tag: "note-ninja outbox", lastChance: false };
  await devtools.send("ServiceWorker.dispatchSyncEvent", event);
  const liked = async () => ((await api.get("/me/likes")) as { notes: string[] }).notes;
  await expect.poll(liked).toEqual([note]);

  const later = await context.newPage();
  await later.goto(`/guide/${course}/notes`);
  await expect(likeButton(later, "Liked in a tunnel")).toHaveAccessibleName("Liked, 1");
  await expect(later.getByText(/^Sending/)).toHaveCount(0);
});
