import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { makeChapter, THREE_CARDS } from "../support/chapters";
import { createCourse, publishNote } from "../support/content";
import { isoDateInDays } from "../support/days";
import { pdfWithTexts } from "../support/pdf";
import { button } from "../support/player";
import {
  getShelfAudio,
  header,
  heading,
  moveByKeyboard,
  openNewPlaylist,
  titleOrder,
  titles,
} from "../support/playlists";
import { test } from "../support/test";
import { apiClient, createStudent, signIn, uniqueName } from "../support/users";

/** Resolves when the server has answered a change. */
const saved = (page: Page, path: string) =>
  page.waitForResponse((answer) => answer.url().includes(path) && answer.request().method() !== "GET" && answer.ok());

/** Simulates returning to the page from another window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));

test("S2.mark.1 changes of the same highlight on two devices are all applied", async ({ page, secondDevicePage }) => {
  const title = uniqueName("Marks ");
  const file = pdfWithTexts(["One", "A subject notifies observers"], title);
  const [id, student] = await Promise.all([publishNote(await createCourse(), title, "", file), createStudent()]);
  const api = await apiClient(student);
  const sha256 = createHash("sha256").update(file).digest("hex");
  const mark = { sha256, prefix: "", suffix: "", colour: "yellow", page: 2 };
  const quote = "A subject notifies observers";
  await api.put(`/me/highlights/${id}/01JD8Z5V7R8XQ4N2T6W0YB3C9F`, { ...mark, quote, remark: "Old" });
  const remark = (on: Page) => on.getByRole("textbox", { name: `Comment on: ${quote}` });
  for (const device of [page, secondDevicePage]) {
    await signIn(device, student, `/note/${id}`);
    await device.getByRole("button", { name: "Highlights", exact: true }).click();
    await expect(remark(device)).toHaveValue("Old");
  }

  // Remarks are saved while the student types.
  for (const [device, text] of [
    [page, "Rewritten"],
    [secondDevicePage, "Old word"],
  ] as const) {
    const answered = saved(device, "/me/highlights/");
    await remark(device).fill(text);
    await remark(device).press("Tab");
    await answered;
  }
  await expect(
    secondDevicePage.getByText("You changed this comment on another device too. It now has both texts."),
  ).toBeVisible();
  await expect(remark(secondDevicePage)).toHaveValue("Rewritten\n\nOld word");

  // This page shows its own version of the remark until the student returns to it.
  await expect(remark(page)).toHaveValue("Rewritten");
  await comeBack(page);
  await expect(remark(page)).toHaveValue("Rewritten\n\nOld word");
  await Promise.all([saved(page, "/me/highlights/"), page.getByRole("button", { name: "green", exact: true }).click()]);
  await expect(remark(page)).toHaveValue("Rewritten\n\nOld word");

  // The other page still shows the first colour. Its next remark must not restore that colour.
  const green = secondDevicePage.getByRole("button", { name: "green", exact: true });
  await expect(green).toHaveAttribute("aria-pressed", "false");
  await remark(secondDevicePage).fill("Both");
  await Promise.all([saved(secondDevicePage, "/me/highlights/"), remark(secondDevicePage).press("Tab")]);
  await expect(green).toHaveAttribute("aria-pressed", "true");
  const kept = { colour: "green", remark: "Both" };
  expect(await api.get(`/me/highlights/${id}`)).toMatchObject({ items: [{ mark: kept }] });
});

test("S2.prof.4 conflicting profile changes of two devices are all shown, and none is overwritten without a choice", async ({
  page,
  secondDevicePage,
}) => {
  const student = await createStudent();
  const name = (on: Page) => on.getByLabel("Full Name", { exact: true });
  const save = (on: Page) => on.getByRole("button", { name: "Save Changes", exact: true }).click();
  for (const device of [page, secondDevicePage]) {
    await signIn(device, student, "/profile");
    await expect(device.getByLabel("Username")).toHaveValue(student.username);
  }
  await name(page).fill("Wilhelmina");
  await Promise.all([saved(page, "/me/profile"), save(page)]);
  await secondDevicePage.getByLabel("Year").fill("3A");
  await Promise.all([saved(secondDevicePage, "/me/profile"), save(secondDevicePage)]);
  await expect(name(secondDevicePage)).toHaveValue("Wilhelmina");

  await name(secondDevicePage).fill("Mina");
  await Promise.all([saved(secondDevicePage, "/me/profile"), save(secondDevicePage)]);
  await name(page).fill("Willa");
  await save(page);
  await expect(page.getByText("You changed this to “Mina” on another device. Saving replaces it.")).toBeVisible();
  await expect(name(page)).toHaveValue("Willa");
  await expect(page.getByLabel("Year")).toHaveValue("3A");
  await Promise.all([saved(page, "/me/profile"), save(page)]);
  expect(await (await apiClient(student)).get("/me")).toMatchObject({ name: "Willa", year: "3A" });
});

test("S3.exam.1 changes of the same exam on two devices are all applied", async ({ page, secondDevicePage }) => {
  const [code, student] = await Promise.all([createCourse(), createStudent()]);
  const api = await apiClient(student);
  await api.put(`/me/exams/${code}`, { date: isoDateInDays(20), title: "Midterm", retentionPercent: 90 });
  const dialog = (on: Page) => on.getByRole("dialog");
  const countdown = (on: Page) => on.getByRole("heading", { name: /^Final in/ });
  for (const device of [page, secondDevicePage]) {
    await signIn(device, student, `/guide/${code}/notes`);
    await device.getByRole("button", { name: /^More for the exam/ }).click();
    await device.getByRole("menuitem", { name: "Change" }).click();
    await expect(dialog(device).getByLabel(/^Title/)).toHaveValue("Midterm");
  }
  await dialog(page)
    .getByLabel(/^Title/)
    .fill("Final");
  await Promise.all([saved(page, "/me/exams/"), button(dialog(page), "Save").click()]);
  await dialog(secondDevicePage).getByLabel("Date").fill(isoDateInDays(9));
  await Promise.all([saved(secondDevicePage, "/me/exams/"), button(dialog(secondDevicePage), "Save").click()]);
  await expect(countdown(secondDevicePage)).toBeVisible();
  const kept = { date: isoDateInDays(9), title: "Final", retentionPercent: 90 };
  expect(await api.get("/me/exams")).toMatchObject({ items: [kept] });
  await comeBack(page);
  await expect(countdown(page)).toHaveText((await countdown(secondDevicePage).textContent()) ?? "");
});

test("S2.study.4 changes of the study settings on two devices are all applied", async ({ page, secondDevicePage }) => {
  const [{ code }, student] = await Promise.all([makeChapter(THREE_CARDS), createStudent()]);
  const field = (on: Page, name: string) => on.getByRole("dialog").getByLabel(name);
  const open = (on: Page) => button(on, "Study settings").click();
  for (const device of [page, secondDevicePage]) {
    await signIn(device, student, `/study?course=${code}`);
    await open(device);
    await expect(field(device, "New cards per day")).not.toHaveValue("");
  }
  for (const [device, name, value] of [
    [page, "New cards per day", "7"],
    [secondDevicePage, "Reviews per day", "50"],
  ] as const) {
    await field(device, name).fill(value);
    const save = button(device.getByRole("dialog"), "Save");
    await Promise.all([saved(device, "/me/study/settings"), save.click()]);
  }
  await open(secondDevicePage);
  await expect(field(secondDevicePage, "New cards per day")).toHaveValue("7");
  await expect(field(secondDevicePage, "Reviews per day")).toHaveValue("50");
  const kept = { newADay: 7, reviewsADay: 50 };
  expect(await (await apiClient(student)).get("/me/study/settings")).toMatchObject(kept);
});

test("S7.wr.8 removals from the same playlist on two devices are all applied, and the second of two new names is rejected with a message", async ({
  page,
  secondDevicePage,
}) => {
  const { id, notes, student } = await openNewPlaylist(page);
  await signIn(secondDevicePage, student, `/playlist/${id}`);
  await expect(titles(secondDevicePage)).toHaveCount(3);
  for (const [device, note] of [
    [page, notes[0]],
    [secondDevicePage, notes[1]],
  ] as const) {
    const remove = button(device, `Remove from playlist: ${note?.title}`);
    await Promise.all([saved(device, `/playlists/${id}/items/`), remove.click()]);
  }
  await expect.poll(() => titleOrder(secondDevicePage)).toEqual([notes[2]?.title]);

  const name = (on: Page) => on.getByLabel("Name of the playlist");
  const rename = async (on: Page, to: string) => {
    await button(on, "Rename playlist").click();
    await name(on).fill(to);
    await on.keyboard.press("Enter");
  };
  await Promise.all([saved(page, `/playlists/${id}`), rename(page, "Midterms")]);
  await rename(secondDevicePage, "Finals");
  await expect(
    secondDevicePage.getByText("The playlist was changed somewhere else. Press Save to rename it anyway."),
  ).toBeVisible();
  await expect(name(secondDevicePage)).toHaveValue("Finals");
  await secondDevicePage.keyboard.press("Escape");
  await expect(heading(secondDevicePage)).toHaveText("Midterms");
  await page.reload();
  await expect(heading(page)).toHaveText("Midterms");
  await expect.poll(() => titleOrder(page)).toEqual([notes[2]?.title]);

  await secondDevicePage.context().setOffline(true);
  await rename(secondDevicePage, "Named offline");
  await expect(heading(secondDevicePage)).toHaveText("Named offline");
  await Promise.all([saved(page, `/playlists/${id}`), rename(page, "Named online")]);
  await secondDevicePage.context().setOffline(false);
  await expect(secondDevicePage.getByText(/Could not rename the playlist/)).toBeVisible();
  await page.reload();
  await expect(heading(page)).toHaveText("Named online");
});

test("S4.out.6 changes of the same playlist on two devices, one of them offline, are all applied", async ({
  page,
  context,
}) => {
  const { id, notes, api } = await openNewPlaylist(page);
  const [one = "", two = "", three = ""] = notes.map(({ title }) => title);
  await button(header(page), "Change order").click();
  await expect(page.getByRole("button", { name: `Move ${one}`, exact: true })).toBeVisible();
  await context.setOffline(true);
  await moveByKeyboard(page, one, "ArrowDown", 2);
  await button(header(page), "Done").click();
  await expect.poll(() => titleOrder(page)).toEqual([two, three, one]);
  await button(page, "Rename playlist").click();
  await page.getByLabel("Name of the playlist").fill("Named on the train");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Named on the train");
  await page.close();

  // The other device moves another recording and adds a fourth.
  const { playlist } = (await api.get(`/playlists/${id}`)) as {
    playlist: { version: number };
  };
  await api.post(`/playlists/${id}/order`, {
    audioId: notes[2]?.id,
    version: playlist.version,
  });
  const fourth = (await getShelfAudio("quick-recap"))[0];
  await api.put(`/playlists/${id}/items/${fourth?.id}`, {});

  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto(`/playlist/${id}`);
  await expect(heading(later)).toHaveText("Named on the train");
  // The moved recording directly follows the one after which it was placed.
  await expect.poll(() => titleOrder(later)).toEqual([three, one, two, fourth?.title]);
  const held = async () => {
    const { playlist, items } = (await api.get(`/playlists/${id}`)) as {
      playlist: { name: string };
      items: { items: { title: string }[] };
    };
    return [playlist.name, ...items.items.map(({ title }) => title)];
  };
  await expect.poll(held).toEqual(["Named on the train", three, one, two, fourth?.title]);
});
