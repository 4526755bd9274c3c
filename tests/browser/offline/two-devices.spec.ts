import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { pdfWithTexts } from "../support/pdf";
import { apiAs, fresh, makeStudent, signIn } from "../support/people";
import { makeCourse, publishNote } from "../support/publish";
import { test } from "../support/test";

/** Resolves when the server has answered a change. */
const saved = (page: Page, path: string) =>
  page.waitForResponse((answer) => answer.url().includes(path) && answer.request().method() !== "GET" && answer.ok());

/** Returns to a page, as from another window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));

test("S2.mark.1 changes of one highlight on two devices are all applied", async ({ page, elsewhere }) => {
  const title = fresh("Marks ");
  const file = pdfWithTexts(["One", "A subject notifies observers"], title);
  const [id, student] = await Promise.all([publishNote(await makeCourse(), title, "", file), makeStudent()]);
  const api = await apiAs(student);
  const sha256 = createHash("sha256").update(file).digest("hex");
  const mark = { sha256, prefix: "", suffix: "", colour: "yellow", page: 2 };
  const quote = "A subject notifies observers";
  await api.put(`/me/highlights/${id}/01JD8Z5V7R8XQ4N2T6W0YB3C9F`, { ...mark, quote, remark: "Old" });
  const remark = (on: Page) => on.getByRole("textbox", { name: `Comment on: ${quote}` });
  for (const device of [page, elsewhere]) {
    await signIn(device, student, `/note/${id}`);
    await device.getByRole("button", { name: "Highlights", exact: true }).click();
    await expect(remark(device)).toHaveValue("Old");
  }

  // Text is saved while it is typed, too.
  for (const [device, text] of [
    [page, "Rewritten"],
    [elsewhere, "Old word"],
  ] as const) {
    const answered = saved(device, "/me/highlights/");
    await remark(device).fill(text);
    await remark(device).press("Tab");
    await answered;
  }
  await expect(
    elsewhere.getByText("You changed this comment on another device too. It now has both texts."),
  ).toBeVisible();
  await expect(remark(elsewhere)).toHaveValue("Rewritten\n\nOld word");

  // This page still shows the remark as it saved it, until its user returns to it.
  await expect(remark(page)).toHaveValue("Rewritten");
  await comeBack(page);
  await expect(remark(page)).toHaveValue("Rewritten\n\nOld word");
  await Promise.all([saved(page, "/me/highlights/"), page.getByRole("button", { name: "green", exact: true }).click()]);
  await expect(remark(page)).toHaveValue("Rewritten\n\nOld word");
  const kept = { colour: "green", remark: "Rewritten\n\nOld word" };
  expect(await api.get(`/me/highlights/${id}`)).toMatchObject({ items: [{ mark: kept }] });
});

test("S2.prof.4 conflicting profile changes of two devices are all shown, and none is overwritten silently", async ({
  page,
  elsewhere,
}) => {
  const student = await makeStudent();
  const name = (on: Page) => on.getByLabel("Full Name", { exact: true });
  const save = (on: Page) => on.getByRole("button", { name: "Save Changes", exact: true }).click();
  for (const device of [page, elsewhere]) {
    await signIn(device, student, "/profile");
    await expect(device.getByLabel("Username")).toHaveValue(student.username);
  }
  await name(page).fill("Wilhelmina");
  await Promise.all([saved(page, "/me/profile"), save(page)]);
  await elsewhere.getByLabel("Year").fill("3A");
  await Promise.all([saved(elsewhere, "/me/profile"), save(elsewhere)]);
  await expect(name(elsewhere)).toHaveValue("Wilhelmina");

  await name(elsewhere).fill("Mina");
  await Promise.all([saved(elsewhere, "/me/profile"), save(elsewhere)]);
  await name(page).fill("Willa");
  await save(page);
  await expect(page.getByText("You changed this to “Mina” on another device. Saving replaces it.")).toBeVisible();
  await expect(name(page)).toHaveValue("Willa");
  await expect(page.getByLabel("Year")).toHaveValue("3A");
  await Promise.all([saved(page, "/me/profile"), save(page)]);
  expect(await (await apiAs(student)).get("/me")).toMatchObject({ name: "Willa", year: "3A" });
});
