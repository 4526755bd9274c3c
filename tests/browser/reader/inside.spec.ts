import { expect, type Page } from "@playwright/test";
import { waitUntilIndexed } from "../support/content";
import { axe } from "../support/player";
import { test } from "../support/test";
import { signInNewStudent, signOut } from "../support/users";

const NOTE = "RAII, smart pointers and the Rule of Five";

const pages = (page: Page) => page.getByRole("list", { name: "Pages found" }).getByRole("listitem");
const isReadThere = async (page: Page, word = "unwinding", note = NOTE, places = 1) => {
  await expect(page).toHaveURL(new RegExp(`/note/\\w+#page=1&find=${word}$`));
  await expect(page.getByRole("heading", { name: note, level: 1 })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Find in this note" })).toHaveValue(word);
  await expect(page.getByText(`1 of ${places}`, { exact: true })).toBeVisible();
};

test("S2.find.5 the course page finds text inside its notes, opens the match, and restores the search on Back", async ({
  page,
}) => {
  const student = await signInNewStudent(page);
  await waitUntilIndexed(student, "CS246");
  await page.goto("/guide/CS246/notes");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url(), request.postData() ?? "", request.headers().referer ?? ""));
  const words = page.getByRole("textbox", { name: "Search notes and audio notes of CS 246" });
  await words.fill("xyzzyq plugh");
  await expect(page.getByText("No page and no audio note has these words.")).toBeVisible();
  await words.fill("unwinding");
  await expect(pages(page)).toHaveCount(1);
  await expect(pages(page)).toContainText(NOTE);
  await expect(pages(page)).toContainText("Page 1");
  await expect(pages(page).locator("mark")).toHaveText(["unwinding"]);
  await axe(page, "pages found inside notes");
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(pages(page)).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await words.press("Enter");
  await isReadThere(page);
  await page.goBack();
  await expect(words).toHaveValue("unwinding");
  await expect(pages(page)).toHaveCount(1);
  await words.press("Enter");
  await isReadThere(page);
  await page.reload();
  await isReadThere(page);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((each) => each.includes("unwinding"))).toEqual([]);
});

test("S2.find.4 S2.find.5 Browse and the command palette search inside the notes of followed courses until sign-out", async ({
  page,
}) => {
  const student = await signInNewStudent(page);
  await waitUntilIndexed(student, "CS246");
  await page.goto("/guide/CS246/notes");
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.getByRole("button", { name: "Following", exact: true })).toBeVisible();
  const inside = page.getByRole("group", { name: "Inside notes" }).getByRole("option");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("unwinding");
  await expect(inside).toHaveCount(1);
  await expect(inside.locator("mark")).toHaveText(["unwinding"]);
  await page.keyboard.press("Enter");
  await isReadThere(page);
  await page.goto("/browse");
  await page.getByPlaceholder("Search for courses, profiles...").fill("unwinding");
  await expect(inside).toContainText(`p. 1 · ${NOTE}`);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await isReadThere(page);
  const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
  await expect.poll(kept).toContainEqual(expect.stringMatching(/^note-ninja kept /));
  await signOut(page);
  await expect.poll(kept).not.toContainEqual(expect.stringMatching(/^note-ninja kept /));
});

test("S2.find.5 My Notes can be searched, including notes of courses that are not followed", async ({ page }) => {
  await waitUntilIndexed(await signInNewStudent(page), "CS246");
  await page.goto("/guide/CS246/notes");
  const inside = page.getByRole("group", { name: "Inside notes" }).getByRole("option");
  const search = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("unwinding");
  };
  const note = page.getByRole("article", { name: NOTE });
  await expect(note).toBeVisible();
  await search();
  await expect(page.getByRole("dialog").getByText("Nothing found for \u201Cunwinding\u201D.")).toBeVisible();
  await page.keyboard.press("Escape");
  await note.getByRole("button", { name: "Add to My Notes" }).click();
  await expect(note.getByRole("button", { name: "Add to My Notes" })).toHaveCount(0);
  await search();
  await expect(inside).toHaveCount(1);
  await expect(inside).toContainText(NOTE);
});

test("S2.find.5 members search inside the notes of an album on its page", async ({ page }) => {
  const words = page.getByRole("textbox", { name: "Search inside the notes of Night Owl" });
  const title = "Which distribution is it?";
  await page.goto("/night-owl");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(words).toHaveCount(0);
  await waitUntilIndexed(await signInNewStudent(page), "nightOwl");
  await page.goto("/night-owl");
  await words.fill("hypergeom");
  await expect(pages(page)).toHaveCount(1);
  await expect(pages(page)).toContainText(title);
  await words.press("Enter");
  await isReadThere(page, "Hypergeometric", title, 2);
});

test("S2.find.5 a damaged full-text index shows an error, and Retry fetches it again", async ({ page }) => {
  const { pathname } = new URL(await waitUntilIndexed(await signInNewStudent(page), "CS246"));
  let isDamaged = true;
  await page.route(`**${pathname}?*`, async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    await route.fulfill({ response, body: isDamaged ? body.subarray(0, body.length / 2) : body });
  });
  await page.goto("/guide/CS246/notes");
  await page.getByRole("textbox", { name: "Search notes and audio notes of CS 246" }).fill("unwinding");
  await expect(page.getByText("The notes could not be searched")).toBeVisible();
  isDamaged = false;
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(pages(page)).toHaveCount(1);
});
