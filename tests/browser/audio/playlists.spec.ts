import { expect, type Locator } from "@playwright/test";
import { publishAudio } from "../support/content";
import { axe, axeInBothThemes, button, playerBar, tabTo } from "../support/player";
import {
  cards,
  getShelfAudio,
  header,
  heading,
  makePlaylist,
  notFound,
  openNewPlaylist,
  type Playlist,
  png,
  table,
  titleOrder,
  titles,
} from "../support/playlists";
import { fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, signIn, signInNewStudent } from "../support/users";

test("S1.j.7 S2.pl.1 S2.pl.2 S2.pl.3 S4.pl.3 S6.stu.1 S7.wr.8 a student builds a playlist from shelf pages, plays it, changes its cover and deletes it", async ({
  page,
}) => {
  await signInNewStudent(page, "/deep-dive");
  const add = page.getByRole("button", { name: /^Add to playlist: / });
  await add.first().click();
  await page.getByRole("button", { name: "+ Create New Playlist" }).click();
  const creating = page.getByRole("dialog", { name: "Create Playlist" });
  await creating.getByLabel("Name").fill("Bus to campus");
  await creating.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Playlist created!", { exact: true })).toBeVisible();
  for (const shelf of ["/quick-recap", "/chill-review", "/audio-notes"]) {
    await page.goto(shelf);
    await add.first().click();
    await page.getByRole("button", { name: /^Bus to campus/ }).click();
    await expect(page.getByText("Added to playlist!", { exact: true }), shelf).toBeVisible();
  }

  await page.goto("/account");
  await cards(page).getByRole("link", { name: "Bus to campus" }).click();
  await expect(heading(page)).toHaveText("Bus to campus");
  await expect(header(page)).toContainText(/(?<!\d)4 audio notes(?!\w)/);
  const columns = await table(page).getByRole("columnheader").allInnerTexts();
  expect(columns.slice(0, 6)).toEqual(["#", "Title", "Likes", "Subject", "Uploader", "Duration"]);
  await expect(titles(page)).toHaveCount(4);
  const [first] = await titleOrder(page);
  const cells = table(page).getByRole("row").nth(1).getByRole("cell");
  await expect(cells.nth(0)).toHaveText("1");
  await expect(cells.nth(1)).toContainText(first ?? "");
  const known = (await getShelfAudio("deep-dive")).find(({ title }) => title === first);
  await expect(cells.nth(3)).toHaveText(known?.subject ?? "not on the shelf");
  await expect(cells.nth(4)).toHaveText(known?.uploaderName ?? "not on the shelf");
  await expect(cells.nth(5)).toHaveText(/^\d+:\d\d$/);

  await button(header(page), "Play").click();
  await expect(playerBar(page)).toContainText(first ?? "");
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
  await expect
    .poll(() =>
      cover.evaluate((each: HTMLImageElement) => each.naturalWidth === each.naturalHeight && each.naturalWidth > 0),
    )
    .toBe(true);
  await page.reload();
  await expect(cover).toBeVisible();

  await button(header(page), "Delete playlist").click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button")).toHaveText(["Cancel", "Delete"]);
  const letGo = await holdRequests(page, "**/api/playlists/*");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("button", { name: "Deleting...", exact: true })).toBeDisabled();
  letGo();
  await expect(page).toHaveURL("/account");
  await expect(cards(page).getByText("No playlists yet.", { exact: true })).toBeVisible();
});

test("S4.pl.3 deleting a playlist asks first, and a rejected deletion shows an error", async ({ page }) => {
  const { id } = await openNewPlaylist(page);
  const question = page.getByRole("alertdialog");
  await button(header(page), "Delete playlist").click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await page.route(`**/api/playlists/${id}`, (route) =>
    route.request().method() === "DELETE" ? fulfillProblem(route, 503, "unavailable") : route.continue(),
  );
  await button(header(page), "Delete playlist").click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/^Could not delete the playlist\./)).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(heading(page)).toHaveText("Finals week");
});

test("S2.route.17 S2.pl.2 S2.pl.4 S2.pl.5 S2.pub.3 S6.stu.3 only the owner can edit a playlist, and a private playlist is not found for others", async ({
  page,
  secondDevicePage: other,
}) => {
  const { id, student, notes } = await openNewPlaylist(page);
  const tools = ["Change cover", "Change order", "Delete playlist", "Rename playlist"];
  for (const name of tools) await expect(button(page, name), name).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove from playlist: / })).toHaveCount(notes.length);

  await other.goto(`/playlist/${id}`);
  await expect(other).toHaveURL("/signin");
  await signInNewStudent(other, `/playlist/${id}`);
  await expect(heading(other)).toHaveText("Finals week");
  await expect(header(other).getByRole("link", { name: student.username })).toHaveAttribute(
    "href",
    new RegExp(`^/u/${student.username}$`, "i"),
  );
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

