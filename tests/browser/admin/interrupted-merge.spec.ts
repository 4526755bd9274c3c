import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { isoDateInDays } from "../support/days";
import { test } from "../support/own-server";
import { ADMIN, apiClient, createStudent, signIn } from "../support/users";

/**
 * Number of chapters. A step of a merge moves 25 items, so the second step, during which the server is killed, still
 * has some left.
 */
const CHAPTERS = 40;
const NOTES = 6;
const SAME_ID = "01JD8Z5V7R8XQ4N2T6W0YB3C9F";
const OTHER_ID = "01JD8Z5V7R8XQ4N2T6W0YB3C9G";

type Client = Awaited<ReturnType<typeof apiClient>>;
interface Course {
  likes: number;
  noteCount: number;
}

const shown = (code: string) => code.replace(/^([A-Z]+)/, "$1 ");
const itemsAt = async <T>(api: Client, path: string) => ((await api.get(path)) as { items: T[] }).items;

async function openMerge(page: Page, from: string, into: string) {
  await page.getByRole("searchbox", { name: "Find courses" }).fill(from);
  const row = page.getByRole("row").filter({ has: page.getByText(shown(from), { exact: true }) });
  await row.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: "Merge into another course" }).click();
  const dialog = page.getByRole("dialog", { name: `Merge ${shown(from)} into another course` });
  await dialog.getByLabel("Code of the other course").fill(into);
  await dialog.getByLabel("Code of the other course").press("Enter");
  return dialog;
}

// Longer timeout: the test creates much content and starts a server twice.
test("S6.adm.22 a merge whose server is killed continues after the restart, and moves everything exactly once", async ({
  page,
  ownServer,
}) => {
  test.slow();
  const [from, into] = [await createCourse("The old one"), await createCourse("The new one")];
  const admin = await apiClient(ADMIN);
  for (let number = 1; number <= CHAPTERS; number++) {
    const path = `/courses/${from}/chapters`;
    const { id } = (await admin.post(path, { number, title: `Part ${number}` })) as { id: string };
    await admin.post(`${path}/${id}/cards`, { title: `Front ${number}`, content: "Back" });
  }
  const titles = Array.from({ length: NOTES }, (_, place) => `Lecture ${place + 1}`);
  const noteIds: string[] = [];
  for (const title of titles) noteIds.push(await publishNote(from, title));
  const student = await createStudent();
  const [api, other] = [await apiClient(student), await apiClient(await createStudent())];
  await api.put(`/me/exams/${from}`, { date: isoDateInDays(9), title: "Midterm", retentionPercent: 90 });
  await api.put(`/me/cards/${from}/${SAME_ID}`, { title: "Old front", content: "Back" });
  await api.put(`/me/cards/${from}/${OTHER_ID}`, { title: "Second front", content: "Back" });
  await api.put(`/me/cards/${into}/${SAME_ID}`, { title: "New front", content: "Back" });
  await api.put(`/me/courses/${from}`, undefined);
  await api.put(`/me/notes/${noteIds[0]}`, undefined);
  await api.put(`/likes/notes/${noteIds[1]}`, undefined);
  await api.put(`/likes/courses/${from}`, undefined);
  await other.put(`/likes/courses/${from}`, undefined);
  await other.put(`/likes/courses/${into}`, undefined);

  await signIn(page, ADMIN, "/admin/courses");
  const dialog = await openMerge(page, from, into);
  // The server is killed while it works on the second step.
  const steps = `/api/admin/courses/${from}/merge/${into}`;
  const killed = page
    .waitForResponse((answer) => answer.url().endsWith(steps) && answer.request().method() === "POST")
    .then(() => ownServer.kill());
  await dialog.getByRole("button", { name: `Merge into ${shown(into)}` }).click();
  await killed;
  await expect(dialog.getByRole("alert")).toContainText("What has already moved stays moved");
  await expect(dialog.getByRole("alert")).toContainText("Could not reach Note Ninja");

  await ownServer.start();
  const merges = await itemsAt<{ finished: boolean; notes: number }>(admin, "/admin/merges");
  expect(merges).toMatchObject([{ finished: false }]);
  expect(merges[0]?.notes).toBeLessThan(NOTES);
  await dialog.getByRole("button", { name: "Continue merging" }).click();
  await expect(dialog).toHaveCount(0);

  await signIn(page, student, `/guide/${from}/my-cards`);
  await expect(page).toHaveURL(`/guide/${into}/my-cards`);
  await expect(
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: / front/ }),
  ).toHaveCount(3);
  await page.goto(`/guide/${from}/notes`);
  await expect(page).toHaveURL(`/guide/${into}/notes`);
  await expect(page.getByRole("article").getByRole("heading")).toHaveCount(NOTES);

  // The likes of a student move on the next visit.
  expect(await other.get("/me/likes")).toMatchObject({ courses: [into] });
  const { course, notes } = (await api.get(`/courses/${into}/notes`)) as {
    course: Course;
    notes: { items: { id: string; title: string; likes: number }[] };
  };
  expect(notes.items.map(({ id }) => id).sort()).toEqual([...noteIds].sort());
  expect(notes.items.find(({ id }) => id === noteIds[1])?.likes).toBe(1);
  // Two students like the course. One of them liked both courses.
  expect(course).toMatchObject({ noteCount: NOTES, likes: 2 });
  const chapters = await itemsAt<{ title: string; cardCount: number }>(api, `/courses/${into}/chapters`);
  expect(chapters.map(({ title }) => title)).toEqual(Array.from({ length: CHAPTERS }, (_, at) => `Part ${at + 1}`));
  expect(chapters.every(({ cardCount }) => cardCount === 1)).toBe(true);
  const cards = await itemsAt<{ title: string }>(api, `/me/cards/${into}`);
  expect(cards.map(({ title }) => title).sort()).toEqual(["New front", "Old front", "Second front"]);
  expect(await api.get("/me/exams")).toMatchObject({ items: [{ course: into, title: "Midterm" }] });
  expect(await api.get("/me/likes")).toEqual({ audio: [], courses: [into], notes: [noteIds[1]] });
  expect(await itemsAt(api, "/me/notes")).toMatchObject([{ originalNoteId: noteIds[0] }]);
  await page.goto("/my-notes");
  await expect(page.getByRole("article")).toContainText(shown(into));
});
