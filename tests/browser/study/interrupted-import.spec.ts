import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { type OwnServer, test } from "../support/own-server";
import { apiClient, signInNewStudent } from "../support/users";

const CARDS = 600;
const fronts = Array.from({ length: CARDS }, (_, number) => `Front ${number}`);
const file = {
  name: "cards.txt",
  mimeType: "text/plain",
  buffer: Buffer.from(fronts.map((front) => `${front} :: Back`).join("\n")),
};

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

/** Clicks Import and kills the server after `batches` responses, while it handles the next batch. */
async function killWhileImporting(page: Page, server: OwnServer, batches: number): Promise<void> {
  let left = batches;
  const killed = page
    .waitForResponse((answer) => answer.url().endsWith("/import") && answer.ok() && --left === 0)
    .then(() => server.kill());
  await preview(page)
    .getByRole("button", { name: /^Import \d+ cards$/ })
    .click();
  await killed;
  await expect(preview(page).getByRole("alert")).toContainText("The cards already sent are saved.");
  await server.start();
}

// Longer timeout: the server is killed twice, and 600 cards are sent twice.
test("S4.own.4 an import of personal cards whose server is killed continues without duplicates, also with the file chosen again, and Undo removes both parts", async ({
  page,
  ownServer,
}) => {
  test.slow();
  const code = await createCourse("Imports");
  const student = await signInNewStudent(page, `/guide/${code}/my-cards/import`);
  const api = await apiClient(student);
  const imported = async () => {
    const titles: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const page = (await api.get(`/me/cards/${code}${cursor && `?cursor=${cursor}`}`)) as {
        items: { title: string }[];
        nextCursor?: string;
      };
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    return titles.sort();
  };
  const choose = () => page.locator("input[type=file]").setInputFiles(file);

  await choose();
  await killWhileImporting(page, ownServer, 3);
  await preview(page)
    .getByRole("button", { name: /^Continue with \d+ cards$/ })
    .click();
  await expect(page.getByText(`${CARDS} cards imported`, { exact: true })).toBeVisible();
  expect(await imported()).toEqual([...fronts].sort());
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Import undone")).toBeVisible({ timeout: 20_000 });
  expect(await imported()).toEqual([]);

  await page.goto(`/guide/${code}/my-cards/import`);
  await choose();
  await killWhileImporting(page, ownServer, 3);
  const before = await imported();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("An import of cards was interrupted.")).toBeVisible();
  await choose();
  await preview(page)
    .getByRole("button", { name: `Import ${CARDS - before.length} cards` })
    .click();
  await expect(page.getByText(`${CARDS - before.length} cards imported`, { exact: true })).toBeVisible();
  expect(await imported()).toEqual([...fronts].sort());
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Import undone")).toBeVisible({ timeout: 20_000 });
  expect(await imported()).toEqual([]);
});