test("S2.pl.2 creating a playlist says that it is public, and offers to make it private", async ({ page }) => {
  const student = await signInNewStudent(page, "/account");
  await button(page, "New playlist").click();
  const dialog = page.getByRole("dialog", { name: "Create Playlist" });
  const isPublic = dialog.getByRole("switch", { name: "Public" });
  await expect(isPublic).toBeChecked();
  await expect(isPublic).toHaveAccessibleDescription(/^Anyone who is signed in can listen to it/);
  await isPublic.click();
  await expect(isPublic).toHaveAccessibleDescription("Only you can see it.");
  await axe(page, "creating a playlist");
  await dialog.getByLabel("Name").fill("Only mine");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(/\/playlist\//);
  const mine = (await (await apiClient(student)).get("/me/playlists")) as { items: { visibility: string }[] };
  expect(mine.items.map(({ visibility }) => visibility)).toEqual(["private"]);
});

test("S2.pl.5 an unknown playlist shows a not-found message", async ({ page }) => {
  await signInNewStudent(page);
  for (const id of ["01JD8Z5V7R8XQ4N2T6W0YB3C9E", "nothing-like-an-id"]) {
    await page.goto(`/playlist/${id}`);
    await expect(notFound(page), id).toBeVisible();
  }
});

test("S2.pub.3 a profile shows playlists as cards with their counts, or an empty state", async ({ page }) => {
  const student = await createStudent();
  await page.goto(`/u/${student.username}`);
  await expect(cards(page).getByText("No playlists yet.", { exact: true })).toBeVisible();
  const { id } = await makePlaylist(student, "One");
  await makePlaylist(student, "Two", 1);
  await page.reload();
  const links = cards(page).getByRole("link");
  await expect(links).toHaveText(["Two", "One"]);
  await expect(cards(page).getByRole("listitem")).toContainText([
    /(?<!\d)1 audio note(?!\w)/,
    /(?<!\d)3 audio notes(?!\w)/,
  ]);
  await expect(links.last()).toHaveAttribute("href", `/playlist/${id}`);
});

test("S4.pl.1 S5.pl.1 creating a playlist with the same name in two tabs creates one playlist", async ({
  page,
  context,
}) => {
  const student = await signInNewStudent(page, "/account");
  const second = await context.newPage();
  await second.goto("/account");
  const dialogs: Locator[] = [];
  for (const [tab, name] of [
    [page, "Finals"],
    [second, " fINALS "],
  ] as const) {
    await button(tab, "New playlist").click();
    const dialog = tab.getByRole("dialog", { name: "Create Playlist" });
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("Playlist name cannot be empty.", { exact: true })).toBeVisible();
    await dialog.getByLabel("Name").fill(name);
    dialogs.push(dialog);
  }
  await Promise.all(dialogs.map((dialog) => dialog.getByRole("button", { name: "Create" }).click()));
  for (const tab of [page, second]) await expect(tab).toHaveURL(/\/playlist\//);
  expect(page.url()).toBe(second.url());
  const mine = (await (await apiClient(student)).get("/me/playlists")) as { items: Playlist[] };
  expect(mine.items).toHaveLength(1);
  await expect(page.getByText("This playlist is empty")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Find audio notes" })).toBeVisible();
});

test("S7.rd.9 only the owner of a playlist can see a recording that its uploader removed", async ({
  page,
  secondDevicePage: other,
}) => {
  const gone = await publishAudio("radio", `Soon gone ${Date.now()}`);
  const admin = await apiClient(ADMIN);
  const { id, api, notes } = await openNewPlaylist(page, "With a gap", 1);
  await api.put(`/playlists/${id}/items/${gone.id}`, {});
  await admin.delete(`/audio/${gone.id}`);
  await page.goto(`/playlist/${id}`);
  const row = table(page).getByRole("row").filter({ hasText: "Unavailable" });
  await expect(row).toContainText(`Removed by its uploader: ${gone.title}`);
  await expect(titles(page)).toHaveCount(1);

  await signInNewStudent(other, `/playlist/${id}`);
  await expect(titles(other)).toHaveCount(1);
  await expect(other.getByText("Unavailable")).toHaveCount(0);

  await page.getByRole("button", { name: `Remove from playlist: Removed by its uploader: ${gone.title}` }).click();
  await expect(row).toHaveCount(0);
  expect(await titleOrder(page)).toEqual([notes[0]?.title]);
});

test("S2.pl.1 S2.pl.2 all controls of a playlist can be reached by keyboard", async ({ page }) => {
  const { notes } = await openNewPlaylist(page);
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
  // The first key press reaches the like button.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: `Remove from playlist: ${notes[1]?.title}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(titles(page)).toHaveCount(2);
});

test("axe finds no serious problems on a playlist and its dialogs", async ({ page }) => {
  const { student } = await openNewPlaylist(page);
  await axeInBothThemes(page, "the playlist");
  await button(header(page), "Change order").click();
  await axeInBothThemes(page, "its order");
  await button(header(page), "Change cover").click();
  await axeInBothThemes(page, "its cover");
  await page.keyboard.press("Escape");
  await button(header(page), "Delete playlist").click();
  await axeInBothThemes(page, "the question");
  await page.goto(`/u/${student.username}`);
  await expect(cards(page).getByRole("link")).toHaveCount(1);
  await axeInBothThemes(page, "the profile");
});

test("the dashboard resumes a started recording at its position until it is finished", async ({ page }) => {
  const student = await createStudent();
  const [note] = (await getShelfAudio("deep-dive")).filter(({ durationSecs }) => (durationSecs ?? 0) > 20);
  if (!note) throw new Error("the sample content has no audio note of 20 s or more");
  const api = await apiClient(student);
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
  await expect(button(playerBar(page), "Pause")).toBeVisible();
  const seek = playerBar(page).getByRole("slider", { name: "Seek" });
  // Wait until playback has started, so that pausing sends a new position.
  await expect.poll(async () => Number(await seek.getAttribute("aria-valuenow"))).toBeGreaterThanOrEqual(11);
  expect(Number(await seek.getAttribute("aria-valuenow"))).toBeLessThan(20);
  const reported = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().endsWith("/me/positions"),
  );
  await row.getByRole("button", { name: `Pause ${note.title}` }).click();
  expect((await reported).ok()).toBe(true);
  await expect(button(playerBar(page), "Play")).toBeVisible();
  await expect(card).toBeVisible();

  await api.put("/me/positions", told(Math.round((note.durationSecs ?? 0) * 1000), true));
  await page.reload();
  await expect(page.getByRole("region", { name: "Top study guides" })).toBeVisible();
  await expect(row).toHaveCount(0);
});
