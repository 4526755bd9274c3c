import { expect, type Page } from "@playwright/test";
import { createCourse } from "../support/content";
import { axe } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, signInNewStudent } from "../support/users";

const DAY_MS = 86_400_000;
const CARDS = 100;
/** Intervals of each card in days. The first answer starts the card. */
const INTERVALS = [0, 1, 2, 4, 8, 16, 32];
/** Number of events in one request. */
const BATCH = 30;

type Api = Awaited<ReturnType<typeof apiClient>>;

/** Creates a course with one card. */
async function courseWithCard(): Promise<string> {
  const code = await createCourse("Forgetting");
  const api = await apiClient(ADMIN);
  const { id } = (await api.post(`/courses/${code}/chapters`, { number: 1, title: "One", description: "" })) as {
    id: string;
  };
  await api.post(`/courses/${code}/chapters/${id}/cards`, { title: "First?", content: "Answer" });
  return code;
}

/** Sends 600 reviews of a student who forgets every second card, after one day as often as after a month. */
async function sendReviews(api: Api): Promise<void> {
  const events = Array.from({ length: CARDS }, (_, card) => {
    let agoMs = 100 * DAY_MS - card * 60_000;
    return INTERVALS.map((days, round) => {
      agoMs -= days * DAY_MS;
      const action = round > 0 && (card + round) % 2 === 0 ? "again" : "good";
      const cardId = `01JD8Z5V7R8XQ4N2T6W0YB${1000 + card}`;
      return { cardId, whenMs: Date.now() - agoMs, zoneMinutes: 0, action, tookMs: 4000 };
    });
  }).flat();
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH).map((event, index) => ({ ...event, sequence: from + index }));
    await api.post("/me/study/log", { device: 77, events: batch });
  }
}

/** Collects the requests for the module that fits the model. */
function moduleRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/fit_core/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test("S2.study.6 a student fits a memory model on request, and the settings say by how much it predicts better", async ({
  page,
}) => {
  const code = await courseWithCard();
  const student = await signInNewStudent(page, "/dashboard");
  const api = await apiClient(student);
  await sendReviews(api);
  const asked = moduleRequests(page);
  await page.goto(`/study?course=${code}`);
  await page.getByRole("button", { name: "Study settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Study settings" });
  await expect(dialog.getByText(/^After 400 reviews/)).toBeVisible();
  expect(asked).toEqual([]);
  await dialog.getByRole("button", { name: "Fit memory model" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Done. Your next session uses it.");
  const text = /own memory model, fitted to your 600 reviews\..* \d+% more accurate/;
  await expect(dialog.getByText(text)).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  await axe(page, "study settings with a memory model");
  await page.reload();
  await page.getByRole("button", { name: "Study settings" }).click();
  await expect(dialog.getByText(text)).toBeVisible();
  const { memory } = (await api.get("/me/study/settings")) as { memory: { parameters: number[] } };
  expect(memory.parameters).toHaveLength(21);
});

test("S2.study.6 the start page of studying fits the memory model if it was not fitted for a week", async ({
  page,
}) => {
  const code = await courseWithCard();
  const student = await signInNewStudent(page, "/dashboard");
  const api = await apiClient(student);
  await sendReviews(api);
  await api.put(`/me/courses/${code}`, undefined);
  await page.goto("/study");
  await expect.poll(() => api.get("/me/study/settings")).toHaveProperty("memory.reviews", 600);
});
