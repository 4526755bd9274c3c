import { expect } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { test, waitForServiceWorker } from "../support/offline";
import { pdfWithTexts } from "../support/pdf";
import { getShelfAudio, heading, titles } from "../support/playlists";
import { ADMIN, apiClient, signIn, signInNewStudent } from "../support/users";

test("S4.offline.5 visited playlists, the profile and resume positions are available offline", async ({
  page,
  server,
}) => {
  // Longer timeout: four pages are opened online and offline.
  test.slow();
  const course = await createCourse();
  const note = await publishNote(course, `Begun ${course}`, "", pdfWithTexts(["One", "Two", "Three"], course));
  const student = await signInNewStudent(page, "/");
  await waitForServiceWorker(page);
  const api = await apiClient(student);
  const ids = (await getShelfAudio("deep-dive")).slice(0, 2).map(({ id }) => id);
  const made = (await api.post("/me/playlists", { name: "For the train", audioIds: ids })) as {
    playlist: { id: string };
  };
  const place = { page: 2, pages: 3, abovePermille: 0, isFinished: false, isRestart: false };
  const position = { ...place, counter: Date.now(), device: "b7Kq2mXw" };
  await api.put("/me/reading", { items: [{ noteId: note, position }] });
  const reading = page.getByRole("link", { name: `Continue Begun ${course}, page 2 of 3` });
  const looks = [
    { path: "/", there: reading },
    { path: `/playlist/${made.playlist.id}`, there: titles(page).nth(1) },
    { path: "/account", there: page.getByRole("main").getByRole("link", { name: "For the train" }) },
  ];
  for (const { path, there } of looks) {
    await page.goto(path);
    await expect(there, path).toBeVisible();
    // Responses are written to disk after they are shown, even if the user leaves the page at that moment.
    await page.waitForLoadState("networkidle");
  }

  await server.stop();
  for (const { path, there } of looks) {
    await page.goto(path);
    await expect(there, path).toBeVisible();
    await expect(page.getByText(/This page was last updated at \d\d:\d\d\./), path).toBeVisible();
  }
  await page.goto(`/playlist/${made.playlist.id}`);
  await expect(heading(page)).toHaveText("For the train");
});

test("S4.offline.5 cached data is shown after a few seconds if the server does not respond, and fresh data when it responds", async ({
  page,
  server,
}) => {
  // Longer timeout: the page waits for the network before it shows cached data.
  test.slow();
  const course = await createCourse();
  await publishNote(course, "Seen before");
  await signInNewStudent(page, `/guide/${course}/notes`);
  await waitForServiceWorker(page);
  await expect(page.getByRole("article", { name: "Seen before" })).toBeVisible();
  server.hang();
  await page.reload();
  await expect(page.getByRole("article", { name: "Seen before" })).toBeVisible();
  await expect(page.getByText(/This page was last updated at \d\d:\d\d\./)).toBeVisible();
  await publishNote(course, "New meanwhile");
  await server.stop();
  await server.start();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("article", { name: "New meanwhile" })).toBeVisible();
  await expect(page.getByText(/This page was last updated at/)).toHaveCount(0);
});

test("S4.offline.2 S4.up.6 an upload says that there is no network, and waits while the server is unreachable", async ({
  page,
  context,
  server,
}) => {
  await signIn(page, ADMIN, `/guide/${await createCourse()}/notes`);
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeEnabled();
  await waitForServiceWorker(page);
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Files can be sent when you're back online.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeDisabled();
  await context.setOffline(false);
  await server.stop();
  await page.getByLabel("Title").fill("From the train");
  const file = { name: "lecture.pdf", mimeType: "application/pdf", buffer: pdfWithTexts(["One"], "From the train") };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const uploads = page.getByRole("list", { name: "Uploads" });
  await expect(uploads.getByText(/ · Paused$/)).toHaveCount(1);
  const waiting = page.getByText(/ waiting; uploading continues when the connection is back\.$/);
  await expect(waiting).toHaveText(/^Can't reach Note Ninja\. 1 file is waiting;/);
  await expect(uploads.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("Title")).toHaveValue("From the train");

  await expect(page.getByRole("button", { name: "Retry all" })).toBeVisible();

  await server.start();
  await expect(uploads).toContainText("Note uploaded successfully!", { timeout: 20_000 });
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole("article", { name: "From the train" })).toBeVisible();
});
