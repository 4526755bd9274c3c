import { expect } from "@playwright/test";
import { apiAs, asStudent, makeStudent } from "./people";
import { makeCourse } from "./publish";
import { test } from "./test";

test.use({ isAlone: true });

test("S7.rd.14 an open page asks the API for a list only after the manifest has named it", async ({ page }) => {
  const code = await makeCourse();
  await page.clock.install();
  await asStudent(page, `/guide/${code}/notes`);
  const heart = page.getByRole("button", { name: /^liked?(, \d+)?$/i }).first();
  await expect(heart).toHaveAccessibleName("Like, 0");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const of = (path: string) => asked.filter((each) => each === path).length;
  const pass = async (time: string) => {
    const answer = page.waitForResponse("**/catalogue/manifest.json");
    await page.clock.runFor(time);
    await (await answer).finished();
  };
  for (const _ of ["a minute", "another"]) await pass("00:50");
  // Other tests publish, too, but nothing of this course.
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);

  await (await apiAs(await makeStudent())).put(`/likes/courses/${code}`, {});
  await expect(async () => {
    await pass("00:50");
    await expect(heart).toHaveAccessibleName("Like, 1", { timeout: 500 });
  }).toPass();
  expect(of(`/api/courses/${code}/notes`)).toBe(1);
});
