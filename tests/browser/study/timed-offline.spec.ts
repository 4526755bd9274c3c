import { expect } from "@playwright/test";
import { makeChapter } from "../support/chapters";
import { test, waitForServiceWorker } from "../support/offline";
import { apiClient, signInNewStudent } from "../support/users";

const CARDS = 4;

test("S4.timed.3 a timed session and the progress work while the server is down, and the reviews are sent later", async ({
  page,
  server,
}) => {
  const { code } = await makeChapter(
    Array.from({ length: CARDS }, (_, index) => [`Question ${index + 1}?`, `Answer ${index + 1}`] as const),
  );
  const student = await signInNewStudent(page, `/study/timed?course=${code}`);
  await expect(page.getByText(/about 4 new cards\.$/)).toBeVisible();
  await page.goto("/study/progress");
  await expect(page.getByRole("heading", { name: "Nothing to show yet" })).toBeVisible();
  await waitForServiceWorker(page);

  await server.stop();
  await page.goto(`/study/timed?course=${code}`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const card = page.getByRole("article", { name: "Card", exact: true });
  for (let number = 1; number <= CARDS; number += 1) {
    const shown = await card.elementHandle();
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: /^Good/ })).toBeFocused();
    await page.keyboard.press("4");
    await shown?.waitForElementState("hidden");
  }
  await expect(page.getByText(/^You gave 4 answers in /)).toBeVisible();
  await page.goto("/study/progress");
  await expect(page.getByText(/of the 4 cards you have begun\./)).toBeVisible();

  await server.start();
  await page.reload();
  const api = await apiClient(student);
  /**
   * Returns the number of reviews that the server has. Each batch contains the number, after the format version and the
   * device.
   */
  const reviews = async () => {
    const { items } = (await api.get("/me/study/log")) as { items: { events: string }[] };
    return items.reduce((sum, { events }) => sum + (Buffer.from(events, "base64")[9] ?? 0), 0);
  };
  await expect.poll(reviews, { timeout: 20_000 }).toBe(CARDS);
});
