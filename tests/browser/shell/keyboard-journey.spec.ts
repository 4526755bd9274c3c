import { expect, type Page } from "@playwright/test";
import { HEAPS, publishText, serveText } from "../support/note-text";
import { endSentence, fakeSpeech, spokenIn } from "../support/speech";
import { test } from "../support/test";
import { mailedCode, PASSWORD, uniqueName } from "../support/users";

type Role = Parameters<Page["getByRole"]>[0];

/** Maximum number of controls between two steps of the journey. */
const TABS_MAX = 60;

/** Presses Tab until the control with this role and name has the focus, as a user does who sees only the focus. */
async function tabTo(page: Page, role: Role, name: string | RegExp, key = "Tab"): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < TABS_MAX && !(await isFocused()); presses += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

async function press(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

/** Types into the next field with this label. Fields for passwords have no role. */
async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toBeVisible();
  const isFocused = () => field.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < TABS_MAX && !(await isFocused()); presses += 1) await page.keyboard.press("Tab");
  await expect(field).toBeFocused();
  await page.keyboard.type(text);
}

// Longer timeout: the journey has ten pages and dialogs, and the catalogue must contain the new course.
test("S6.wcag.3 by keyboard alone, a student signs up, reads a note as text, has it read aloud, highlights a passage, makes a card from it and studies the card", async ({
  page,
}) => {
  test.slow();
  await fakeSpeech(page, [{ name: "Ava", lang: "en-US", localService: true }]);
  const note = await publishText(HEAPS);
  await serveText(page, note.id, note.text);

  await page.goto("/");
  await press(page, "link", "Sign Up Here!");
  await expect(page.getByRole("button", { name: "SIGN UP" })).toBeVisible();
  const username = uniqueName("Keys");
  const email = `${username.toLowerCase()}@students.test`;
  await typeInto(page, "Username", username);
  await typeInto(page, "Email", email);
  await typeInto(page, "Password", PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(/code/i)).toBeVisible();
  await typeInto(page, /code/i, await mailedCode(email));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();

  // The command palette finds the course once the catalogue contains it.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused({ timeout: 1_000 });
    await page.keyboard.type(note.code);
    const course = page.getByRole("option", { name: new RegExp(note.code.replace("TEST", "TEST ")) });
    await expect(course.first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 45_000 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Notes for/ })).toBeVisible();

  await press(page, "link", "Read");
  const text = page.getByRole("document", { name: /^Heaps/ });
  await expect(text).toBeVisible();
  await page.keyboard.press("t");
  await expect(text.getByRole("heading", { level: 2, name: "Heaps" })).toBeVisible();

  await press(page, "button", "Read aloud");
  await expect.poll(() => spokenIn(page)).toEqual(["Heaps"]);
  await endSentence(page);
  await expect.poll(async () => (await spokenIn(page)).at(-1)).toMatch(/^A heap is a tree/);
  await press(page, "button", "Stop reading aloud");

  // The match of a search becomes the selection.
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("searchbox", { name: "Find in this note" })).toBeFocused();
  await page.keyboard.type("smallest element");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: "Highlight the selection" })).toBeVisible();
  await page.keyboard.press("1");
  await press(page, "button", "Highlights");
  await expect(page.getByRole("button", { name: /^Page 1: smallest element/ })).toBeVisible();

  await page.keyboard.press("Control+f");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("at the root");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: "Highlight the selection" })).toBeVisible();
  await press(page, "button", "Make a card");
  await expect(page.getByRole("dialog", { name: "Make a card" }).getByRole("textbox", { name: "Front" })).toBeFocused();
  await page.keyboard.type("Where is the smallest element of a heap?");
  await press(page, "button", "Add to my cards");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("Study");
  const study = page.getByRole("option", { name: "Study", exact: true });
  await expect(study).toBeVisible();
  const isSelected = async () => (await study.getAttribute("aria-selected")) === "true";
  for (let presses = 0; presses < TABS_MAX && !(await isSelected()); presses += 1) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Study" })).toBeVisible();
  await press(page, "button", "Study");
  const card = page.getByRole("article", { name: "Card" });
  await expect(card.getByText("Where is the smallest element of a heap?")).toBeVisible();
  await press(page, "button", "Show the answer");
  await expect(card.getByText("at the root")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Good/ })).toBeFocused();
  await page.keyboard.press("Enter");
  // The card comes again until it is learned.
  const isOver = page.getByRole("status").filter({ hasText: "Done for now" });
  await expect(page.getByRole("button", { name: "Show the answer" }).or(isOver)).toBeVisible();
  await expect(page.getByText(/1 learning/).or(page.getByText(/You gave 1 answer/))).toBeVisible();
});
