import { type BrowserContext, expect, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { pdfWithTexts } from "../support/pdf";
import { axe, button } from "../support/player";
import {
  getShelfAudio,
  header,
  heading,
  makePlaylist,
  moveByKeyboard,
  openNewPlaylist,
  titleOrder,
  titles,
} from "../support/playlists";
import { test } from "../support/test";
import {
  ADMIN,
  apiClient,
  createStudent,
  signIn,
  signInNewStudent,
  signInWithPossibleDialog,
  uniqueCourseCode,
} from "../support/users";

// A context of its own, because the tests change its network state.
test.use({ freshContext: true });

const sending = (page: Page) => page.getByText(/^Sending \d+ changes?\.\.\.$/);
const heartOf = (page: Page, name: string) =>
  page.getByRole("article", { name }).getByRole("button", { name: /^liked?, \d+$/i });

/**
 * Returns the requests for a kind of change, from all tabs and their worker. The browser reports them a moment later.
 */
function sentTo(context: BrowserContext, path: string): string[] {
  const sent: string[] = [];
  context.on("response", (answer) => {
    const method = answer.request().method();
    if (method !== "GET" && answer.url().includes(path)) sent.push(`${method} ${answer.status()}`);
  });
  return sent;
}

/** Blocks the API while the browser still counts as online. Returns a function that unblocks it. */
async function silence(context: BrowserContext): Promise<() => void> {
  let isSilent = true;
  // The route is never removed: Playwright does not report a request that starts while a route is removed.
  await context.route("**/api/**", (route) => (isSilent ? route.abort("connectionrefused") : route.continue()));
  return () => {
    isSilent = false;
  };
}

test("S4.out.1 a like, a saved note and a reordered new playlist made offline are sent once after the tab was closed", async ({
  page,
  context,
}) => {
  test.slow();
  const student = await createStudent();
  const { id: known, api } = await makePlaylist(student, "Made before", 2);
  const [one, two, three] = await getShelfAudio("deep-dive");
  if (!one || !two || !three) throw new Error("the sample content has too few recordings");
  const posts = sentTo(context, "/api/me/playlists");

  // The page is visited first, so that its data are available offline.
  const notes = await context.newPage();
  await signIn(notes, student, "/guide/CS246/notes");
  const note = notes.getByRole("article").first();
  const title = (await note.getByRole("heading").textContent()) ?? "";
  await page.goto(`/playlist/${known}`);
  await expect(titles(page)).toHaveCount(2);
  await page.getByTestId("sidebar").getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("link", { name: "Made before" })).toBeVisible();
  await page.getByTestId("sidebar").getByRole("link", { name: "Audio Notes" }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /deep dive/i })
    .first()
    .click();
  const add = (audio: { title: string }) => page.getByRole("button", { name: `Add to playlist: ${audio.title}` });
  await add(one).click();
  await page.getByRole("button", { name: "+ Create New Playlist" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  const speak = await silence(context);
  await add(one).click();
  await page.getByRole("button", { name: "+ Create New Playlist" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("On the train");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Created on this device.")).toBeVisible();
  for (const audio of [two, three]) {
    await add(audio).click();
    await page.getByRole("button", { name: /^On the train/ }).click();
    await expect(page.getByText("Added on this device.").last()).toBeVisible();
  }
  await page.getByTestId("sidebar").getByRole("link", { name: "Profile" }).click();
  await page.getByRole("link", { name: "On the train" }).click();
  await expect(heading(page)).toHaveText("On the train");
  await expect.poll(() => titleOrder(page)).toEqual([one.title, two.title, three.title]);
  await button(header(page), "Change order").click();
  await moveByKeyboard(page, three.title, "ArrowUp", 2);
  await button(header(page), "Done").click();
  await expect.poll(() => titleOrder(page)).toEqual([three.title, one.title, two.title]);

  await heartOf(notes, title).click();
  await expect(heartOf(notes, title)).toHaveAttribute("aria-pressed", "true");
  await note.getByRole("button", { name: "Add to My Notes" }).click();
  await expect(note.getByRole("button", { name: "Added to My Notes" })).toBeVisible();
  await expect(notes.getByText(/^Note Ninja isn't responding\. \d+ changes are kept on this device/)).toBeVisible();
  expect(await api.get("/me/playlists")).toMatchObject({
    items: [{ id: known }],
  });

  await page.close();
  await notes.close();
  speak();
  const later = await context.newPage();
  await later.goto("/my-notes");
  await expect(later.getByRole("article", { name: title })).toBeVisible();
  await expect(sending(later)).toHaveCount(0);
  await expect
    .poll(
      async () =>
        (
          (await api.get("/me/playlists")) as {
            items: { name: string; audioCount: number }[];
          }
        ).items,
    )
    .toMatchObject([{ name: "On the train", audioCount: 3 }, { name: "Made before" }]);
  const { items: mine } = (await api.get("/me/playlists")) as {
    items: { id: string }[];
  };
  await expect
    .poll(async () => {
      const { items } = (await api.get(`/playlists/${mine[0]?.id}`)) as {
        items: { items: { title: string }[] };
      };
      return items.items.map((item) => item.title);
    })
    .toEqual([three.title, one.title, two.title]);
  await expect.poll(async () => ((await api.get("/me/likes")) as { notes: string[] }).notes).toHaveLength(1);
  expect(((await api.get("/me/notes")) as { items: unknown[] }).items).toHaveLength(1);
  await expect.poll(() => posts).toEqual(["POST 201"]);
});

test("S4.out.1 S2.report.1 follows, a request, a highlight and a report made offline are sent once on reconnect", async ({
  page,
  context,
}) => {
  // Longer timeout: three pages are opened.
  test.slow();
  const [code, wanted, star] = [await createCourse(), uniqueCourseCode(), await createStudent("star")];
  const noteId = await publishNote(code, "Marked late", "", pdfWithTexts(["Observers"], code));
  const student = await signInNewStudent(page, `/note/${noteId}`);
  await expect(page.getByText("Observers", { exact: true })).toBeVisible();
  const [profile, course] = [await context.newPage(), await context.newPage()];
  await profile.goto(`/u/${star.username}`);
  const follow = profile.getByRole("main").getByRole("button", { name: "Follow", exact: true });
  await expect(follow).toBeVisible();
  await course.goto(`/guide/${code}/notes`);
  await expect(course.getByRole("article")).toHaveCount(1);
  const paths = ["/me/highlights/", "/me/students/", "/me/courses/", "/api/requests", "/api/reports"];
  const sent = paths.map((path) => sentTo(context, path));

  const speak = await silence(context);
  await page.getByText("Observers", { exact: true }).click({ clickCount: 3 });
  await expect(page.getByRole("toolbar", { name: "Highlight the selection" })).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.locator(".reader-mark.green")).toHaveCount(1);
  await follow.click();
  await course.getByRole("button", { name: "Follow", exact: true }).click();
  await course.getByRole("button", { name: "More about Marked late" }).click();
  await course.getByRole("menuitem", { name: "Report" }).click();
  await course.getByLabel("What is wrong with it?").selectOption("It contains mistakes");
  await course.getByRole("button", { name: "Send report" }).click();
  await expect(course.getByText("Your report is kept on this device.")).toBeVisible();
  await course.getByRole("button", { name: "Done" }).click();
  await course.getByTestId("sidebar").getByRole("link", { name: "Request" }).click();
  await course.getByLabel("Course code").fill(wanted);
  await course.getByLabel("Course name").fill("Tunnels");
  await course.getByRole("main").getByRole("button", { name: "Request", exact: true }).click();
  await expect(course.getByText("Your request is kept on this device")).toBeVisible();

  speak();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const [api, admin] = [await apiClient(student), await apiClient(ADMIN)];
  const there = async () => {
    const marks = (await api.get(`/me/highlights/${noteId}`)) as { items: unknown[] };
    const me = (await api.get("/me")) as { courseCodes: string[] };
    const followed = (await api.get(`/students/${student.username}/following`)) as { items: { username: string }[] };
    const { items: asked } = (await admin.get("/requests")) as { items: { courseCode: string }[] };
    const { items: reports } = (await admin.get(`/reports/note/${noteId}`)) as { items: unknown[] };
    const requests = asked.filter(({ courseCode }) => courseCode === wanted);
    return [marks.items.length, me.courseCodes, followed.items.length, requests.length, reports.length];
  };
  // `there` fails until the report has arrived, so retry it.
  await expect(async () => expect(await there()).toEqual([1, [code], 1, 1, 1])).toPass({ timeout: 20_000 });
  for (const tab of [page, profile, course]) await expect(sending(tab)).toHaveCount(0);
  await expect.poll(() => sent).toEqual([["PUT 200"], ["PUT 200"], ["PUT 200"], ["POST 201"], ["POST 201"]]);
});

test("S4.out.3 a change rejected later is undone and listed, blocks no other change, and can be retried or discarded", async ({
  page,
  context,
}) => {
  const course = await createCourse();
  const doomed = await publishNote(course, "Soon gone");
  await publishNote(course, "Here to stay");
  const student = await signInNewStudent(page, `/guide/${course}/notes`);
  const api = await apiClient(student);
  await expect(page.getByRole("article")).toHaveCount(2);
  await context.setOffline(true);
  await page.getByRole("article", { name: "Soon gone" }).getByRole("button", { name: "Add to My Notes" }).click();
  await expect(page.getByText("1 change waiting.")).toBeVisible();
  await heartOf(page, "Here to stay").click();
  await expect(page.getByText("2 changes waiting.")).toBeVisible();
  await (await apiClient(ADMIN)).delete(`/notes/${doomed}`);

  await context.setOffline(false);
  const refusal = page.getByRole("status").filter({ hasText: "Could not add “Soon gone” to My Notes." });
  await expect(refusal).toBeVisible();
  await expect.poll(async () => ((await api.get("/me/likes")) as { notes: string[] }).notes).toHaveLength(1);
  await axe(page, "a refused change");
  await page.reload();
  await expect(refusal).toBeVisible();
  await button(refusal, "Try again").click();
  await expect(refusal).toBeVisible();
  await page.getByTestId("sidebar").getByRole("link", { name: "My Notes" }).click();
  await expect(page.getByText("Oops, nothing's here yet! No notes found.")).toBeVisible();
  await button(refusal, "Discard").click();
  await expect(refusal).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Oops, nothing's here yet! No notes found.")).toBeVisible();
  await expect(refusal).toHaveCount(0);
});

test("S4.out.3 a change rejected later links to the page where it was made", async ({ page, context }) => {
  const { api } = await openNewPlaylist(page);
  const { pathname } = new URL(page.url());
  await context.setOffline(true);
  await button(page, "Rename playlist").click();
  await page.getByLabel("Name of the playlist").fill("Taken meanwhile");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Taken meanwhile");
  await expect(page.getByText("1 change waiting.")).toBeVisible();
  await api.post("/me/playlists", { name: "Taken meanwhile" });
  await page.getByTestId("sidebar").getByRole("link", { name: "Profile" }).click();
  await context.setOffline(false);
  const refusal = page.getByRole("status").filter({ hasText: "Could not rename the playlist" });
  await refusal.getByRole("link", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(pathname);
  await expect(heading(page)).not.toHaveText("Taken meanwhile");
  await expect(refusal).toBeVisible();
  await expect(refusal.getByRole("link")).toHaveCount(0);
});

test("S4.out.4 S4.out.2 two tabs show the same pending changes, and each is sent once", async ({ page, context }) => {
  const course = await createCourse();
  const ids = [await publishNote(course, "First"), await publishNote(course, "Second")];
  const student = await signInNewStudent(page, `/guide/${course}/notes`);
  const second = await context.newPage();
  await second.goto(`/guide/${course}/notes`);
  for (const tab of [page, second]) await expect(tab.getByRole("article")).toHaveCount(2);
  const sent = sentTo(context, "/api/likes/notes/");

  await context.setOffline(true);
  await heartOf(page, "First").click();
  await expect(heartOf(second, "First")).toHaveAttribute("aria-pressed", "true");
  await heartOf(second, "Second").click();
  await expect(heartOf(page, "Second")).toHaveAttribute("aria-pressed", "true");
  // The like is removed in another tab than the one that added it, so no change remains.
  await heartOf(page, "Second").click();
  await expect(heartOf(second, "Second")).toHaveAttribute("aria-pressed", "false");
  for (const tab of [page, second]) await expect(tab.getByText("1 change waiting.")).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("You're back online.")).toBeVisible();
  const api = await apiClient(student);
  await expect.poll(async () => ((await api.get("/me/likes")) as { notes: string[] }).notes).toEqual([ids[0]]);
  for (const tab of [page, second]) {
    await expect(sending(tab)).toHaveCount(0);
    await expect(heartOf(tab, "First")).toHaveAccessibleName("Liked, 1");
  }
  await expect.poll(() => sent).toEqual(["PUT 200"]);
});

test("S4.out.5 pending changes are kept for their user, and another user is warned before they are deleted", async ({
  page,
  context,
}) => {
  const course = await createCourse();
  await publishNote(course, "Worth keeping");
  const student = await signInNewStudent(page, `/guide/${course}/notes`);
  const api = await apiClient(student);
  const speak = await silence(context);
  await heartOf(page, "Worth keeping").click();
  await expect(page.getByText(/^(Sending 1 change|Note Ninja isn't responding)/)).toBeVisible();

  // The session ends, and another user signs in.
  await context.clearCookies();
  await page.close();
  speak();
  const other = await context.newPage();
  await signInWithPossibleDialog(other, await createStudent(), "/my-notes");
  const question = other.getByRole("alertdialog", {
    name: "Delete what someone else left here?",
  });
  await expect(question).toContainText("1 like.");
  await axe(other, "what somebody else has not sent");
  // If the user does not delete the data of the previous user, the app signs out.
  const log = other.waitForResponse("**/api/auth/sign-out");
  await button(question, "Log out").click();
  await log;
  await expect(other).toHaveURL(/\/signin/);

  // When the owner signs in again, the change is sent.
  await signIn(other, student, "/my-notes");
  await expect.poll(async () => ((await api.get("/me/likes")) as { notes: string[] }).notes).toHaveLength(1);

  // The same situation again, but the other user deletes the data.
  await other.goto(`/guide/${course}/notes`);
  await expect(heartOf(other, "Worth keeping")).toHaveAttribute("aria-pressed", "true");
  const quiet = await silence(context);
  await heartOf(other, "Worth keeping").click();
  await expect(other.getByText(/^(Sending 1 change|Note Ninja isn't responding)/)).toBeVisible();
  await context.clearCookies();
  // Close the page, because an open page could still send the change.
  await other.close();
  await quiet();
  const last = await context.newPage();
  await signInWithPossibleDialog(last, await createStudent(), "/my-notes");
  const again = last.getByRole("alertdialog", { name: "Delete what someone else left here?" });
  await button(again, "Delete it").click();
  await expect(again).toHaveCount(0);
  const outboxes = () =>
    last.evaluate(async () =>
      (await indexedDB.databases()).filter(({ name }) => name?.startsWith("note-ninja outbox")).map(({ name }) => name),
    );
  await expect.poll(outboxes).toHaveLength(1);
  expect(((await api.get("/me/likes")) as { notes: string[] }).notes).toHaveLength(1);
});

test("S4.out.5 logging out asks before it deletes pending changes", async ({ page, context }) => {
  const course = await createCourse();
  await publishNote(course, "Worth keeping");
  const questionIsThere = page.waitForResponse("**/assets/deferred-shell-*.js");
  await signInNewStudent(page, `/guide/${course}/notes`);
  await expect(page.getByRole("article")).toHaveCount(1);
  await (await questionIsThere).finished();
  await context.setOffline(true);
  await heartOf(page, "Worth keeping").click();
  await button(page, "Follow").click();
  await page.getByRole("button", { name: "Logout" }).first().click();
  const question = page.getByRole("alertdialog", { name: "Log out now?" });
  await expect(question).toContainText("You will lose what hasn't been sent yet: 2 changes.");
  await button(question, "Log out").click();
  await expect(page).toHaveURL(/\/signin/);
  const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(left).toEqual([]);
});
