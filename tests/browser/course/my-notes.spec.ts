import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote, replaceNote } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, type Student, signIn, signInNewStudent, uniqueName } from "../support/users";

const KEEP = "/guide/CS246/notes";

/** Returns a course code as pages show it. */
const shownCode = (code: string) => code.replace(/^([A-Z]+)/, "$1 ");

/** Opens My Notes of a student who has saved the first note of the course. */
async function withOneNote(page: Page): Promise<Student> {
  const student = await createStudent();
  const api = await apiClient(student);
  const { notes } = (await api.get("/courses/CS246/notes")) as { notes: { items: { id: string }[] } };
  await api.put(`/me/notes/${notes.items[0]?.id}`, {});
  await signIn(page, student, "/my-notes");
  return student;
}

test("S2.my.9 a saved card shows the current state of its note: new file, new title, trash and restore", async ({
  page,
}) => {
  const [code, title] = [await createCourse(), uniqueName("First edition ")];
  const id = await publishNote(code, title, "", pdfWithTexts(["A heap"], title));
  const [student, admin] = [await createStudent(), await apiClient(ADMIN)];
  await (await apiClient(student)).put(`/me/notes/${id}`, {});
  await signIn(page, student, "/my-notes");
  const picture = page.getByRole("article", { name: title }).locator("img[src$='-small.webp']").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const before = (await picture.getAttribute("src")) ?? "";

  const second = uniqueName("Second edition ");
  await replaceNote(id, pdfWithTexts(["A tree", "A list"], second));
  await admin.patch(`/admin/content/note/${id}`, { title: second, description: "", version: 1 });
  // The picture of the replaced file is removed soon after.
  await expect.poll(async () => (await page.request.get(before)).ok()).toBe(false);
  await page.reload();
  await expect(page.getByRole("article", { name: second })).toBeVisible();
  const addresses: string[] = [];
  page.on("response", (response) => void addresses.push(response.url()));
  await page.reload();
  const now = page.getByRole("article", { name: second }).locator("img[src$='-small.webp']").first();
  await expect.poll(() => now.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(addresses.some((address) => address.endsWith("-small.webp"))).toBe(true);
  expect(addresses.some((address) => address.endsWith(before))).toBe(false);

  await admin.delete(`/notes/${id}`);
  await page.reload();
  await expect(page.getByText(/^The original was deleted\. Its file is kept until/)).toBeVisible();
  await admin.post(`/notes/${id}/restore`, {});
  await page.reload();
  await expect(page.getByRole("article", { name: second }).getByRole("link", { name: second })).toBeVisible();
  await expect(page.getByText("Deleted", { exact: true })).toBeHidden();
});

test("S2.my.9 the first load after a merge shows a saved note in the target course, with a link to it", async ({
  page,
}) => {
  const [from, into, title] = [await createCourse(), await createCourse(), uniqueName("Moved with its course ")];
  const id = await publishNote(from, title);
  const [student, admin] = [await createStudent(), await apiClient(ADMIN)];
  await (await apiClient(student)).put(`/me/notes/${id}`, {});
  await admin.post(`/admin/courses/${from}/merge/${into}`, {});

  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    new MutationObserver(() => {
      for (const card of document.querySelectorAll("article")) texts.push(card.textContent);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  // This browser has no cached updates yet.
  await signIn(page, student, "/my-notes");
  const card = page.getByRole("article", { name: title });
  await expect(card).toContainText(shownCode(into));
  const texts = await page.evaluate(() => (window as unknown as { texts: string[] }).texts);
  expect(texts.some((text) => text.includes(shownCode(into)))).toBe(true);
  expect(texts.some((text) => text.includes(shownCode(from)))).toBe(false);
  await card.getByRole("link", { name: "Read" }).click();
  await expect(page).toHaveURL(new RegExp(`/note/${id}`));
  await expect(card).toHaveCount(0);
  await page
    .locator(".reader-head")
    .getByRole("link", { name: shownCode(into) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/guide/${into}/notes`));
});

test("S2.my.9 after a merge a saved card shows the course and the title that its note has then", async ({ page }) => {
  const [from, into] = [await createCourse("The old one"), await createCourse("The new one")];
  const [title, second] = [uniqueName("Pointers "), uniqueName("References ")];
  const id = await publishNote(from, title);
  const [student, admin] = [await createStudent(), await apiClient(ADMIN)];
  await (await apiClient(student)).put(`/me/notes/${id}`, {});
  await signIn(page, student, "/my-notes");
  const card = (name: string) => page.getByRole("article", { name });
  await expect(card(title).getByText(shownCode(from), { exact: true }).first()).toBeVisible();

  await admin.patch(`/admin/content/note/${id}`, { title: second, description: "", version: 0 });
  await admin.post(`/admin/courses/${from}/merge/${into}`, {});
  await page.reload();
  await expect(card(second).getByText(shownCode(into), { exact: true }).first()).toBeVisible();
  await expect(card(second).getByText(shownCode(from), { exact: true })).toHaveCount(0);
  const picture = card(second).locator("img[src$='-small.webp']").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await card(second).getByRole("link", { name: "Read", exact: true }).click();
  await expect(page.getByRole("main").getByRole("link", { name: shownCode(into), exact: true })).toBeVisible();
});

test("S2.my.8 shows an empty state with a link to Browse", async ({ page }) => {
  await signInNewStudent(page, "/my-notes");
  await expect(page.getByText("Oops, nothing's here yet! No notes found.")).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /browse/i })
    .click();
  await expect(page).toHaveURL("/browse");
});

test("S2.my.1 S2.my.2 S2.my.3 S2.my.4 S9.c.6 S9.c.12 saved notes fade in with preview, badge and title", async ({
  page,
}) => {
  await signInNewStudent(page, KEEP);
  const note = page.getByRole("article").first();
  const title = (await note.getByRole("heading").textContent()) ?? "";
  const about = (await note.getByRole("paragraph").first().textContent()) ?? "";
  // Add the newest note last, so that it comes first.
  for (const each of [page.getByRole("article").nth(1), note]) {
    await each.getByRole("button", { name: "Add to My Notes" }).click();
    await expect(each.getByRole("button", { name: "Added to My Notes" })).toBeVisible();
  }
  await page.goto("/my-notes");
  const saved = page.getByRole("article").filter({ hasText: title });
  await expect(saved).toContainText(title);
  const places = await page
    .getByRole("article")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, top }) => [left, top]));
  expect(places).toHaveLength(2);
  expect([places[0]?.[1], places[0]?.[0]], "beside each other").toEqual([
    places[1]?.[1],
    expect.not.closeTo(places[1]?.[0] ?? 0),
  ]);
  await expect(saved).toContainText("CS 246");
  await expect(saved.getByText(about, { exact: true })).toBeVisible();
  const picture = saved.locator("img[src$='-small.webp']").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  // Records the events of the fade-in, which must run completely or not at all.
  await page.addInitScript(() => {
    const fades: unknown[] = [];
    Object.assign(window, { fades });
    for (const kind of ["animationstart", "animationend"]) {
      document.addEventListener(kind, (event) => {
        const { animationName, elapsedTime } = event as AnimationEvent;
        if (animationName === "my-notes-in") fades.push([kind, Number(elapsedTime.toFixed(1))]);
      });
    }
  });
  const fades = () => page.evaluate(() => (window as unknown as { fades: unknown[] }).fades);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.reload();
  await expect(saved).toContainText(title);
  await expect.poll(fades).toEqual([
    ["animationstart", 0],
    ["animationend", 1.1],
  ]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(saved).toContainText(title);
  const grid = page.locator(".my-notes-grid");
  expect(await grid.evaluate((element) => getComputedStyle(element).animationName)).toBe("none");
  expect(await fades()).toEqual([]);

  // Without previews, the notes show two stock drawings in turn.
  await page.route("**/pictures/*-small.webp", (route) => route.fulfill({ status: 404 }));
  await page.reload();
  for (const place of [0, 1]) {
    const drawn = page.getByRole("article").nth(place).locator("[data-stock]");
    await expect(drawn).toHaveAttribute("data-stock", String(place));
  }
});

test("S2.my.5 a card opens the file in a new tab", async ({ page, context }) => {
  await withOneNote(page);
  const file = context.waitForEvent("response", (answer) => answer.headers()["content-type"] === "application/pdf");
  const opened = context.waitForEvent("page");
  await page
    .getByRole("article")
    .first()
    .click({ position: { x: 12, y: 12 } });
  await opened;
  expect((await file).ok()).toBe(true);
});

test("H20 a saved note that was deleted shows a notice and can still be opened, and its old URL shows the not-found page", async ({
  page,
  context,
}) => {
  const student = await createStudent();
  const course = await createCourse();
  const id = await publishNote(course, "Worth keeping");
  await (await apiClient(student)).put(`/me/notes/${id}`, {});
  await (await apiClient(ADMIN)).delete(`/notes/${id}`);
  await signIn(page, student, "/my-notes");

  const card = page.getByRole("article", { name: "Worth keeping" });
  await expect(card.getByText(/^The original was deleted\. Its file is kept until/)).toBeVisible();
  await expect(card.getByRole("link"), "what leads nowhere is no link").toHaveText(["Read"]);
  const file = context.waitForEvent("response", (answer) => answer.headers()["content-type"] === "application/pdf");
  await card.getByRole("button", { name: "Open file" }).click();
  expect((await file).ok()).toBe(true);

  // The old URL from a bookmark or a mail.
  await page.goto(`/api/notes/${id}/file`);
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).display), "the policy lets its styles in").toBe(
    "grid",
  );
  await page.getByRole("link", { name: "Open My Notes" }).click();
  await expect(card).toBeVisible();
});

test("S2.my.6 a like is saved and survives a reload", async ({ page }) => {
  const api = await apiClient(await withOneNote(page));
  const likes = async () => ((await api.get("/me/likes")) as { notes: string[] }).notes.length;
  expect(await likes()).toBe(0);
  const heart = page.getByRole("article").first().getByRole("button", { name: /like/i });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect.poll(likes).toBe(1);
  await page.reload();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await heart.click();
  await expect.poll(likes).toBe(0);
  await page.reload();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
});

test("S2.my.7 removing a note removes it from My Notes and from the course page", async ({ page }) => {
  await withOneNote(page);
  await expect(page.getByRole("article")).toHaveCount(1);
  /** Returns the number of saved notes in the browser's storage. Each contains the id of its original. */
  const copies = () => page.evaluate(() => JSON.stringify({ ...localStorage }).match(/originalNoteId/g)?.length ?? 0);
  expect(await copies()).toBe(1);
  await page.getByRole("button", { name: "Remove from My Notes", exact: true }).click();
  await expect(page.getByText("Oops, nothing's here yet! No notes found.", { exact: true })).toBeVisible();
  await expect.poll(copies).toBe(0);
  await page.reload();
  await expect(page.getByText("Oops, nothing's here yet! No notes found.")).toBeVisible();
  await page.goto(KEEP);
  await expect(page.getByRole("article").first().getByRole("button", { name: "Add to My Notes" })).toBeEnabled();
});

test("S8.my.1 a rejected removal shows an error and restores the note", async ({ page }) => {
  await withOneNote(page);
  await page.route("**/api/me/notes/*", (route) =>
    route.request().method() === "DELETE" ? fulfillProblem(route, 500, "internal") : route.continue(),
  );
  await page.getByRole("button", { name: "Remove from My Notes" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: /Failed to remove note\. Please try again\. A test refused this\./ }),
  ).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("S8.add.1 a rejected save shows an error and can be retried", async ({ page }) => {
  await signInNewStudent(page, KEEP);
  await page.route("**/api/me/notes/*", (route) => fulfillProblem(route, 409, "limit_reached"));
  const note = page.getByRole("article").first();
  await note.getByRole("button", { name: "Add to My Notes", exact: true }).click();
  await expect(page.getByText("Failed to add to My Notes. A test refused this.", { exact: true })).toBeVisible();
  await expect(note.getByRole("button", { name: "Add to My Notes" })).toBeEnabled();
});

test("S4.add.2 an added note appears in My Notes before the server confirms it", async ({ page }) => {
  const student = await signInNewStudent(page, KEEP);
  const onServer = async () => ((await (await apiClient(student)).get("/me/notes")) as { items: object[] }).items;
  const letGo = await holdRequests(page, "**/api/me/notes/*");
  await page.getByRole("article").first().getByRole("button", { name: "Add to My Notes", exact: true }).click();
  await page.getByTestId("sidebar").getByRole("link", { name: "My Notes" }).click();
  await expect(page).toHaveURL("/my-notes");
  await expect(page.getByRole("article")).toHaveCount(1);
  expect(await onServer()).toEqual([]);
  letGo();
  await expect.poll(onServer).toHaveLength(1);
});

test.describe("offline", () => {
  test.use({ freshContext: true });

  test("S4.add.2 S3.saved.2 a note saved offline is sent once the network is back", async ({
    page,
    context,
    secondDevicePage,
  }) => {
    const student = await signInNewStudent(page, KEEP);
    const note = page.getByRole("article").first();
    await expect(note).toBeVisible();
    await context.setOffline(true);
    await note.getByRole("button", { name: "Add to My Notes" }).click();
    await expect(note.getByRole("button", { name: "Added to My Notes" })).toBeVisible();
    const copied = page.waitForResponse(
      (answer) => answer.url().includes("/api/me/notes/") && answer.request().method() === "PUT",
    );
    await context.setOffline(false);
    expect((await copied).ok()).toBe(true);

    await signIn(secondDevicePage, student, "/my-notes");
    await expect(secondDevicePage.getByRole("article")).toHaveCount(1);
  });
});

test("S3.saved.2 no student data remain in the browser after signing out", async ({ page }) => {
  const student = await signInNewStudent(page, KEEP);
  await page.getByRole("article").first().getByRole("button", { name: "Add to My Notes" }).click();
  await expect(page.getByRole("button", { name: "Added to My Notes" })).toBeVisible();
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(await stored()).toContain("nn:u:");
  expect(await stored()).toContain(student.username);
  // The server's response also clears the storage; the page must not depend on it.
  await page.route("**/api/auth/sign-out", (route) => route.abort());
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/signin/);
  expect(await stored()).not.toContain("nn:u:");
  expect(await stored()).not.toContain(student.username);
});

test("S7.rd.6 notes saved in another tab or on another device appear without a reload", async ({ page, context }) => {
  const student = await signInNewStudent(page, "/my-notes");
  await expect(page.getByText("Oops, nothing's here yet! No notes found.")).toBeVisible();
  const second = await context.newPage();
  await second.goto(KEEP);
  await second.getByRole("article").first().getByRole("button", { name: "Add to My Notes" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  // No open tab knows about the change on the other device.
  const api = await apiClient(student);
  const { notes } = (await api.get("/courses/CS246/notes")) as { notes: { items: { id: string }[] } };
  await api.put(`/me/notes/${notes.items[1]?.id}`, {});
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("article")).toHaveCount(2);
});
