import { expect, type Locator, type Page } from "@playwright/test";
import { createCourse, publishNote } from "./support/content";
import { expectFocusKept } from "./support/overlays";
import { pdfWithTexts } from "./support/pdf";
import { button, mobilePlayer, openPausedPlayer, PHONE, playerBar } from "./support/player";
import { openNewPlaylist, titles } from "./support/playlists";
import { test } from "./support/test";
import { ADMIN, apiClient, createStudent, signIn, signInNewStudent, uniqueName } from "./support/users";

/** Returns the dialog, menu or list box that is open above the page. */
const opened = (page: Page) =>
  page.getByRole("dialog").or(page.getByRole("alertdialog")).or(page.getByRole("menu")).filter({ visible: true });

/** Chooses an item of the open menu by keyboard, and waits until it has opened something else. */
async function choose(page: Page, item: string, name: string): Promise<void> {
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
  await expect(page.getByRole("menu"), name).toHaveCount(0);
  await expect(opened(page), name).toHaveCount(1);
}

/** Presses a button by keyboard, waits until something has opened, and closes it with Escape. */
async function openAndClose(page: Page, opener: Locator, item?: string): Promise<void> {
  const name = `${opener} ${item ?? ""}`;
  await opener.press("Enter");
  await expect(opened(page), name).toHaveCount(1);
  if (item !== undefined) await choose(page, item, name);
  // Wait for the focus: before that, the dialog does not handle Escape.
  await expect.poll(() => opened(page).evaluate((open) => open.contains(document.activeElement)), name).toBe(true);
  await page.keyboard.press("Escape");
  await expect(opened(page), name).toHaveCount(0);
  await expectFocusKept(page, name);
}

type Way = readonly [path: string, opener: string, item?: string];

/** Creates a course with two notes and a chapter of two cards. */
async function makeMaterial() {
  const code = await createCourse("Focused");
  const api = await apiClient(ADMIN);
  const { id: chapter } = (await api.post(`/courses/${code}/chapters`, { number: 1, title: "Sorting" })) as {
    id: string;
  };
  for (const title of ["First?", "Second?"]) {
    await api.post(`/courses/${code}/chapters/${chapter}/cards`, { title, content: `Answer to ${title}` });
  }
  const [first, second] = [uniqueName("Focus one "), uniqueName("Focus two ")];
  const ids = [await publishNote(code, first), await publishNote(code, second)];
  return { code, chapter, first, ids };
}

