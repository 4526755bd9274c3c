import { expect } from "@playwright/test";
import { makeChapter } from "../support/chapters";
import { test, waitForServiceWorker } from "../support/offline";
import { apiClient, signInNewStudent } from "../support/users";

const CARDS = 4;

test("S4.test.4 a test is started, answered and reloaded while the server is down, and its reviews are sent later", async ({
  page,
  server,
}) => {
  const { code } = await makeChapter(
    Array.from({ length: CARDS }, (_, index) => [`Question ${index + 1}?`, `Answer ${index + 1}`] as const),
  );
  const student = await signInNewStudent(page, `/study/practice?course=${code}`);
  await expect(page.getByText(`${CARDS} cards. Each answer is a review.`)).toBeVisible();
  await waitForServiceWorker(page);

  await server.stop();
  await page.getByRole("radio", { name: /^Choose the answer/ }).check();
  await page.getByRole("button", { name: "Start test" }).click();
  for (let number = 1; number <= CARDS; number += 1) {
    await expect(page.getByText(`Question ${number} of ${CARDS}`)).toBeVisible();
    await page.keyboard.press("1");
    const next = page.getByRole("button", { name: number === CARDS ? "Show the result" : "Next question" });
    await expect(next).toBeFocused();
    await page.reload();
    await next.click();
  }
  await expect(page.getByRole("heading", { level: 1, name: "Your result" })).toBeVisible();

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
