import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { createCourse } from "../support/content";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, signIn, uniqueName } from "../support/users";

/** Returns a new card id. Upper-case hexadecimal digits are valid in a ULID. */
const newId = () => `01JD${randomBytes(11).toString("hex").toUpperCase()}`;

test("S6.adm.9 the activity log is filtered by text, kind and administrator, and an import is one entry", async ({
  page,
}) => {
  const code = await createCourse("Sorting");
  // Without the full stop, the title could be the beginning of another one.
  const title = `${uniqueName("Sorting ")}.`;
  const api = await apiClient(ADMIN);
  const fields = { number: 1, title, description: "" };
  const { id } = (await api.post(`/courses/${code}/chapters`, fields)) as { id: string };
  for (const count of [50, 10]) {
    const cards = Array.from({ length: count }, (_, index) => ({
      id: newId(),
      title: `Front ${index}`,
      content: "Back",
    }));
    await api.post(`/courses/${code}/chapters/${id}/cards/import`, { cards });
  }

  await signIn(page, ADMIN, "/admin/activity");
  await page.getByRole("searchbox").fill(title);
  const lines = page.getByRole("listitem").filter({ has: page.locator("time") });
  const object = `${code}, chapter 1 ‘${title}’`;
  await expect(lines).toHaveText([/imported study cards.*60 cards$/, /added a chapter/]);
  await expect(lines.filter({ hasText: object })).toHaveCount(2);
  await page.getByLabel("Kind").selectOption("Study cards");
  await expect(page).toHaveURL(/text=.*kind=card/);
  await lines
    .first()
    .getByTitle(/^Show only/)
    .click();
  const only = page.getByRole("button", { name: /^Only / });
  await expect(only).toBeVisible();
  await page.reload();
  await expect(lines).toHaveCount(2);
  await axe(page, "the filtered activity");
  await only.click();
  await expect(only).toHaveCount(0);

  await page.getByLabel("Kind").selectOption("Courses");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await expect(page).toHaveURL(/\/admin\/activity$/);
  await expect(lines.nth(2)).toBeVisible();
});
