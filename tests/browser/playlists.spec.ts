import { Buffer } from "node:buffer";
import { deflateSync, crc32 } from "node:zlib";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { hold, refuse } from "./answers";
import { axe, bar, button, tabTo } from "./listening";
import { ADMIN, apiAs, asStudent, makeStudent, signIn, type Student } from "./people";
import { publishAudio } from "./recording";

interface Audio {
  id: string;
  title: string;
  durationSecs?: number;
}

interface Playlist {
  id: string;
  name: string;
  visibility: string;
}

const notFound = (page: Page) => page.getByText("Playlist not found.", { exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const header = (page: Page) => page.getByRole("main").locator("header");
const cards = (page: Page) => page.getByRole("region", { name: "Public Study Playlists" });
const table = (page: Page) => page.getByRole("table", { name: /^Audio notes in / });
const titles = (page: Page) => table(page).getByRole("button", { name: /^(Play|Pause) / });

/** The audio notes of a shelf, newest first. */
async function audioOn(page: Page, shelf: string): Promise<Audio[]> {
  const answer = await page.request.get(`/api/shelves/${shelf}`);
  return ((await answer.json()) as { audio: { items: Audio[] } }).audio.items;
}

/** A playlist of `student` with some audio notes, made over the API. Gives the notes in their order. */
async function makePlaylist(page: Page, student: Student, name: string, count = 3) {
  const notes = (await audioOn(page, "deep-dive")).slice(0, count);
  expect(notes.length).toBe(count);
  const api = await apiAs(page, student);
  const made = await api.post("/me/playlists", { name, audioIds: notes.map(({ id }) => id) });
  return { ...(made as { playlist: Playlist }).playlist, notes, api };
}

/** A signed-in student on the page of a playlist of their own. */
async function onOwnPlaylist(page: Page, name = "Finals week", count = 3) {
  const student = await makeStudent(page);
  const playlist = await makePlaylist(page, student, name, count);
  await signIn(page, student, `/playlist/${playlist.id}`);
  await expect(heading(page)).toHaveText(name);
  return { ...playlist, student };
}

/** The titles in the table, from top to bottom. */
async function order(page: Page): Promise<string[]> {
  const names = await titles(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  return names.map((name) => name.replace(/^(Play|Pause) /, ""));
}

/** A picture of one colour. */
function png(width = 300, height = 200): Buffer {
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

/** Presses 'Move …' up or down by keyboard, as the list's instructions say. */
async function moveByKeyboard(page: Page, title: string, key: "ArrowUp" | "ArrowDown", steps: number): Promise<void> {
  const handle = page.getByRole("button", { name: `Move ${title}`, exact: true });
  await handle.focus();
  await page.keyboard.press("Space");
  const told = page.getByRole("status").or(page.locator("[aria-live]"));
  await expect(told.filter({ hasText: `Picked up ${title}` }).first()).toBeAttached();
  const place = async () => /place (\d+) of/.exec((await told.filter({ hasText: title }).allTextContents()).join(" "))?.[1];
  for (let step = 0; step < steps; step += 1) {
    const before = await place();
    await page.keyboard.press(key);
    await expect.poll(place).not.toBe(before);
  }
  await page.keyboard.press("Space");
  await expect(told.filter({ hasText: `${title} is now at place` }).first()).toBeAttached();
}

test("S1.j.7 S2.pl.1 S2.pl.2 S2.pl.3 S4.pl.3 S7.wr.8 a student builds a playlist from list pages, plays it, changes its cover and deletes it", async ({ page }) => {
  await asStudent(page);
  await page.goto("/deep-dive");
  const add = page.getByRole("button", { name: /^Add to playlist: / });
  await add.first().click();
  await page.getByRole("button", { name: "+ Create New Playlist" }).click();
  const creating = page.getByRole("dialog", { name: "Create Playlist" });
  await creating.getByLabel("Name").fill("Bus to campus");
  await creating.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Playlist created!")).toBeVisible();
  await page.goto("/quick-recap");
  await add.first().click();
  await page.getByRole("button", { name: /^Bus to campus/ }).click();
  await expect(page.getByText("Added to playlist!")).toBeVisible();

  await page.goto("/account");
  await cards(page).getByRole("link", { name: "Bus to campus" }).click();
  await expect(heading(page)).toHaveText("Bus to campus");
  await expect(header(page)).toContainText("2 audio notes");
  const columns = await table(page).getByRole("columnheader").allInnerTexts();
  expect(columns.slice(0, 5)).toEqual(["#", "Title", "Subject", "Uploader", "Duration"]);
  await expect(titles(page)).toHaveCount(2);
  const [first] = await order(page);

  await button(header(page), "Play").click();
  await expect(bar(page)).toContainText(first ?? "");
  await expect(button(header(page), "Pause")).toBeVisible();
  await expect(table(page).getByRole("button", { name: `Pause ${first}` })).toBeVisible();

  await button(header(page), "Change cover").click();
  const dialog = page.getByRole("dialog", { name: "Change cover" });
  await dialog.locator("input[type=file]").setInputFiles({ name: "desk.png", mimeType: "image/png", buffer: png() });
  const preview = dialog.getByRole("img", { name: "New cover: desk.png" });
  await expect(preview).toBeVisible();
  const shown = await preview.boundingBox();
  expect(shown?.width).toBeCloseTo(shown?.height ?? 0, 0);
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await expect(dialog).toHaveCount(0, { timeout: 20_000 });
  const cover = header(page).locator("img[src^='/api/covers/']");
  await expect(cover).toBeVisible();
  await expect.poll(() => cover.evaluate((each: HTMLImageElement) => each.naturalWidth === each.naturalHeight && each.naturalWidth > 0)).toBe(true);
  await page.reload();
  await expect(cover).toBeVisible();

  await button(header(page), "Delete playlist").click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button")).toHaveText(["Cancel", "Delete"]);
  const letGo = await hold(page, "**/api/playlists/*");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("button", { name: "Deleting..." })).toBeDisabled();
  letGo();
  await expect(page).toHaveURL("/account");
  await expect(cards(page).getByText("No playlists yet.", { exact: true })).toBeVisible();
});

test("S4.pl.3 deleting asks first, and says when it was refused", async ({ page }) => {
  const { id } = await onOwnPlaylist(page);
  const question = page.getByRole("alertdialog");
  await button(header(page), "Delete playlist").click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await page.route(`**/api/playlists/${id}`, (route) =>
    route.request().method() === "DELETE" ? refuse(route, 503, "unavailable") : route.continue(),
  );
  await button(header(page), "Delete playlist").click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/^Could not delete the playlist\./)).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(heading(page)).toHaveText("Finals week");
});

test("S2.route.17 S2.pl.2 S2.pl.4 S2.pl.5 S6.stu.3 only its owner has tools, and a private playlist is not there for others", async ({ page, browser }) => {
  const { id, student, notes } = await onOwnPlaylist(page);
  const tools = ["Change cover", "Change order", "Delete playlist", "Rename playlist"];
  for (const name of tools) await expect(button(page, name), name).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove from playlist: / })).toHaveCount(notes.length);

  const other = await (await browser.newContext()).newPage();
  await other.goto(`/playlist/${id}`);
  await expect(other).toHaveURL("/signin");
  await asStudent(other);
  await other.goto(`/playlist/${id}`);
  await expect(heading(other)).toHaveText("Finals week");
  await expect(header(other).getByRole("link", { name: student.username })).toHaveAttribute("href", new RegExp(`^/u/${student.username}$`, "i"));
  await expect(titles(other)).toHaveCount(notes.length);
  await expect(other.getByRole("button", { name: /^Add to playlist: / })).toHaveCount(notes.length);
  for (const name of tools) await expect(button(other, name), name).toHaveCount(0);
  await expect(other.getByRole("button", { name: /^Remove from playlist: / })).toHaveCount(0);
  await expect(other.getByRole("switch")).toHaveCount(0);
  await other.goto(`/u/${student.username}`);
  await expect(cards(other).getByRole("link", { name: "Finals week" })).toHaveAttribute("href", `/playlist/${id}`);

  const hidden = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.getByRole("switch", { name: "Public" }).click();
  await expect(page.getByText("Only you can see it.")).toBeVisible();
  expect((await hidden).ok()).toBe(true);
  await other.goto(`/playlist/${id}`);
  await expect(notFound(other)).toBeVisible();
  await expect(other.getByText("Finals week")).toHaveCount(0);
  await other.goto(`/u/${student.username}`);
  await expect(cards(other).getByText("No playlists yet.", { exact: true })).toBeVisible();
  await page.goto("/account");
  const own = cards(page).getByRole("listitem").filter({ hasText: "Finals week" });
  await expect(own.getByText("Private", { exact: true })).toBeVisible();
});

