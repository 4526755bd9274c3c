import { expect, type Page } from "@playwright/test";
import { createCourse, publishAudio, publishNote } from "../support/content";
import { keepOffline, likeButton, test, waitForServiceWorker } from "../support/offline";
import { getShelfAudio } from "../support/playlists";
import { apiClient, createStudent, signInNewStudent, signInWithPossibleDialog } from "../support/users";

/** A storage location of this browser with its content. */
interface Place {
  at: string;
  holds: string;
}

/**
 * Returns all storage locations that a page can use, as the browser reports them. This includes locations that this
 * test does not know.
 */
const places = (page: Page): Promise<Place[]> =>
  page.evaluate(async () => {
    const text = (value: unknown) =>
      JSON.stringify(value, (_, each) => (ArrayBuffer.isView(each) ? "bytes" : (each as unknown))) ?? "";
    const found: Place[] = [];
    const opened = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const all = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await opened(name);
      for (const store of db.objectStoreNames) {
        const held = db.transaction(store).objectStore(store);
        found.push({ at: `database ${name}`, holds: text([await all(held.getAllKeys()), await all(held.getAll())]) });
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const answer = await cache.match(url);
        const isText = /json|text\/plain/.test(answer?.headers.get("content-type") ?? "");
        found.push({ at: `cache ${name}`, holds: `${url} ${isText ? await answer?.text() : ""}` });
      }
    }
    for (const [kind, storage] of Object.entries({ local: localStorage, session: sessionStorage })) {
      for (const [key, value] of Object.entries(storage)) found.push({ at: `${kind} ${key}`, holds: String(value) });
    }
    for (const cookie of document.cookie.split("; ").filter(Boolean)) found.push({ at: "cookie", holds: cookie });
    for (const { scope } of await navigator.serviceWorker.getRegistrations()) {
      found.push({ at: "worker", holds: new URL(scope).pathname });
    }
    const folder = await navigator.storage.getDirectory();
    for await (const name of (folder as unknown as { keys: () => AsyncIterable<string> }).keys()) {
      found.push({ at: "folder", holds: name });
    }
    const buckets = (navigator as unknown as { storageBuckets?: { keys: () => Promise<string[]> } }).storageBuckets;
    for (const name of (await buckets?.keys()) ?? []) found.push({ at: "bucket", holds: name });
    return found;
  });

/** Storage of the app and the device without personal data. All other locations have the owner's id in their name. */
const ofNobody = [
  /^cache (assets|catalogue|catalogue counts|catalogue manifest|reader|workbox-precache-.*)$/,
  /^database workbox-expiration$/,
  /^local nn:(theme|session|player)$/,
  /^session react-router-scroll-positions$/,
  /^worker$/,
];

test("S4.offline.11 S4.offline.7 another student who signs in finds no data of the previous one in any browser storage", async ({
  page,
  context,
  server,
}) => {
  // Longer timeout: one user leaves data in every kind of storage, and another user searches all of them.
  test.slow();
  const course = await createCourse();
  await publishNote(course, "A note of the first");
  const audio = await publishAudio("radio", `A recording of the first ${course}`, 20);
  const first = await signInNewStudent(page, `/guide/${course}/notes`, "first");
  const api = await apiClient(first);
  const ids = (await getShelfAudio("radio")).slice(0, 1).map(({ id }) => id);
  const { playlist } = (await api.post("/me/playlists", { name: "Secret evenings", audioIds: ids })) as {
    playlist: { id: string };
  };
  await waitForServiceWorker(page);
  await page.getByRole("button", { name: "Add to My Notes" }).click();
  await expect(page.getByRole("button", { name: "Added to My Notes" })).toBeVisible();
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keepOffline(page, "TEST");
  await page.getByRole("link", { name: "Read", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Page", exact: true })).toBeVisible();
  await page.goto(`/playlist/${playlist.id}`);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await keepOffline(page, "Secret evenings");
  await page.goto("/audio-notes");
  await page.getByRole("button", { name: `Play ${audio.title}` }).click();
  await expect(page.getByRole("button", { name: `Pause ${audio.title}` })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("main").getByText("Secret evenings").first()).toBeVisible();
  await server.stop();
  await page.goto(`/guide/${course}/notes`);
  await likeButton(page, "A note of the first").click();
  await expect(page.getByText(/\d changes? (is|are) kept on this device/)).toBeVisible();

  const isPersonal = ({ at }: Place) => !ofNobody.some((known) => known.test(at));
  const ownerOf = ({ at }: Place) =>
    /(?:^database note-ninja \w+ |^cache note-ninja files |^local nn:u:)([^:]+)/.exec(at)?.[1];
  const before = (await places(page)).filter(isPersonal);
  const [uid = ""] = before.flatMap((place) => ownerOf(place) ?? []);
  // All personal data have the user's id in their name, so that they can be found and deleted.
  expect(before.filter((place) => ownerOf(place) !== uid)).toEqual([]);
  // No token and no bearer URL is stored.
  expect((await places(page)).filter(({ holds }) => /\beyJ|X-Amz-Signature|Key-Pair-Id/.test(holds))).toEqual([]);
  const kinds = new Set(before.map(({ at }) => at.replace(new RegExp(`${uid}.*`), "…")));
  expect([...kinds].sort()).toEqual([
    "cache note-ninja files …",
    "database note-ninja files …",
    "database note-ninja kept …",
    "database note-ninja outbox …",
    "local nn:u:…",
  ]);

  // The session is revoked on the server. This browser keeps its cookie until the server rejects it.
  const { items: sessions } = (await api.get("/auth/account/sessions")) as { items: { id: string }[] };
  for (const { id } of sessions) await api.delete(`/auth/account/sessions/${id}`);
  const secrets = (await context.cookies()).map(({ value }) => value);
  expect(secrets.length).toBeGreaterThan(0);
  await page.close();
  await server.start();
  const other = await context.newPage();
  await other.goto("/signin");
  await expect(other.getByLabel("Email")).toBeVisible();
  expect((await context.cookies()).filter(({ value }) => secrets.includes(value))).toEqual([]);
  const second = await createStudent("second");
  await signInWithPossibleDialog(other, second, "/my-notes");
  const question = other.getByRole("alertdialog", { name: "Delete what someone else left here?" });
  await expect(question).toContainText("Someone else keeps 1 note and ");
  expect(await question.textContent()).not.toMatch(/Secret|TEST/);
  await question.getByRole("button", { name: "Delete it" }).click();
  await expect(question).toHaveCount(0);
  await other.goto("/profile/security#on-this-device");
  await expect(other.getByText(/^Nothing yet\./)).toBeVisible();
  const traces = new RegExp(`${uid}|${first.username}|${first.email}|Secret evenings|of the first`, "i");
  const left = async () =>
    (await places(other)).filter(
      ({ at, holds }) => traces.test(at) || (at !== "cache catalogue" && traces.test(holds)),
    );
  await expect.poll(left).toEqual([]);
  expect((await places(other)).filter((place) => isPersonal(place) && ownerOf(place) === undefined)).toEqual([]);
});
