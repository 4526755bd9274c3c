import { expect, type Page } from "@playwright/test";
import { picture } from "../support/content";
import { pdfWithPages } from "../support/pdf";
import { axe, PHONE, title as titlePlaying } from "../support/player";
import { fulfillProblem, holdRequests } from "../support/routes";
import { rows } from "../support/shelves";
import { test } from "../support/test";
import { ADMIN, createStudent, signIn, signInNewStudent, uniqueName } from "../support/users";

const albums = [
  { href: "/cram-mode", title: "Cram Mode", sample: "Everything in one evening" },
  { href: "/exam-review", title: "Exam Review", sample: "Reading the question" },
  { href: "/night-owl", title: "Night Owl", sample: "Two in the morning" },
] as const;

const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
const form = (page: Page) => page.getByRole("region", { name: "Upload PDF Note" });
const pdf = (title: string) => ({
  name: `${title}.pdf`,
  mimeType: "application/pdf",
  buffer: pdfWithPages(1, title),
});
/** Signs in as an administrator and opens the page of an album. */
async function adminAt(page: Page, href: string): Promise<void> {
  await signIn(page, ADMIN, href);
  await expect(form(page)).toBeVisible();
}

async function upload(page: Page, title: string, subject = "Study skills"): Promise<void> {
  await form(page).getByLabel("choose files").setInputFiles(pdf(title));
  await expect(form(page).getByText(`${title}.pdf`)).toBeVisible();
  await form(page).getByLabel("Title").fill(title);
  await form(page).getByLabel("Subject").fill(subject);
  await form(page).getByRole("button", { name: "Upload", exact: true }).click();
  await expect(form(page).getByRole("list", { name: "Uploads", exact: true })).toContainText(
    /Note uploaded successfully!(?! \w)/,
    {
      timeout: 30_000,
    },
  );
}

