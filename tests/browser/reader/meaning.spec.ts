import { expect, type Page } from "@playwright/test";
import { createCourse, publishNote, waitUntilIndexed } from "../support/content";
import { MODEL_PATH, test } from "../support/meaning-server";
import { keepOffline, waitForServiceWorker } from "../support/offline";
import { expectFocusKept } from "../support/overlays";
import { pdfWithTexts } from "../support/pdf";
import { axe } from "../support/player";
import { accessTokenFor, apiRequest, type Credentials, signInNewStudent, signOut } from "../support/users";

const PASSAGE = "Critical sections exclude simultaneous writers";

const found = (page: Page) => page.getByRole("list", { name: "Pages found" }).getByRole("listitem");
const offer = (page: Page) => page.getByRole("region", { name: "Search by meaning" });

/** Waits until the vectors of a course are computed. */
async function waitUntilEncoded(who: Credentials, place: string): Promise<void> {
  await waitUntilIndexed(who, place);
  const token = await accessTokenFor(who);
  const vectors = async () => {
    const answer = await apiRequest("GET", `/api/library/inside?places=${place}`, undefined, token);
    return ((await answer.json()) as { items: { vectors?: { passages: number } }[] }).items[0]?.vectors?.passages;
  };
  await expect.poll(vectors, { intervals: [50, 100, 200, 500] }).toBe(2);
}

/** Returns the names of the vectors that the browser stores. */
const storedVectors = (page: Page) =>
  page.evaluate(async () => {
    const all = (await indexedDB.databases()).map(({ name = "" }) => name);
    const name = all.find((each) => each.startsWith("note-ninja kept ")) ?? "";
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const reading = db.transaction("responses").objectStore("responses").getAllKeys();
      reading.onsuccess = () => resolve(reading.result);
    });
    db.close();
    return keys.filter((key) => String(key).startsWith("vectors "));
  });

