import { expect } from "@playwright/test";
import { createCourse } from "../support/content";
import { test } from "../support/test";
import { apiClient, createStudent, signInNewStudent } from "../support/users";

test.use({ freshContext: true });

test("S7.rd.14 an open page refetches a list only after the manifest lists it as changed", async ({ page }) => {
  const code = await createCourse();
  await page.clock.install();
  await signInNewStudent(page, `/guide/${code}/notes`);
  const heart = page.getByRole("button", { name: /^liked?(, \d+)?$/i }).first();
  await expect(heart).toHaveAccessibleName("Like, 0");
  const pass = async (time: string) => {
    // Simulates activity: an idle page polls rarely.
    await page.keyboard.press("Shift");
    const answer = page.waitForResponse("**/catalogue/manifest.json");
    await page.clock.runFor(time);
    await (await answer).finished();
    // By then, the page has requested the files that the manifest lists.
    await page.clock.runFor("00:01");
    await page.evaluate(() => fetch("/api/health").then((health) => health.text()));
  };
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // The player loads by itself and requests the resume positions once.
  const others = /\/(beacon|health|me\/positions)$/;
  const ofApi = () => asked.filter((path) => path.startsWith("/api/") && !others.test(path));
  // The page refetches the list of notes once when it first finds the course in the manifest. Wait for that, so that
  // later requests have another cause.
  const named = async () => {
    const { moves } = (await (await page.request.get("/catalogue/manifest.json")).json()) as {
      moves?: { lists: object };
    };
    return Object.keys(moves?.lists ?? {});
  };
  await expect.poll(named).toContain(code);
  await expect(async () => {
    asked.length = 0;
    await pass("00:50");
    expect(ofApi()).toEqual([]);
  }).toPass();
  for (const _ of ["a minute", "another"]) await pass("00:50");
  // Concurrent tests publish too, but never in this course.
  expect(ofApi()).toEqual([]);
  expect(asked.length).toBeGreaterThan(1);

  await (await apiClient(await createStudent())).put(`/likes/courses/${code}`, {});
  await expect(async () => {
    await pass("00:50");
    await expect(heart).toHaveAccessibleName("Like, 1", { timeout: 500 });
  }).toPass();
  expect(ofApi()).toEqual([`/api/courses/${code}/notes`]);
});
