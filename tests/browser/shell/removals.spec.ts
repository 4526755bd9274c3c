import { expect, type Page } from "@playwright/test";
import { expectFocusKept, matchesIn } from "../support/overlays";
import { administratorRemovals, filesTestedElsewhere, studentRemovals } from "../support/removal-table";
import { test } from "../support/test";
import { ADMIN, apiClient, signIn } from "../support/users";
import { blankWorld, makeWorld } from "../support/world";

/** Names of buttons and menu items that remove something. */
const REMOVES =
  /(?:\blabel=|\blabel: |\bname: |<(?:Button|button)[^>]*aria-label=|: |^\s+aria-label=)\{?["`](?:Remove|Delete|Clear|Withdraw|Dismiss|Take down|Restore|Bring back)\b[^"`?]*["`]/gm;

test("the test covers each button in the sources that removes something", () => {
  const walked = [studentRemovals, administratorRemovals].flatMap((table) =>
    table(blankWorld).map(({ source }) => source),
  );
  const used = new Set(matchesIn(REMOVES));
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((path) => !walked.includes(path) && !(path in filesTestedElsewhere))).toEqual([]);
  expect([...walked, ...Object.keys(filesTestedElsewhere)].filter((path) => !used.has(path))).toEqual([]);
});

async function removeAll(page: Page, removals: ReturnType<typeof studentRemovals>): Promise<void> {
  for (const { source, at, steps, gone } of removals) {
    await test.step(source, async () => {
      await page.goto(at);
      for (const step of steps) await step(page);
      await expect(gone(page), source).toHaveCount(0);
      await expect(page.getByRole("alertdialog"), source).toHaveCount(0);
      await expectFocusKept(page, source);
    });
  }
}

// Longer timeout: each test removes several items in turn.
test("the focus is kept when a student removes something", async ({ page }) => {
  test.slow();
  const world = await makeWorld();
  await (await apiClient(world.student)).put(`/me/courses/${world.code}`, undefined);
  await signIn(page, world.student, "/my-notes");
  await removeAll(page, studentRemovals(world));
});

test("the focus is kept when an administrator removes something", async ({ page }) => {
  test.slow();
  const world = await makeWorld();
  await signIn(page, ADMIN, "/admin");
  await removeAll(page, administratorRemovals(world));
});