test("S1.j.6 S2.route.6 S2.album.1 S2.album.2 S6.vis.1 a visitor finds three albums of PDFs that open, and no upload form", async ({
  page,
  context,
}) => {
  for (const { href, title, sample } of albums) {
    await page.goto(href);
    await expect(page.getByRole("heading", { level: 1, name: `Welcome to ${title}!`, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.getByRole("button", { name: "Back" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Albums" }).getByRole("link")).toHaveCount(3);
    // The actions of a note are rendered together with it.
    await expect(card(page, sample).getByRole("link", { name: "Download PDF" })).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(0);
    const opened = context.waitForEvent("page");
    const file = context.waitForEvent("response", (answer) => answer.headers()["content-type"] === "application/pdf");
    await card(page, sample).getByRole("link", { name: "Download PDF" }).click();
    expect((await file).ok()).toBe(true);
    await (await opened).close();
  }
  expect(new URL(page.url()).pathname, "nobody was asked to sign in").toBe("/night-owl");
});

test("S1.j.6 each of the four shelves plays", async ({ page }) => {
  await signInNewStudent(page, "/");
  for (const href of ["/deep-dive", "/quick-recap", "/chill-review", "/audio-notes"]) {
    await page.goto(href);
    const first = rows(page).first();
    await expect(first).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Play", exact: true }).first().click();
    // A reload restores the previous queue, whose current track is the first one of this shelf.
    const isFirst = async () => (await first.textContent())?.includes(await titlePlaying(page));
    await expect.poll(isFirst, { message: href }).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0), { message: href })
      .toBeGreaterThan(0);
  }
});

test("S2.album.3 S7.rd.7 S2.album.4 S6.adm.3 notes are listed newest first, appear without a reload, and can be deleted and restored", async ({
  page,
  secondDevicePage: visitor,
}) => {
  await visitor.goto("/cram-mode");
  await expect(visitor.getByRole("article").first()).toBeVisible();
  await adminAt(page, "/cram-mode");
  const title = uniqueName("The last hour ");
  await upload(page, title, "cs 246");
  await expect(page.getByRole("article").first()).toContainText(title);
  await expect(card(page, title)).toContainText("CS 246");
  // An open page polls for changes when it becomes visible, which takes a moment.
  await expect(async () => {
    await visitor.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(visitor.getByRole("article").first()).toContainText(title, { timeout: 500 });
  }).toPass();

  await card(page, title)
    .getByRole("button", { name: `Delete ${title}` })
    .click();
  const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete this note?", exact: true });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(card(page, title)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, title)).toBeVisible();
});

test("S8.del.2 a failed delete restores the note and shows an error", async ({ page }) => {
  await adminAt(page, "/exam-review");
  const [{ sample }] = [albums[1]];
  await page.route("**/api/album-notes/*", (route) => fulfillProblem(route, 500, "internal"));
  await card(page, sample)
    .getByRole("button", { name: `Delete ${sample}` })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alert").getByText("Failed to delete note.", { exact: true })).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(card(page, sample)).toBeVisible();
});

test("S5.al.1 S2.album.2 S3.album.1 S6.adm.1 a note needs a PDF, subject and title, and may have a cover image", async ({
  page,
}) => {
  await adminAt(page, "/night-owl");
  await form(page).getByRole("button", { name: "Upload", exact: true }).click();
  await expect(form(page).getByText("PDF, subject, and title are required.", { exact: true })).toBeVisible();
  await form(page)
    .getByLabel("choose files")
    .setInputFiles({ name: "owl.png", mimeType: "image/png", buffer: picture.buffer });
  await expect(form(page).getByText("Choose a PDF file.", { exact: true })).toBeVisible();
  await form(page).getByRole("button", { name: "Remove owl.png" }).click();
  await form(page)
    .getByLabel("Picture file")
    .setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(form(page).getByText("Choose a JPEG, PNG, WebP or GIF picture.")).toBeVisible();
  await form(page).getByLabel("Picture file").setInputFiles(picture);
  await expect(form(page).getByText("owl.png")).toBeVisible();
  const title = uniqueName("By moonlight ");
  await upload(page, title);
  await expect(card(page, title).locator("img")).toHaveJSProperty("naturalWidth", 1);
  await expect(form(page).getByLabel("Subject")).toHaveValue("");
});

test("S5.al.1 S6.adm.6 the edit dialog adds and replaces the cover image of an album note", async ({ page }) => {
  await adminAt(page, "/night-owl");
  const title = uniqueName("Drawn later ");
  await upload(page, title);
  const dialog = page.getByRole("dialog", { name: `Edit “${title}”` });
  const edit = async () => {
    await page.goto("/admin");
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await expect(dialog.getByLabel("Subject")).toHaveValue("Study skills");
  };
  /** Chooses a picture and waits until the page has checked it. */
  const choose = async () => {
    await dialog.getByLabel("Picture file").setInputFiles(picture);
    await expect(dialog.getByText(picture.name, { exact: true })).toBeVisible();
  };
  const save = async () => {
    await choose();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await edit();
  await expect(dialog.getByText("Choose a picture")).toBeVisible();
  await save();
  await edit();
  const shown = dialog.getByRole("img", { name: "Shown now" });
  await expect(shown).toHaveJSProperty("naturalWidth", 1);
  const before = (await shown.getAttribute("src")) ?? "";
  let isRefused = true;
  await page.route("**/api/albums/*/notes/*/picture", (route) => {
    // Only uploads: the displayed image may be fetched again.
    if (route.request().method() === "GET" || !isRefused) return route.continue();
    isRefused = false;
    return route.abort();
  });
  await choose();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Nothing was saved.")).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await edit();
  await expect(shown).not.toHaveAttribute("src", before);
});

test("S8.up.1 a file that is not a PDF is rejected with a message, and the form keeps the typed text", async ({
  page,
}) => {
  await adminAt(page, "/night-owl");
  const title = uniqueName("No PDF ");
  await form(page)
    .getByLabel("choose files")
    .setInputFiles({ name: "fake.pdf", mimeType: "application/pdf", buffer: Buffer.from(`This is text: ${title}`) });
  await form(page).getByLabel("Title").fill(title);
  await form(page).getByLabel("Subject").fill("Study skills");
  await form(page).getByRole("button", { name: "Upload", exact: true }).click();
  await expect(form(page).getByText("Failed to upload note. This is not a PDF file.", { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(card(page, title)).toHaveCount(0);
});

test("S5.al.1 a failed cover upload keeps the note, and can be retried or discarded", async ({ page }) => {
  await adminAt(page, "/night-owl");
  const title = uniqueName("Half a picture ");
  // The browser can decode the picture, so only the server rejects it.
  await page.route("**/api/albums/*/notes/*/picture", (route) => route.abort());
  await form(page).getByLabel("choose files").setInputFiles(pdf(title));
  await expect(form(page).getByText(`${title}.pdf`)).toBeVisible();
  await form(page).getByLabel("Title").fill(title);
  await form(page).getByLabel("Subject").fill("Study skills");
  await form(page).getByLabel("Picture file").setInputFiles(picture);
  await form(page).getByRole("button", { name: "Upload", exact: true }).click();
  await expect(form(page).getByText("The PDF was uploaded, but its picture was not.")).toBeVisible({ timeout: 30_000 });
  await expect(card(page, title)).toBeVisible();
  await page.unroute("**/api/albums/*/notes/*/picture");
  await form(page).getByRole("button", { name: "Retry" }).click();
  await expect(card(page, title).locator("img")).toHaveJSProperty("naturalWidth", 1, { timeout: 30_000 });
  await expect(card(page, title), "no second note was made").toHaveCount(1);
});

test("S3.my.1 S2.my.3 S2.album.2 S2.album.4 S6.adm.1 S6.adm.3 a student saves an album note, sees its subject, and sees neither an upload form nor Delete", async ({
  page,
}) => {
  await signInNewStudent(page, "/night-owl");
  const note = card(page, "Two in the morning");
  await expect(note.getByRole("button", { name: "Add to My Notes" })).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(0);
  await note.getByRole("button", { name: "Add to My Notes" }).click();
  await expect(note.getByRole("button", { name: "Added to My Notes" })).toBeDisabled();
  await page.goto("/my-notes");
  await expect(card(page, "Two in the morning")).toContainText("Study skills");

  // Only the uploader can delete the note.
  await page.route("**/api/albums/nightOwl*", async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { notes: { items: { title: string; canDelete: boolean }[] } };
    const [first] = json.notes.items;
    if (first) first.canDelete = true;
    await route.fulfill({ response: answer, json });
  });
  await page.goto("/night-owl");
  await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(1);
  await expect(
    page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /^Delete / }),
  ).toBeVisible();
});

test("S5.add.1 a visitor who adds an album note is asked to sign in, and adding it on two devices adds it once", async ({
  page,
  secondDevicePage,
}) => {
  const note = (on: Page) => card(on, "Reading the question");
  const add = (on: Page) => note(on).getByRole("button", { name: "Add to My Notes", exact: true });
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") changes.push(request.url());
  });
  await page.goto("/exam-review");
  await add(page).click();
  await expect(page.getByText("You must be signed in to add notes.", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/exam-review$/);
  await expect(add(page)).toBeEnabled();
  expect(changes).toEqual([]);

  const student = await createStudent();
  await signIn(page, student, "/exam-review");
  await expect(add(page)).toBeEnabled();
  await signIn(secondDevicePage, student, "/exam-review");
  await add(secondDevicePage).click();
  await expect(secondDevicePage.getByText("Added to My Notes!", { exact: true })).toBeVisible();
  // This device does not know that the note was already saved.
  await add(page).click();
  await expect(page.getByText("This note is already in your collection.", { exact: true })).toBeVisible();
  await expect(note(page).getByRole("button", { name: "Added to My Notes", exact: true })).toBeDisabled();
  await page.goto("/my-notes");
  await expect(note(page)).toHaveCount(1);
});

test("S7.rd.7 a long album loads page by page", async ({ page }) => {
  let whole: { notes: { items: { title: string }[] } } = { notes: { items: [] } };
  await page.route("**/api/albums/cram*", async (route) => {
    if (route.request().url().includes("cursor=more")) {
      // Notes that other tests publish are not in this list.
      return route.fulfill({ json: { ...whole, notes: { items: whole.notes.items.slice(1) } } });
    }
    whole = (await (await route.fetch()).json()) as typeof whole;
    const notes = { items: whole.notes.items.slice(0, 1), nextCursor: "more" };
    await route.fulfill({ json: { ...whole, notes } });
  });
  await page.goto("/cram-mode");
  const titles = page.getByRole("article").getByRole("heading");
  await expect(titles).toHaveCount(1);
  await page.getByRole("button", { name: "Show more", exact: true }).click();
  await expect(titles.nth(1)).toHaveText(whole.notes.items[1]?.title ?? "nothing more in the album");
});

test("S2.route.5 a visitor opens a link to an album note and reaches its album", async ({ page }) => {
  await page.goto("/night-owl");
  await page.getByRole("link", { name: "Two in the morning" }).click();
  await expect(page).toHaveURL(/\/download\/[0-9A-Z]{26}$/);
  await expect(page.getByRole("heading", { level: 1, name: "Two in the morning" })).toBeVisible();
  await expect(page.getByText("Study skills")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download PDF" })).toHaveAttribute("href", /\/api\/notes\/.+\/file/);
  await page.getByRole("link", { name: "All of Night Owl" }).click();
  await expect(page).toHaveURL(/\/night-owl$/);
});

test("S2.album.2 S2.album.3 on a phone the form is collapsed, loading and error states work, and axe finds no problems", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const letGo = await holdRequests(page, "**/api/albums/cram*");
  await page.goto("/cram-mode");
  await expect(page.getByRole("status").filter({ hasText: "Loading Cram Mode..." })).toBeAttached();
  letGo();
  await expect(page.getByRole("article").first()).toBeVisible();
  await axe(page, "the album");

  await page.route("**/api/albums/cram*", (route) => fulfillProblem(route, 500, "internal"));
  await page.goto("/cram-mode");
  await expect(page.getByText("Could not load")).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("article").first()).toBeVisible();

  await signIn(page, ADMIN, "/cram-mode");
  const opener = form(page).getByRole("button", { name: "Upload PDF Note" });
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await expect(form(page).getByLabel("Subject")).toBeHidden();
  await opener.click();
  await expect(form(page).getByLabel("Subject")).toBeVisible();
  await axe(page, "the form");
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
