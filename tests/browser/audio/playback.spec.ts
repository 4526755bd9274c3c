import { expect, type Page } from "@playwright/test";
import { publishAudio, publishRecording } from "../support/content";
import { button, playerBar, sampleRecordings, seek, title } from "../support/player";
import { batchedPathsOf, withoutRenditions } from "../support/routes";
import { test } from "../support/test";
import { apiClient, createStudent, type Student, signIn, uniqueName } from "../support/users";
import { corruptedMp3, joinedMp3, unevenMp3 } from "../support/wav";

/** Student with a playlist. The tests play real files and examine the output of the audio element. */
interface Prepared {
  student: Student;
  /** Titles in the order of the playlist. */
  titles: string[];
  path: string;
}

/** Creates a student with a playlist of new recordings of these lengths in seconds. */
async function playlistOf(...lengths: number[]): Promise<Prepared> {
  const published = [];
  for (const seconds of lengths) published.push(await publishAudio("deep-dive", uniqueName("Tone"), seconds));
  const student = await createStudent();
  const api = await apiClient(student);
  const made = await api.post("/me/playlists", { name: "Tonight", audioIds: published.map((note) => note.id) });
  const { id } = (made as { playlist: { id: string } }).playlist;
  return { student, titles: published.map((note) => note.title), path: `/playlist/${id}` };
}

const element = (page: Page) => page.locator("audio#player");

const heardSecs = (page: Page) => element(page).evaluate((audio: HTMLAudioElement) => audio.currentTime);

/** Clicks play on a row and waits until the sound starts. */
async function play(page: Page, name: string | undefined): Promise<void> {
  await button(page.getByRole("main"), `Play ${name}`).click();
  await expect(button(playerBar(page), "Pause")).toBeVisible();
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(0);
}

test("S1.j.9 S4.play.2 playback starts and continues without a gap while the student opens every page", async ({
  page,
}) => {
  const { student, titles, path } = await playlistOf(120);
  await signIn(page, student, path);
  await play(page, titles[0]);
  await element(page).evaluate((audio: HTMLAudioElement) => {
    const told: string[] = [];
    Object.assign(window, { told });
    for (const type of ["pause", "waiting", "emptied", "seeking", "ended"]) {
      audio.addEventListener(type, () => told.push(type));
    }
  });
  const clocks = () =>
    element(page).evaluate((audio: HTMLAudioElement) => ({
      heard: audio.currentTime,
      passed: performance.now() / 1000,
    }));
  const before = await clocks();
  const names = ["Dashboard", "Browse & Discover", "Audio Notes", "Request", "My Notes"];
  for (const name of [...names, ...names]) {
    const shown = page.url();
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
    await expect(page).not.toHaveURL(shown);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  }
  // Pages without an entry in the sidebar.
  const others = ["/guide/CS246/notes", "/download/CS246", "/deep-dive", "/quick-recap", "/chill-review", "/cram-mode"];
  others.push("/exam-review", "/night-owl", `/u/${student.username}`, "/profile", "/account", "/profile/security");
  others.push("/setup-guides", "/placeholder", "/dashboard", "/nowhere-at-all", "/study", "/student-info", path);
  const api = await apiClient(student);
  const { items } = (await api.get("/courses/CS246/chapters")) as { items: { id: string }[] };
  const { notes } = (await api.get("/courses/CS246/notes")) as { notes: { items: { id: string }[] } };
  others.push(`/guide/CS246/chapter/${items[0]?.id}`, `/study-guide/CS246/chapter/${items[0]?.id}/add-card`);
  others.push(`/note/${notes.items[0]?.id}`, "/my-notes/highlights");
  for (const to of others) {
    await page.evaluate((href) => {
      history.pushState(null, "", href);
      dispatchEvent(new PopStateEvent("popstate"));
    }, to);
    await expect(page.getByRole("main").getByRole("heading").first(), to).toBeVisible();
  }
  const after = await clocks();
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([]);
  const [heard, passed] = [after.heard - before.heard, after.passed - before.passed];
  expect(Math.abs(heard - passed), `${heard} s were heard in ${passed} s`).toBeLessThan(0.5);
  await expect(page.locator("audio")).toHaveCount(1);
});

test("S4.play.9 S4.play.5 the next track starts automatically, and after the last one the first", async ({ page }) => {
  const { student, titles, path } = await playlistOf(2, 2);
  await signIn(page, student, path);
  await play(page, titles[0]);
  await expect.poll(() => title(page)).toBe(titles[1]);
  await expect.poll(() => title(page)).toBe(titles[0]);
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(0);
  await expect(button(playerBar(page), "Pause")).toBeVisible();
});

