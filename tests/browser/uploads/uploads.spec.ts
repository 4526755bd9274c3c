import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { pdfWithPages, pdfWithTexts, scannedPdf } from "../support/pdf";
import { axe, PHONE } from "../support/player";
import { fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, apiClient, signIn, signInNewStudent, uniqueName } from "../support/users";

const DAMAGED = "../../functions/readers/tests/fixtures/damaged";

const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const uploads = (page: Page) => page.getByRole("list", { name: "Uploads" });
const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

async function upload(page: Page, title: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.locator("input[type=file]").setInputFiles({ name: "lecture.pdf", mimeType: "application/pdf", buffer });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
}

/** Chooses several PDFs and sends them. */
async function uploadSeveral(page: Page, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const chosen = Object.entries(files).map(([name, buffer]) => ({ name, mimeType: "application/pdf", buffer }));
  await page.locator("input[type=file]").setInputFiles(chosen);
  await page.getByRole("button", { name: `Upload ${chosen.length} notes`, exact: true }).click();
}

/** Counts the files that the page sends to the store. */
function countSent(page: Page): { files: number } {
  const sent = { files: 0 };
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/incoming/")) sent.files += 1;
  });
  return sent;
}

test("S4.up.3 a duplicate file is detected and used without being sent", async ({ page }) => {
  const [one, two] = [await createCourse(), await createCourse()];
  const file = pdfWithPages(1, uniqueName("The very same file "));
  await signIn(page, ADMIN, `/guide/${one}/notes`);
  await upload(page, "First of its kind", file);
  await expect(card(page, "First of its kind")).toBeVisible();

  const sent = countSent(page);
  await page.goto(`/guide/${two}/notes`);
  await upload(page, "The same again", file);
  const offer = uploads(page).getByRole("alert");
  await expect(offer).toContainText(
    `First of its kind in ${one.replace(/(\d)/, " $1")}, Chapter 1, already has this file.`,
  );
  await expect(offer.getByRole("link", { name: "First of its kind" })).toHaveAttribute("href", /^\/download\//);
  await axe(page, "the offer");
  await offer.getByRole("button", { name: "Use that file" }).click();
  await expect(uploads(page)).toContainText("Note uploaded successfully!");
  await expect(card(page, "The same again")).toBeVisible();
  expect(sent.files).toBe(0);

  // A file that is removed from the list is not uploaded.
  const admin = await apiClient(ADMIN);
  await upload(page, "Not a third time", file);
  await uploads(page).getByRole("button", { name: "Cancel upload of lecture.pdf" }).click();
  await expect(uploads(page).getByRole("alert")).toHaveCount(0);
  const mine = (await admin.get("/uploads")) as { items: { title?: string }[] };
  expect(mine.items.map(({ title }) => title)).not.toContain("Not a third time");
});

test("S4.up.2 S6.adm.11 a rejected file is listed in the console, and can be checked again if that can help", async ({
  page,
}) => {
  const code = await createCourse();
  const admin = await apiClient(ADMIN);
  // The file is valid, but its target is in the trash.
  const title = uniqueName("Refused ");
  const note = await publishNote(code, title);
  const file = pdfWithPages(2, title);
  const { url, headers } = (await admin.post(`/admin/content/note/${note}/file`, {
    fileName: "second.pdf",
    contentType: "application/pdf",
    sizeBytes: file.length,
    sha256: createHash("sha256").update(file).digest("hex"),
  })) as { url: string; headers: Record<string, string> };
  await admin.delete(`/notes/${note}`);
  await fetch(url, { method: "PUT", body: new Uint8Array(file), headers });
  const wrong = uniqueName("No PDF ");
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await upload(page, wrong, Buffer.from(wrong));
  await expect(uploads(page)).toContainText("This is not a PDF file.");

  await page.goto("/admin/uploads");
  await expect(row(page, wrong)).toContainText("Failed");
  await expect(row(page, wrong).getByRole("button", { name: `Retry ${wrong}` })).toHaveCount(0);
  await row(page, wrong)
    .getByRole("button", { name: `Remove ${wrong} from the list` })
    .click();
  await expect(row(page, wrong)).toHaveCount(0);
  const refused = row(page, title).filter({ hasText: "second.pdf" });
  await expect(refused).toContainText("The item this file belongs to was deleted");
  await admin.post(`/notes/${note}/restore`, {});
  await refused.getByRole("button", { name: `Retry ${title}` }).click();
  await expect(refused).toContainText("Ready");

  await page.goto("/admin/activity");
  const done = page.getByRole("listitem").filter({ hasText: wrong });
  await expect(done.filter({ hasText: "uploaded a file that was rejected" })).toContainText("This is not a PDF file.");
});

test("S8.up.1 S2.read.5 PDFs that the reader cannot open are rejected as damaged, and a PDF that the reader repairs is published and opens", async ({
  page,
}) => {
  // Longer timeout: five files are checked, and one is opened.
  test.slow();
  const code = await createCourse();
  const title = uniqueName("Repaired ");
  const cut = ["handed-half", "handed-hole", "linear-half", "encrypted-half"];
  const damaged = Object.fromEntries(cut.map((name) => [`${name}.pdf`, readFileSync(`${DAMAGED}/fails-${name}.pdf`)]));
  const whole = pdfWithTexts(["A heap is a tree", "A list"], title).toString("latin1");
  // PDF readers can repair this file by searching for its objects.
  const repairable = Buffer.from(whole.replace(/startxref\n\d+/, "startxref\n77777"), "latin1");
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await uploadSeveral(page, { ...damaged, [`${title}.pdf`]: repairable });
  await expect(page.getByText(/^1 of 5 notes uploaded\./)).toBeVisible();
  const reason =
    "This PDF is damaged or incomplete and can't be opened. Export or download it again and upload that file.";
  await expect(uploads(page).getByRole("alert")).toHaveText(cut.map(() => `Failed to upload note. ${reason}`));
  await expect(page.getByRole("article")).toHaveCount(1);

  await card(page, title).getByRole("link", { name: "Read", exact: true }).click();
  await expect(page.getByText("A heap is a tree", { exact: true })).toBeInViewport();
  await page.goto(page.url().replace(/\/note\/([^#?]+).*/, "/download/$1"));
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("About the file")).toHaveCount(0);
});

test("S4.up.6 'Retry all' sends all failed files again", async ({ page }) => {
  const code = await createCourse();
  const stored = "**/incoming/**";
  // The store rejects each file.
  await page.route(stored, (route) => route.fulfill({ status: 400, headers: { "access-control-allow-origin": "*" } }));
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  const names = ["one.pdf", "two.pdf", "three.pdf"];
  await uploadSeveral(page, Object.fromEntries(names.map((name) => [name, pdfWithPages(1, uniqueName(name))])));
  await expect(uploads(page).getByRole("button", { name: "Retry" })).toHaveCount(3);
  await page.unroute(stored);
  await page.getByRole("button", { name: "Retry all", exact: true }).click();
  await expect(uploads(page).getByText("Note uploaded successfully!")).toHaveCount(3);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText([/^(one|two|three)$/, /./, /./]);
  await expect(page.getByRole("button", { name: "Retry all", exact: true })).toHaveCount(0);
});

test("S6.adm.11 a running upload is shown on every device, and can be cancelled there", async ({
  page,
  secondDevicePage: other,
}) => {
  // Longer timeout: two sign-ins, a checked file and two accessibility checks of the whole page.
  test.slow();
  const code = await createCourse();
  const [title, done] = [uniqueName("On its way "), uniqueName("Arrived ")];
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await upload(page, done, pdfWithPages(2, done));
  await expect(card(page, done)).toBeVisible();
  const letGo = await holdRequests(page, "**/incoming/**");
  await upload(page, title, pdfWithPages(1, title));
  await expect(uploads(page)).toContainText(/0 B of|0%/);

  await signIn(other, ADMIN, "/admin/uploads");
  await expect(row(other, done)).toContainText("Ready");
  await expect(row(other, done).getByRole("link", { name: done })).toHaveAttribute("href", /^\/download\//);
  await expect(row(other, title)).toContainText("Sending");
  await row(other, title)
    .getByRole("button", { name: `Cancel ${title}` })
    .click();
  await expect(row(other, title)).toHaveCount(0);
  await axe(other, "the uploads");
  await other.setViewportSize(PHONE);
  await expect(row(other, done)).toContainText("Ready");
  await axe(other, "the uploads on a phone");
  letGo();
});

test("S6.adm.11 the list of uploads has loading and error states", async ({ page }) => {
  await signIn(page, ADMIN, "/");
  const letGo = await holdRequests(page, "**/api/uploads*");
  await page.goto("/admin/uploads");
  await expect(page.getByRole("status", { name: "Loading your uploads..." })).toBeVisible();
  letGo();
  await page.route("**/api/uploads*", (route) => fulfillProblem(route, 503, "unavailable"));
  await page.reload();
  await expect(page.getByText("Could not load your uploads")).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/api/uploads*");
  const again = await holdRequests(page, "**/api/uploads*");
  const asked = page.waitForRequest("**/api/uploads*", { timeout: 2_000 });
  await page.getByRole("button", { name: "Retry" }).click();
  await asked;
  again();
  await expect(page.getByRole("row").nth(1).or(page.getByText("No recent uploads"))).toBeVisible();
  await expect(page.getByText("Could not load your uploads")).toHaveCount(0);
});

test("S4.up.4 the title from a file's metadata is applied with one click, which changes nothing else", async ({
  page,
}) => {
  const code = await createCourse();
  const own = uniqueName("Design patterns ");
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await upload(page, "Lecture", pdfWithPages(1, own, { title: own, author: "A. Turing" }));
  await expect(uploads(page)).toContainText(`Title in the file: “${own}” by A. Turing.`);
  await uploads(page).getByRole("button", { name: "Use this title" }).click();
  await expect(uploads(page)).toContainText(`The title is now “${own}”.`);
  await expect(card(page, own)).toBeVisible();
  await expect(card(page, own)).not.toContainText("A. Turing");
});

test("S4.up.5 the page of a scanned note tells administrators, but not students, that it cannot be searched", async ({
  page,
  secondDevicePage: student,
}) => {
  const code = await createCourse();
  const title = uniqueName("Scanned ");
  const admin = await apiClient(ADMIN);
  await signIn(page, ADMIN, `/guide/${code}/notes`);
  await upload(page, title, scannedPdf(title));
  await expect(card(page, title)).toBeVisible();
  const answer = (await admin.get(`/courses/${code}/notes`)) as {
    notes: { items: { id: string }[] };
  };
  const address = `/download/${answer.notes.items[0]?.id}`;
  await page.goto(address);
  await expect(page.getByText("About the file: It is a scan, so its text can't be searched.")).toBeVisible();

  await signInNewStudent(student, address);
  await expect(student.getByRole("heading", { name: title })).toBeVisible();
  await expect(student.getByText("About the file")).toHaveCount(0);
});

test("S2.notes.3 S2.notes.4 S2.notes.12 S9.c.12 a card shows the first page as soon as the note is published, without a layout shift", async ({
  page,
}) => {
  const code = await createCourse();
  const title = uniqueName("With a page ");
  await publishNote(code, title);
  await signIn(page, ADMIN, "/");
  const letGo = await holdRequests(page, "**/pictures/*-small.webp");
  await page.goto(`/guide/${code}/notes`);
  const picture = card(page, title).locator(".pdf img");
  await expect(picture).toHaveCSS("background-image", /^url\("data:image\/png/);
  const before = await card(page, title).boundingBox();
  letGo();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(360);
  expect(await card(page, title).boundingBox()).toEqual(before);
  await page.route("**/pictures/*-small.webp", (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(card(page, title).locator("[data-stock]")).toBeVisible();
  // The notes show two stock drawings in turn.
  await page.goto("/guide/CS246/notes");
  for (const place of [0, 1]) {
    const drawn = page.getByRole("article").nth(place).locator("[data-stock]");
    await expect(drawn).toHaveAttribute("data-stock", String(place));
  }
});