test("the focus is kept when a student closes a dialog, a menu or a popover", async ({ page }) => {
  const { code, first } = await makeMaterial();
  const { username } = await signInNewStudent(page, `/guide/${code}/notes`);
  const course = `/guide/${code}/notes`;
  const ways: readonly Way[] = [
    [course, "Set date"],
    [course, `More about ${first}`],
    [course, `More about ${first}`, "Report"],
    ["/profile", "Change photo"],
    [`/u/${username}`, "0 followers"],
    [`/u/${username}`, "0 following"],
    ["/profile/security", "Log out everywhere"],
    ["/profile/security", "Delete my account"],
    [`/study?course=${code}`, "Study settings"],
  ];
  for (const [path, name, item] of ways) {
    await page.goto(path);
    const openers = page.getByRole("button", { name, exact: true }).filter({ visible: true });
    await openAndClose(page, openers.first(), item);
  }
  await page.keyboard.press("ControlOrMeta+k");
  await expect(opened(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(opened(page)).toHaveCount(0);
  await expectFocusKept(page, "the search box of a page on which nothing had the focus");
});

test("the focus is kept when an administrator closes a dialog or a menu", async ({ page }) => {
  const { code, first } = await makeMaterial();
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  const ways: readonly Way[] = [
    [`/guide/${code}/notes`, "Add chapter"],
    [`/guide/${code}/notes`, "More for Sorting"],
    [`/guide/${code}/notes`, "More for Sorting", "Edit chapter"],
    [`/admin?place=${code}`, `Actions for ${first}`, "Edit"],
    [`/admin?place=${code}`, `Actions for ${first}`, "Replace file"],
    [`/admin?place=${code}`, `Actions for ${first}`, "Move to trash"],
    ["/admin/courses", "New course"],
    ["/admin/courses", "Import"],
  ];
  for (const [path, name, item] of ways) {
    await page.goto(path);
    await openAndClose(page, page.getByRole("button", { name, exact: true }), item);
  }
});

test("the focus is kept when the dialogs and popovers of the player close", async ({ page }) => {
  const player = await openPausedPlayer(page);
  await openAndClose(page, player.getByRole("button", { name: /^Speed/ }));
  await openAndClose(page, player.getByRole("button", { name: /^Sleep timer/ }));
  await openAndClose(page, button(player, "More"));
  await openAndClose(page, button(player, "More"), "Keyboard shortcuts");
  await button(player, "More").press("Enter");
  await page.getByRole("menuitem", { name: "Stop and close" }).press("Enter");
  await expect(player).toHaveCount(0);
  await expectFocusKept(page, "the player was closed");
});

test("the focus is kept when the full-screen player and its popups close on a phone", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const player = await openPausedPlayer(page);
  const opener = player.getByRole("button", { name: /^Open the player/ });
  await opener.press("Enter");
  await expect(mobilePlayer(page)).toBeVisible();
  await mobilePlayer(page)
    .getByRole("button", { name: /^Speed/ })
    .press("Enter");
  await expect(page.getByRole("dialog", { name: "Speed" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Speed" })).toHaveCount(0);
  await expectFocusKept(page, "the speed was closed");
  await page.keyboard.press("Escape");
  await expect(mobilePlayer(page)).toHaveCount(0);
  await expectFocusKept(page, "the sheet was closed");
});

test("the focus moves to the next row when a track is removed from the queue, and stays in the queue when all are removed", async ({
  page,
}) => {
  const player = await openPausedPlayer(page);
  await button(player, "Queue").press("Enter");
  const queue = page.getByRole("complementary", { name: "Queue" });
  const remove = queue.getByRole("button", { name: /^Remove / });
  await expect(remove.nth(1)).toBeAttached();
  const all = await remove.count();
  for (let left = all; left > 0; left -= 1) {
    await remove.last().press("Enter");
    await expect(remove).toHaveCount(left - 1);
    await expectFocusKept(page, `${left - 1} were left`);
  }
  await page.keyboard.press("Escape");
  await expect(queue).toHaveCount(0);
  await expect(playerBar(page)).toBeVisible();
  await expectFocusKept(page, "the queue was closed");
});

test("the focus is kept when recordings are removed from a playlist, and when its dialogs close", async ({ page }) => {
  await openNewPlaylist(page, "Emptied", 2);
  await openAndClose(page, button(page, "Change cover"));
  await openAndClose(page, button(page, "Delete playlist"));
  for (const left of [1, 0]) {
    await page
      .getByRole("button", { name: /^Remove from playlist/ })
      .first()
      .press("Enter");
    await expect(titles(page)).toHaveCount(left);
    await expectFocusKept(page, `${left} were left in the playlist`);
  }
});

test("the focus moves to the next note when a note is removed from My Notes, and stays on the page after the last", async ({
  page,
}) => {
  const { ids } = await makeMaterial();
  const student = await createStudent();
  const api = await apiClient(student);
  for (const id of ids) await api.put(`/me/notes/${id}`, {});
  await signIn(page, student, "/my-notes");
  const remove = page.getByRole("button", { name: "Remove from My Notes", exact: true });
  await expect(remove).toHaveCount(2);
  await remove.first().press("Enter");
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await expect(remove).toHaveCount(0);
  await expectFocusKept(page, "the last note was removed");
});

test("the focus moves to the next study card when one is removed", async ({ page, secondDevicePage }) => {
  const { code, chapter } = await makeMaterial();
  const path = `/guide/${code}/chapter/${chapter}`;
  const answerYes = async (on: Page) => {
    await on.getByRole("alertdialog").getByRole("button", { name: "Remove" }).press("Enter");
    await expect(on.getByRole("alertdialog")).toHaveCount(0);
  };
  await signIn(page, ADMIN, path);
  await page.getByRole("button", { name: "Edit cards" }).click();
  await page.getByRole("button", { name: "Remove First?" }).press("Enter");
  await answerYes(page);
  await expect(page.getByRole("button", { name: "Remove Second?" })).toBeFocused();

  await signInNewStudent(secondDevicePage, path);
  await secondDevicePage.getByRole("link", { name: "Write a card" }).click();
  await secondDevicePage.getByRole("textbox", { name: "Front" }).fill("Mine?");
  await secondDevicePage.getByRole("textbox", { name: "Back" }).fill("Yes");
  await secondDevicePage.getByRole("button", { name: "Add to my cards" }).click();
  await secondDevicePage.getByRole("button", { name: "Remove Mine?" }).press("Enter");
  await answerYes(secondDevicePage);
  await expect(secondDevicePage.getByRole("button", { name: "Remove Mine?" })).toHaveCount(0);
  await expectFocusKept(secondDevicePage, "the only card was removed");
});

test("the focus returns to the passage after a card is created from it, and moves to the next entry after a highlight is removed", async ({
  page,
}) => {
  const [code, title] = [await createCourse(), uniqueName("Focused ")];
  const id = await publishNote(code, title, "", pdfWithTexts(["A heap is a tree", "A list is none"], title));
  await signInNewStudent(page, `/note/${id}`);
  const passage = page.locator(".textLayer").getByText("A heap is a tree", { exact: true });
  await passage.click({ clickCount: 3 });
  await button(page, "Make a card").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Make a card" });
  await expect(dialog.getByRole("textbox", { name: "Front" })).toBeFocused();
  // Close the dialog before the reader handles the lost selection.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("document", { name: title })).toBeFocused();
  await expect.poll(() => page.evaluate(() => document.getSelection()?.toString().trim())).toBe("A heap is a tree");

  // The passage is selected again, so that a shortcut highlights it.
  await expect(page.getByRole("toolbar", { name: "Highlight the selection" })).toBeVisible();
  await page.keyboard.press("1");
  await page.locator(".textLayer").getByText("A list is none", { exact: true }).click({ clickCount: 3 });
  await button(page, "Highlight in green").press("Enter");
  await button(page, "Highlights").press("Enter");
  const remove = button(page, "Remove highlight");
  await expect(remove).toHaveCount(2);
  await remove.first().press("Enter");
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Highlights" })).toBeFocused();
});
