import { expect, type Page } from "@playwright/test";
import { axe } from "./listening";
import { ask, asStudent, logOut, type Person, tokenOf } from "./people";
import { test } from "./test";

const NOTE = "RAII, smart pointers and the Rule of Five";

/** The sample's notes are indexed a moment after they are published. */
async function isIndexed(who: Person, place: string): Promise<void> {
  const token = await tokenOf(who);
  await expect
    .poll(async () => (await (await ask("GET", `/api/library/inside?places=${place}`, undefined, token)).json()).items)
    .toHaveLength(1);
}

const pages = (page: Page) => page.getByRole("list", { name: "Pages found" }).getByRole("listitem");
const isReadThere = async (page: Page) => {
  await expect(page).toHaveURL(/\/note\/\w+\?find=unwinding#page=1$/);
  await expect(page.getByRole("heading", { name: NOTE, level: 1 })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Find in this note" })).toHaveValue("unwinding");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
};

test("S2.find.5 words inside a course's notes are found on its page, read in their place, and still there on the way back", async ({
  page,
}) => {
  const student = await asStudent(page);
  await isIndexed(student, "CS246");
  await page.goto("/guide/CS246/notes");
  const words = page.getByRole("textbox", { name: "Search inside the notes of CS 246" });
  await words.fill("xyzzyq plugh");
  await expect(page.getByText("No page has these words.")).toBeVisible();
  await words.fill("unwinding");
  await expect(pages(page)).toHaveCount(1);
  await expect(pages(page)).toContainText(NOTE);
  await expect(pages(page)).toContainText("Page 1");
  await expect(pages(page).locator("mark")).toHaveText(["unwinding"]);
  await axe(page, "pages found inside notes");
  await words.press("Enter");
  await isReadThere(page);
  await page.goBack();
  await expect(words).toHaveValue("unwinding");
  await expect(pages(page)).toHaveCount(1);
});

test("S2.find.4 S2.find.5 Browse and the box for everything find inside the notes of followed courses, until one signs out", async ({
  page,
}) => {
  const student = await asStudent(page);
  await isIndexed(student, "CS246");
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
  await logOut(page);
  await expect.poll(kept).not.toContainEqual(expect.stringMatching(/^note-ninja kept /));
});
