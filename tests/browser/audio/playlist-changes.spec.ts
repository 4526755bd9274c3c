import { Buffer } from "node:buffer";
import { expect } from "@playwright/test";
import { button } from "../support/player";
import { header, heading, moveByKeyboard, openNewPlaylist, png, titleOrder, titles } from "../support/playlists";
import { fulfillProblem, holdResponse } from "../support/routes";
import { test } from "../support/test";

test("S7.wr.8 a new name of a playlist shows at once and in other tabs, and a rejected name can be corrected in place", async ({
  page,
  context,
}) => {
  const { id, api } = await openNewPlaylist(page);
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
  await expect(name).toHaveCount(0);
  await expect(heading(page)).toHaveText("Midterms");
  await page.reload();
  await expect(heading(page)).toHaveText("Midterms");
});

test("S2.pl.4 S7.wr.8 a recording is removed from a playlist at once, and Undo restores its position", async ({
  page,
  context,
}) => {
  const { id, notes } = await openNewPlaylist(page);
  const second = await context.newPage();
  await second.goto(`/playlist/${id}`);
  await expect(titles(second)).toHaveCount(3);
  const all = notes.map(({ title }) => title);
  expect(await titleOrder(page)).toEqual(all);

  await page.getByRole("button", { name: `Remove from playlist: ${all[1]}` }).click();
  await expect(titles(page)).toHaveCount(2);
  await expect(header(page)).toContainText("2 audio notes");
  await expect.poll(() => titleOrder(second)).toEqual([all[0], all[2]]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titleOrder(page)).toEqual(all);
  await expect.poll(() => titleOrder(second)).toEqual(all);
  await page.reload();
  await expect(titles(page)).toHaveCount(3);
  expect(await titleOrder(page)).toEqual(all);
});

test("S7.wr.8 a page that is still loading shows changes that another tab makes", async ({ page, context }) => {
  const { id, notes } = await openNewPlaylist(page);
  const [one = "", two = "", three = ""] = notes.map(({ title }) => title);
  const second = await context.newPage();
  await second.goto(`/playlist/${id}`);
  await expect(titles(second)).toHaveCount(3);

  const { answered, release } = await holdResponse(page, "**/api/auth/refresh");
  await page.reload({ waitUntil: "commit" });
  await answered;
  const removed = second.waitForResponse((answer) => answer.request().method() === "DELETE");
  await second.getByRole("button", { name: `Remove from playlist: ${two}` }).click();
  expect((await removed).ok()).toBe(true);
  await expect.poll(() => titleOrder(second)).toEqual([one, three]);
  release();
  await titles(page).first().waitFor();
  expect(await titleOrder(page)).toEqual([one, three]);
});

test("S2.pl.4 a recording reappears when the server rejects its removal", async ({ page }) => {
  const { notes } = await openNewPlaylist(page);
  await page.route("**/api/playlists/*/items/*", (route) => fulfillProblem(route, 503, "unavailable"));
  await page.getByRole("button", { name: `Remove from playlist: ${notes[0]?.title}` }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Could not remove the audio note." })).toBeVisible();
  await expect.poll(() => titleOrder(page)).toEqual(notes.map(({ title }) => title));
  await page.unroute("**/api/playlists/*/items/*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(titles(page)).toHaveCount(2);
});

test("S7.wr.8 a new order set by keyboard is saved", async ({ page }) => {
  const { notes } = await openNewPlaylist(page);
  const [one = "", two = "", three = ""] = notes.map(({ title }) => title);
  await button(header(page), "Change order").click();
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/order"));
  await moveByKeyboard(page, one, "ArrowDown", 2);
  expect((await saved).ok()).toBe(true);
  const list = page.getByRole("list", { name: "Order of the audio notes" });
  await expect(list.getByRole("listitem")).toContainText([two, three, one]);
  const again = page.waitForResponse((answer) => answer.url().endsWith("/order"));
  await moveByKeyboard(page, three, "ArrowUp", 1);
  expect((await again).ok()).toBe(true);
  await button(header(page), "Done").click();
  await expect.poll(() => titleOrder(page)).toEqual([three, two, one]);
  await page.reload();
  await expect(titles(page)).toHaveCount(3);
  expect(await titleOrder(page)).toEqual([three, two, one]);
});

test("S7.wr.8 a new order set by dragging is saved", async ({ page }) => {
  const { notes } = await openNewPlaylist(page);
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
  await expect.poll(() => titleOrder(page)).toEqual([two, three, one]);
});

test("S7.wr.8 reordering an outdated playlist is rejected, and the page shows an error and the current order", async ({
  page,
}) => {
  const { id, notes, api } = await openNewPlaylist(page);
  const [one = "", two = "", three = ""] = notes.map(({ title }) => title);
  await button(header(page), "Change order").click();
  await expect(page.getByRole("button", { name: `Move ${one}`, exact: true })).toBeVisible();
  const { playlist } = (await api.get(`/playlists/${id}`)) as { playlist: { version: number } };
  await api.post(`/playlists/${id}/order`, { audioId: notes[2]?.id, version: playlist.version });
  await moveByKeyboard(page, one, "ArrowDown", 1);
  await expect(page.getByRole("alert").filter({ hasText: "This playlist was changed somewhere else." })).toBeVisible();
  await button(header(page), "Done").click();
  await expect.poll(() => titleOrder(page)).toEqual([three, one, two]);
});

test("S8.pl.2 a cover that is not an image, too large or rejected shows an error", async ({ page }) => {
  await openNewPlaylist(page);
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

  await page.route("**/api/playlists/*/cover", (route) => fulfillProblem(route, 503, "unavailable"));
  await choose("desk.png", "image/png", png());
  await use.click();
  await expect(dialog.getByRole("alert")).toHaveText(/^Failed to upload image\. (?!Failed)/);
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