// Longer timeout: the test has a server of its own, which computes the vectors of a note.
test("S2.find.7 S2.find.8 a question without good results offers search by meaning, which then answers offline without a request and opens the passage", async ({
  page,
  context,
}) => {
  test.slow();
  const code = await createCourse("Concurrency");
  const note = await publishNote(code, "Locks", "", pdfWithTexts([PASSAGE, "Semaphores count permits"], code));
  const student = await signInNewStudent(page);
  await waitUntilEncoded(student, code);
  await page.goto(`/guide/${code}/notes`);
  const box = page.getByRole("textbox", { name: /^Search inside the notes of/ });
  await box.fill("xyzzyq plugh");
  await expect(page.getByText("No page has these words.")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  await box.fill("which trick keeps parallel programs apart");
  await expect(offer(page)).toContainText("nothing you type leaves this device");
  await axe(page, "offer of search by meaning");
  await offer(page).getByRole("button", { name: "Turn on search by meaning" }).click();
  await expect(found(page).filter({ hasText: PASSAGE })).toContainText("By meaning");
  await expect(offer(page)).toHaveCount(0);
  await axe(page, "pages found by meaning");

  await context.setOffline(true);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await box.fill("semaphores count");
  await expect(found(page).locator("mark")).toHaveText(["Semaphores", "count"]);
  await box.fill("");
  await box.pressSequentially("which trick keeps threads apart");
  await expect(found(page).filter({ hasText: PASSAGE })).toContainText("By meaning");
  await box.fill("wie verhindert man dass zwei Programme gleichzeitig schreiben");
  await expect(page.getByText(/^Search by meaning understands English only/)).toBeVisible();
  await expect(found(page)).toHaveCount(0);
  await box.fill("which trick keeps parallel programs apart");
  await expect(found(page).filter({ hasText: PASSAGE })).toContainText("By meaning");
  // The code of the reader may be prefetched for the results, and the catalogue is polled.
  expect(sent.filter((url) => !/^\/(assets|catalogue)\//.test(new URL(url).pathname))).toEqual([]);

  await context.setOffline(false);
  await found(page).filter({ hasText: PASSAGE }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/note/${note}#page=1`));
  await expect(page.locator(".reader-passage").first()).toBeInViewport();

  await page.goto(`/guide/${code}/notes`);
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.getByRole("button", { name: "Following", exact: true })).toBeVisible();
  await page.goto("/browse");
  await page.getByPlaceholder("Search for courses, profiles...").fill("which trick keeps parallel programs apart");
  const inside = page.getByRole("group", { name: "Inside notes" }).getByRole("option");
  await expect(inside.filter({ hasText: PASSAGE })).toContainText("By meaning · p. 1 · Locks");
  await page.keyboard.press("Escape");
  const stored = () => page.evaluate(() => caches.keys());
  expect(await stored()).toContain("note-ninja meaning");
  await signOut(page);
  await expect.poll(stored).not.toContain("note-ninja meaning");
});

test("S2.find.8 the download of search by meaning can be cancelled, fails with a reason, is retried and removed", async ({
  page,
}) => {
  test.slow();
  let answer: "wait" | "damaged" | "whole" = "wait";
  await page.route(`**${MODEL_PATH}`, async (route) => {
    if (answer === "damaged") await route.fulfill({ body: "x".repeat(100) });
    else if (answer === "whole") await route.continue();
  });
  await signInNewStudent(page, "/profile/security");
  const section = page.getByRole("region", { name: "On this device" });
  const turnOn = section.getByRole("button", { name: "Turn on search by meaning" });
  await turnOn.click();
  await expect(section.getByRole("progressbar", { name: "Downloading search by meaning" })).toBeVisible();
  await section.getByRole("button", { name: "Cancel" }).click();
  answer = "damaged";
  await turnOn.click();
  await expect(section.getByRole("alert")).toContainText("The download is damaged. Try again.");
  answer = "whole";
  await section.getByRole("button", { name: "Try again" }).click();
  await expect(section).toContainText("On. The model has");
  await page.reload();
  await section.getByRole("button", { name: "Remove search by meaning" }).press("Enter");
  await expect(turnOn).toBeVisible();
  await expectFocusKept(page, "removing search by meaning");
  expect(await page.evaluate(() => caches.keys())).not.toContain("note-ninja meaning");
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("S2.find.7 S2.find.8 a course that was kept before search by meaning was turned on answers questions after an offline reload, and removing it deletes the vectors", async ({
    page,
    meaningServer,
  }) => {
    // Longer timeout: the test has a server of its own and stores a course.
    test.slow();
    const code = await createCourse("Concurrency");
    await publishNote(code, "Locks", "", pdfWithTexts([PASSAGE, "Semaphores count permits"], code));
    const student = await signInNewStudent(page);
    await waitUntilEncoded(student, code);
    await waitForServiceWorker(page);
    await page.goto(`/guide/${code}/notes`);
    await page.getByRole("button", { name: "Keep on this device" }).click();
    await keepOffline(page, "TEST");
    expect(await storedVectors(page)).toEqual([]);
    await page.goto("/profile/security");
    const section = page.getByRole("region", { name: "On this device" });
    await section.getByRole("button", { name: "Turn on search by meaning" }).click();
    await expect(section).toContainText("On. The model has");
    await expect.poll(() => storedVectors(page)).toEqual([`vectors ${code}`]);
    await expect(section).toContainText("All of it is on this device");

    await meaningServer.kill();
    await page.goto(`/guide/${code}/notes`);
    const box = page.getByRole("textbox", { name: /^Search inside the notes of/ });
    await box.fill("which trick keeps parallel programs apart");
    await expect(found(page).filter({ hasText: PASSAGE })).toContainText("By meaning");

    await page.goto("/profile/security");
    await section.getByRole("button", { name: "Remove search by meaning" }).click();
    await expect.poll(() => storedVectors(page)).toEqual([]);
    expect(await page.evaluate(() => caches.keys())).not.toContain("note-ninja meaning");
  });
});