test("S2.pl.5 a playlist that does not exist says so", async ({ page }) => {
  await asStudent(page);
  for (const id of ["01JD8Z5V7R8XQ4N2T6W0YB3C9E", "nothing-like-an-id"]) {
    await page.goto(`/playlist/${id}`);
    await expect(notFound(page), id).toBeVisible();
  }
});

test("S2.pub.3 a profile shows playlists as cards with their counts, or says that there are none", async ({ page }) => {
  const student = await makeStudent(page);
  await page.goto(`/u/${student.username}`);
  await expect(cards(page).getByText("No playlists yet.", { exact: true })).toBeVisible();
  const { id } = await makePlaylist(page, student, "One");
  await makePlaylist(page, student, "Two", 1);
  await page.reload();
  const links = cards(page).getByRole("link");
  await expect(links).toHaveText(["Two", "One"]);
  await expect(cards(page).getByRole("listitem")).toContainText(["1 audio note", "3 audio notes"]);
  await expect(links.last()).toHaveAttribute("href", `/playlist/${id}`);
});

test("S4.pl.1 S5.pl.1 two tabs that make a playlist of the same name make one", async ({ page, context }) => {
  const student = await asStudent(page, "/account");
  const second = await context.newPage();
  await second.goto("/account");
  const dialogs: Locator[] = [];
  for (const [tab, name] of [[page, "Finals"], [second, " fINALS "]] as const) {
    await button(tab, "New playlist").click();
    const dialog = tab.getByRole("dialog", { name: "Create Playlist" });
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("Playlist name cannot be empty.")).toBeVisible();
    await dialog.getByLabel("Name").fill(name);
    dialogs.push(dialog);
  }
  await Promise.all(dialogs.map((dialog) => dialog.getByRole("button", { name: "Create" }).click()));
  for (const tab of [page, second]) await expect(tab).toHaveURL(/\/playlist\//);
  expect(page.url()).toBe(second.url());
  const mine = (await (await apiAs(page, student)).get("/me/playlists")) as { items: Playlist[] };
  expect(mine.items).toHaveLength(1);
  await expect(page.getByText("This playlist is empty")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Find audio notes" })).toBeVisible();
});

test("S7.wr.8 a new name shows at once and in other tabs; a refused one can be mended in its place", async ({ page, context }) => {
  const { id, api } = await onOwnPlaylist(page);
  await api.post("/me/playlists", { name: "Taken" });
  const second = await context.newPage();
  await second.goto(`/playlist/${id}`);
  await expect(heading(second)).toHaveText("Finals week");

  await button(page, "Rename playlist").click();
  const name = page.getByLabel("Name of the playlist");
  await name.fill("   ");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Playlist name cannot be empty.")).toBeVisible();
  await name.fill("  Midterms ");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Midterms");
  await expect(button(page, "Rename playlist")).toBeFocused();
  await expect(heading(second)).toHaveText("Midterms");

  await button(page, "Rename playlist").click();
  await name.fill("TAKEN");
  await button(page, "Save").click();
  await expect(page.getByText("You already have a playlist with this name.")).toBeVisible();
  await expect(name).toHaveValue("TAKEN");
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(heading(page)).toHaveText("Midterms");
  await page.reload();
  await expect(heading(page)).toHaveText("Midterms");
});

test("S2.pl.4 S7.wr.8 an audio note is taken out at once, and put back where it was", async ({ page, context }) => {
  const { id, notes } = await onOwnPlaylist(page);
  const second = await context.newPage();
  await second.goto(`/playlist/${id}`);
  await expect(titles(second)).toHaveCount(3);
  const all = notes.map(({ title }) => title);
  expect(await order(page)).toEqual(all);

  await page.getByRole("button", { name: `Remove from playlist: ${all[1]}` }).click();
  await expect(titles(page)).toHaveCount(2);
  await expect(header(page)).toContainText("2 audio notes");
  await expect.poll(() => order(second)).toEqual([all[0], all[2]]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => order(page)).toEqual(all);
  await expect.poll(() => order(second)).toEqual(all);
  await page.reload();
  await expect(titles(page)).toHaveCount(3);
  expect(await order(page)).toEqual(all);
});

test("S2.pl.4 an audio note comes back when taking it out is refused", async ({ page }) => {
  const { notes } = await onOwnPlaylist(page);
  await page.route("**/api/playlists/*/items/*", (route) => refuse(route, 503, "unavailable"));
  await page.getByRole("button", { name: `Remove from playlist: ${notes[0]?.title}` }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Could not remove the audio note." })).toBeVisible();
  await expect.poll(() => order(page)).toEqual(notes.map(({ title }) => title));
  await page.unroute("**/api/playlists/*/items/*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(titles(page)).toHaveCount(2);
});

test("S7.wr.8 the order is changed by keyboard and stays", async ({ page }) => {
  const { notes } = await onOwnPlaylist(page);
  const [one = "", two = "", three = ""] = notes.map(({ title }) => title);
  await button(header(page), "Change order").click();
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/order"));
  await moveByKeyboard(page, one, "ArrowDown", 2);
  expect((await saved).ok()).toBe(true);
  const again = page.waitForResponse((answer) => answer.url().endsWith("/order"));
  await moveByKeyboard(page, three, "ArrowUp", 1);
  expect((await again).ok()).toBe(true);
  await button(header(page), "Done").click();
  await expect.poll(() => order(page)).toEqual([three, two, one]);
  await page.reload();
  await expect(titles(page)).toHaveCount(3);
  expect(await order(page)).toEqual([three, two, one]);
});

test("S7.wr.8 the order is changed by dragging", async ({ page }) => {
  const { notes } = await onOwnPlaylist(page);
  const [one = "", two = "", three = ""] = notes.map(({ title }) => title);
  await button(header(page), "Change order").click();
  const from = await page.getByRole("button", { name: `Move ${one}`, exact: true }).boundingBox();
  const to = await page.getByRole("button", { name: `Move ${three}`, exact: true }).boundingBox();
  if (!from || !to) throw new Error("the handles are not on the screen");
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/order"));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
  expect((await saved).ok()).toBe(true);
  await button(header(page), "Done").click();
  await expect.poll(() => order(page)).toEqual([two, three, one]);
});

test("S7.wr.8 an order made from an old state is not taken; the page says so and shows the new state", async ({ page }) => {
  const { id, notes, api } = await onOwnPlaylist(page);
  const [one = "", two = "", three = ""] = notes.map(({ title }) => title);
  await button(header(page), "Change order").click();
  await expect(page.getByRole("button", { name: `Move ${one}`, exact: true })).toBeVisible();
  const { playlist } = (await api.get(`/playlists/${id}`)) as { playlist: { version: number } };
  await api.post(`/playlists/${id}/order`, { audioId: notes[2]?.id, version: playlist.version });
  await moveByKeyboard(page, one, "ArrowDown", 1);
  await expect(page.getByRole("alert").filter({ hasText: "This playlist was changed somewhere else." })).toBeVisible();
  await button(header(page), "Done").click();
  await expect.poll(() => order(page)).toEqual([three, one, two]);
});

test("S8.pl.2 a cover that is no picture, too large or refused says so", async ({ page }) => {
  await onOwnPlaylist(page);
  await button(header(page), "Change cover").click();
  const dialog = page.getByRole("dialog", { name: "Change cover" });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  const use = dialog.getByRole("button", { name: "Use this picture" });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/cover")) sent.push(request.method());
  });
  await choose("notes.txt", "text/plain", Buffer.from("hello"));
  await expect(dialog.getByRole("alert")).toContainText("Choose a JPEG, PNG, WebP or GIF picture.");
  await choose("huge.png", "image/png", Buffer.alloc(5 * 1024 * 1024));
  await expect(dialog.getByRole("alert")).toContainText("5 MB");
  await choose("torn.png", "image/png", Buffer.from("this only says that it is a picture"));
  await expect(dialog.getByRole("alert")).toContainText("This picture cannot be read.");
  await expect(use).toBeDisabled();
  expect(sent).toEqual([]);

  await page.route("**/api/playlists/*/cover", (route) => refuse(route, 503, "unavailable"));
  await choose("desk.png", "image/png", png());
  await use.click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to upload image.");
  await page.unroute("**/api/playlists/*/cover");
  await dialog.getByRole("button", { name: "Retry" }).click();
  await expect(dialog).toHaveCount(0, { timeout: 20_000 });
  await expect(header(page).locator("img[src^='/api/covers/']")).toBeVisible();

  await button(header(page), "Change cover").click();
  await dialog.getByRole("button", { name: "Remove cover" }).click();
  await expect(header(page).locator("img[src^='/api/covers/']")).toHaveCount(0);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(header(page).locator("img[src^='/api/covers/']")).toHaveCount(0);
});

test("S7.rd.9 an audio note that its uploader removed stays readable for the owner alone", async ({ page, browser }) => {
  const gone = await publishAudio(page, "radio", `Soon gone ${Date.now()}`);
  const admin = await apiAs(page, ADMIN);
  const { id, api, notes } = await onOwnPlaylist(page, "With a gap", 1);
  await api.put(`/playlists/${id}/items/${gone.id}`, {});
  await admin.delete(`/audio/${gone.id}`);
  await page.goto(`/playlist/${id}`);
  const row = table(page).getByRole("row").filter({ hasText: "Unavailable" });
  await expect(row).toContainText(`Removed by its uploader: ${gone.title}`);
  await expect(titles(page)).toHaveCount(1);

  const other = await (await browser.newContext()).newPage();
  await asStudent(other);
  await other.goto(`/playlist/${id}`);
  await expect(titles(other)).toHaveCount(1);
  await expect(other.getByText("Unavailable")).toHaveCount(0);

  await page.getByRole("button", { name: `Remove from playlist: Removed by its uploader: ${gone.title}` }).click();
  await expect(row).toHaveCount(0);
  expect(await order(page)).toEqual([notes[0]?.title]);
});

test("S2.pl.1 S2.pl.2 everything about a playlist is reached by keyboard alone", async ({ page }) => {
  const { notes } = await onOwnPlaylist(page);
  await page.getByRole("main").focus();
  await tabTo(page, button(page, "Rename playlist"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("By hand");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("By hand");
  await tabTo(page, button(header(page), "Play"));
  await page.keyboard.press("Enter");
  await expect(button(header(page), "Pause")).toBeFocused();
  await tabTo(page, page.getByRole("switch", { name: "Public" }));
  await page.keyboard.press("Space");
  await expect(page.getByText("Only you can see it.")).toBeVisible();
  await tabTo(page, titles(page).first());
  await page.keyboard.press("ArrowDown");
  await expect(titles(page).nth(1)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: `Remove from playlist: ${notes[1]?.title}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(titles(page)).toHaveCount(2);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on a playlist and its dialogs, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { student } = await onOwnPlaylist(page);
    await axe(page, "the playlist");
    await button(header(page), "Change order").click();
    await axe(page, "its order");
    await button(header(page), "Change cover").click();
    await axe(page, "its cover");
    await page.keyboard.press("Escape");
    await button(header(page), "Delete playlist").click();
    await axe(page, "the question");
    await page.goto(`/u/${student.username}`);
    await expect(cards(page).getByRole("link")).toHaveCount(1);
    await axe(page, "the profile");
  });
}

test("what was begun is gone on with from the dashboard, at its second, until it is finished", async ({ page }) => {
  const student = await makeStudent(page);
  const [note] = (await audioOn(page, "deep-dive")).filter(({ durationSecs }) => (durationSecs ?? 0) > 20);
  if (!note) throw new Error("the sample content has no audio note of 20 s or more");
  const api = await apiAs(page, student);
  const told = (positionMs: number, isFinished: boolean) => ({
    items: [
      {
        audioId: note.id,
        position: {
          device: "another-device",
          counter: Date.now(),
          positionMs,
          durationMs: Math.round((note.durationSecs ?? 0) * 1000),
          isFinished,
          isRestart: false,
        },
      },
    ],
  });
  await signIn(page, student);
  const row = page.getByRole("region", { name: "Continue listening" });
  await expect(page.getByRole("region", { name: "Top study guides" })).toBeVisible();
  await expect(row).toHaveCount(0);
  await api.put("/me/positions", told(9_000, false));
  await page.reload();
  const card = row.getByRole("button", { name: `Continue ${note.title}` });
  await expect(card).toHaveAccessibleName(/ left$/);
  await card.click();
  await expect(button(bar(page), "Pause")).toBeVisible();
  const seek = bar(page).getByRole("slider", { name: "Seek" });
  // It has gone on for a moment, so that pausing is news to the server.
  await expect.poll(async () => Number(await seek.getAttribute("aria-valuenow"))).toBeGreaterThanOrEqual(11);
  expect(Number(await seek.getAttribute("aria-valuenow"))).toBeLessThan(20);
  const reported = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.url().endsWith("/me/positions"));
  await row.getByRole("button", { name: `Pause ${note.title}` }).click();
  expect((await reported).ok()).toBe(true);
  await expect(button(bar(page), "Play")).toBeVisible();
  await expect(card).toBeVisible();

  await api.put("/me/positions", told(Math.round((note.durationSecs ?? 0) * 1000), true));
  await page.reload();
  await expect(page.getByRole("region", { name: "Top study guides" })).toBeVisible();
  await expect(row).toHaveCount(0);
});