test("S4.resume.3 an expired URL is replaced, and playback continues at the same second", async ({ page }) => {
  const { student, titles, path } = await playlistOf(30);
  let isDead = false;
  let refused = 0;
  let asked = 0;
  await withoutRenditions(page);
  await page.route("**/api/audio/addresses", async (route) => {
    asked += 1;
    isDead = false;
    await route.fallback();
  });
  // The first URL serves only the beginning, so the rest is requested after it has expired.
  await page.route("**/deep-dive-notes/**", async (route) => {
    const { range = "bytes=0-" } = route.request().headers();
    if (asked > 1) return route.continue();
    if (!isDead && range === "bytes=0-") {
      isDead = true;
      const response = await route.fetch({ headers: { ...route.request().headers(), range: "bytes=0-39999" } });
      return route.fulfill({ response });
    }
    refused += 1;
    return route.fulfill({ status: 403, body: "Request has expired" });
  });
  await signIn(page, student, path);
  await play(page, titles[0]);
  await page.evaluate(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    const audio = document.querySelector<HTMLAudioElement>("audio#player");
    audio?.addEventListener("timeupdate", () => places.push(audio.currentTime));
  });
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(4);
  expect([refused > 0, asked > 1]).toEqual([true, true]);
  const places = await page.evaluate(() => (window as unknown as { places: number[] }).places);
  const later = places.filter((place) => place > 0);
  const jumps = later.slice(1).map((place, at) => Math.abs(place - (later[at] ?? 0)));
  expect(Math.max(...jumps), `heard at ${later.join(" ")}`).toBeLessThan(2);
  expect(await title(page)).toBe(titles[0]);
});

test.describe("in a separate browser", () => {
  test.use({ freshContext: true });

  test("a last track that cannot be decoded is not restarted automatically, and 'Try again' plays it", async ({
    page,
  }) => {
    const [whole, last] = await sampleRecordings(2);
    if (!whole || !last) throw new Error("there are no two recordings");
    const student = await createStudent();
    const list = { name: "Tonight", audioIds: [whole.id, last.id] };
    const api = await apiClient(student);
    const made = await api.post("/me/playlists", list);
    const addresses = (await api.post("/audio/addresses", { ids: [last.id] })) as { items: { url: string }[] };
    const { pathname } = new URL(addresses.items[0]?.url ?? "");
    let isSpoiled = true;
    await withoutRenditions(page);
    await page.route(
      (url) => url.pathname === pathname,
      async (route) => {
        if (!isSpoiled) return route.continue();
        const { range: _range, ...headers } = route.request().headers();
        const response = await route.fetch({ headers });
        return route.fulfill({ status: 200, contentType: "audio/mpeg", body: corruptedMp3(await response.body()) });
      },
    );
    await page.clock.install();
    await signIn(page, student, `/playlist/${(made as { playlist: { id: string } }).playlist.id}`);
    await play(page, whole.title);
    await button(playerBar(page), "Repeat: all").click();
    await button(playerBar(page), "Repeat: one").click();
    await element(page).evaluate((audio: HTMLAudioElement) => {
      const opened: string[] = [];
      Object.assign(window, { opened });
      audio.addEventListener("loadstart", () => opened.push(audio.src));
    });
    const opens = () => page.evaluate(() => (window as unknown as { opened: string[] }).opened.length);
    await button(playerBar(page), "Next").click();

    const again = button(playerBar(page), "Try again");
    await expect(again).toBeVisible();
    await expect(playerBar(page).getByText("Cannot be played")).toBeVisible();
    // Run everything that is scheduled within five seconds.
    await page.clock.runFor(5000);
    await expect(again).toBeVisible();
    expect(await opens()).toBe(1);

    isSpoiled = false;
    await again.click();
    await expect(button(playerBar(page), "Pause")).toBeVisible();
    await expect.poll(() => heardSecs(page)).toBeGreaterThan(2);
    expect(await title(page)).toBe(last.title);
  });
});

const REPAIRED: [kind: string, mp3: Buffer][] = [
  ["a joined MP3", joinedMp3(60)],
  ["an MP3 with a variable bit rate", unevenMp3(180)],
];

