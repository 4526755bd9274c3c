import { expect, type Locator, type Page } from "@playwright/test";
import { picture, publishAudio } from "../support/content";
import { button, playerBar } from "../support/player";
import { getShelf, rows } from "../support/shelves";
import { test } from "../support/test";
import { ADMIN, signIn, signInNewStudent, uniqueName } from "../support/users";

/** Returns the titles of a shelf that contain a text, in the order of the page. */
async function listed(page: Page, path: string, text: string): Promise<string[]> {
  await page.goto(path);
  await expect(rows(page).first()).toBeVisible();
  const buttons = page.getByRole("table").getByRole("button", { name: `Play ${text}` });
  const names = await buttons.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""));
  return names.map((each) => each.replace("Play ", ""));
}

/** Returns the width of the image file. */
const widthOf = (shown: Locator) => shown.evaluate((image: HTMLImageElement) => image.naturalWidth);

test("S6.adm.6 the picture, the shelf and the position of a published recording can be changed", async ({
  page,
  secondDevicePage: student,
}) => {
  // Longer timeout: the server checks three recordings and a picture.
  test.slow();
  const name = uniqueName("Edited");
  const titles = { moved: `${name} moved`, older: `${name} older`, newer: `${name} newer` };
  const { id } = await publishAudio("chill-review", titles.moved);
  await publishAudio("quick-recap", titles.older);
  await publishAudio("quick-recap", titles.newer);
  const dialog = page.getByRole("dialog", { name: `Edit “${titles.moved}”` });
  const edit = async () => {
    await page.goto(`/admin?text=${name}`);
    await page.getByRole("button", { name: `Actions for ${titles.moved}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await expect(dialog.getByLabel("Title")).toHaveValue(titles.moved);
  };
  const save = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await signInNewStudent(student);
  await signIn(page, ADMIN, "/admin");
  await edit();
  await expect(dialog.getByLabel("Shelf")).toHaveValue("chill-review");
  await dialog.getByLabel("Shelf").selectOption("Quick Recap");
  await dialog.getByLabel("Place").selectOption(`After “${titles.newer}”`);
  await dialog.getByLabel("Picture file").setInputFiles(picture);
  await expect(dialog.getByText(picture.name, { exact: true })).toBeVisible();
  await save();

  expect(await listed(student, "/quick-recap", name)).toEqual([titles.newer, titles.moved, titles.older]);
  expect(await listed(student, "/chill-review", name)).toEqual([]);
  expect((await getShelf("quick-recap")).notes.filter((note) => note.id === id)).toHaveLength(1);
  await edit();
  await expect(dialog.getByLabel("Shelf")).toHaveValue("quick-recap");
  const shown = dialog.getByRole("img", { name: "Shown now" });
  await expect.poll(() => widthOf(shown)).toBe(1);
  await dialog.getByLabel("Place").selectOption("First on the shelf");
  await save();

  expect(await listed(student, "/quick-recap", name)).toEqual([titles.moved, titles.newer, titles.older]);
  await button(student.getByRole("main"), `Play ${titles.moved}`).click();
  await expect.poll(() => widthOf(playerBar(student).locator("img"))).toBe(1);
});