for (const [kind, mp3] of REPAIRED)
  test(`${kind} plays for its listed duration, and seeking near its end works`, async ({ page }) => {
    const declared = { shelf: "deep-dive", subject: "CS 246", fileName: "repaired.mp3", contentType: "audio/mpeg" };
    const repaired = await publishRecording({ ...declared, title: uniqueName("Repaired") }, mp3);
    const student = await createStudent();
    const made = await (await apiClient(student)).post("/me/playlists", { name: "Tonight", audioIds: [repaired.id] });
    await signIn(page, student, `/playlist/${(made as { playlist: { id: string } }).playlist.id}`);
    await expect(page.getByRole("main").getByText("3:00").first()).toBeVisible();
    await play(page, repaired.title);
    const lengthSecs = await element(page).evaluate((audio: HTMLAudioElement) => audio.duration);
    expect(Math.abs(lengthSecs - 180)).toBeLessThan(1);
    expect(Math.abs(Number(await seek(playerBar(page)).getAttribute("aria-valuemax")) - lengthSecs)).toBeLessThan(1);
    // The remaining time near the end has the expected length, so the seek reached its target.
    const leftSecs = await element(page).evaluate(
      (audio: HTMLAudioElement) =>
        new Promise<number>((left) => {
          let begun = 0;
          audio.addEventListener("seeked", () => {
            begun = performance.now();
          });
          audio.addEventListener("ended", () => left((performance.now() - begun) / 1000));
          audio.currentTime = 176;
        }),
    );
    expect(Math.abs(leftSecs - 4)).toBeLessThan(1);
  });

/** Signs in on a page and waits until the resume positions of all devices have arrived. */
async function signInAndKnow(page: Page, student: Student, path: string): Promise<void> {
  const known = page.waitForResponse(
    (answer) =>
      answer.ok() && batchedPathsOf(answer.request()).some((path) => /^\/api\/me\/(start|positions)$/.test(path)),
  );
  await signIn(page, student, path);
  await known;
}

test("S4.resume.1 a page that is already open resumes where another browser stopped later", async ({
  page,
  secondDevicePage,
}) => {
  const { student, titles, path } = await playlistOf(60);
  await signInAndKnow(secondDevicePage, student, path);
  await signIn(page, student, path);
  await play(page, titles[0]);
  // Seek further than the other page could play during this test.
  for (let press = 0; press < 6; press += 1)
    await playerBar(page).getByRole("slider", { name: "Seek" }).press("ArrowRight");
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(30);
  const told = page.waitForResponse((answer) => answer.url().endsWith("/api/me/positions") && answer.ok());
  await button(playerBar(page), "Pause").click();
  await told;
  const left = await heardSecs(page);

  await button(secondDevicePage.getByRole("main"), `Play ${titles[0]}`).click();
  await expect.poll(() => heardSecs(secondDevicePage)).toBeGreaterThan(left - 1);
  expect(await heardSecs(secondDevicePage)).toBeLessThan(left + 3);
});

test("S4.resume.1 S4.resume.2 a reload restores the track paused at the same second, and another browser starts at that second", async ({
  page,
  secondDevicePage,
}) => {
  const { student, titles, path } = await playlistOf(60, 60);
  await signIn(page, student, path);
  await play(page, titles[1]);
  // Resuming requires some progress.
  await playerBar(page).getByRole("slider", { name: "Seek" }).press("ArrowRight");
  await playerBar(page).getByRole("slider", { name: "Seek" }).press("ArrowRight");
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(10);
  await button(playerBar(page), "Pause").click();
  const stopped = await heardSecs(page);

  const addresses: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/audio/addresses")) addresses.push(request.url());
  });
  await page.goto("/my-cards");
  await expect(button(playerBar(page), "Play")).toBeVisible();
  expect(await title(page)).toBe(titles[1]);
  expect(addresses, "nobody has come near it").toEqual([]);
  await playerBar(page).hover();
  await expect.poll(() => addresses).toHaveLength(1);
  await button(playerBar(page), "Play").click();
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(stopped - 1);
  expect(await heardSecs(page)).toBeLessThan(stopped + 3);
  // Play a little further, because an unchanged position is not sent.
  await expect.poll(() => heardSecs(page)).toBeGreaterThan(stopped + 0.5);
  const told = page.waitForResponse((answer) => answer.url().endsWith("/api/me/positions") && answer.ok());
  await button(playerBar(page), "Pause").click();
  await told;
  const left = await heardSecs(page);

  await signInAndKnow(secondDevicePage, student, path);
  await button(secondDevicePage.getByRole("main"), `Play ${titles[1]}`).click();
  await expect.poll(() => heardSecs(secondDevicePage)).toBeGreaterThan(left - 1);
  expect(await heardSecs(secondDevicePage)).toBeLessThan(left + 3);
});
