import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { batchedPathsOf } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, fillSignIn, signIn, signInNewStudent, signOut } from "../support/users";

const box = (page: Page) => page.getByRole("combobox", { name: "Search courses, audio, albums, playlists and pages" });
/** Opens the command palette with its shortcut. Retries until the page handles the key. */
async function open(page: Page): Promise<void> {
  await expect(page.getByRole("main")).toBeVisible();
  // Pressing the shortcut again changes nothing.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(box(page)).toBeFocused({ timeout: 1000 });
  }).toPass();
}
const choices = (page: Page, group: string) => page.getByRole("group", { name: group }).getByRole("option");

test("S2.pal.1 Ctrl-K opens the command palette on every page, and Escape returns the focus", async ({ page }) => {
  await signInNewStudent(page, "/my-notes");
  const logout = page.getByRole("button", { name: "Logout" }).first();
  await logout.focus();
  await open(page);
  // Pressing the shortcut again changes nothing.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeHidden();
  await expect(logout).toBeFocused();
  // The shortcut also works in a text field.
  await page.goto("/browse");
  await page.getByPlaceholder("Search for courses, profiles...").focus();
  await page.keyboard.press("Meta+k");
  await expect(box(page)).toBeFocused();
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
});

test("S2.pal.1 S2.pal.2 a phone has a button for the palette, and one tap opens a course", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await signInNewStudent(page, "/audio-notes");
  const button = page.getByRole("button", { name: "Search everything" });
  const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await button.click();
  await box(page).fill("calc");
  await choices(page, "Study guides").filter({ hasText: "MATH 138" }).click();
  await expect(page).toHaveURL("/guide/MATH138/notes");
});

test("S2.pal.2 arrow keys move through all groups, and Enter opens the selected entry", async ({ page }) => {
  await signInNewStudent(page);
  await page
    .getByRole("button", { name: /^Search/ })
    .first()
    .click();
  await box(page).fill("math");
  await expect(choices(page, "Study guides").first()).toHaveAttribute("aria-selected", "true");
  await expect(choices(page, "Audio notes").first()).toContainText("MATH 1");
  await expect(choices(page, "Albums").first()).toContainText("Derivatives on one page");
  await expect(page.getByRole("status").filter({ hasText: /^\d+ results$/ })).toHaveCount(1);
  // Arrow up from the first option selects the last one.
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  const id = await page.getByRole("option").first().getAttribute("id");
  await expect(box(page)).toHaveAttribute("aria-activedescendant", id ?? "none");

  await box(page).fill("rsa by hand");
  const recording = choices(page, "Audio notes").filter({ hasText: "RSA, small enough to do by hand" });
  await expect(recording).toContainText("MATH 135 · Deep Dive");
  // The course with all words comes first.
  await expect(page.getByRole("option").first()).toContainText("RSA, small enough");
  await recording.click();
  await expect(page).toHaveURL(/\/deep-dive#/);

  await open(page);
  await box(page).fill("my notes");
  await expect(page.getByRole("option").first()).toHaveText("My Notes");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/my-notes");
  await open(page);
  await box(page).fill("dark theme");
  await choices(page, "Actions").getByText("Dark theme").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("S2.find.1 S2.notes.10 Browse and the palette find a note by its title, and the course page shows it", async ({
  page,
}) => {
  const title = "RAII, smart pointers and the Rule of Five";
  const card = page.getByRole("article", { name: title });
  const isShown = async () => {
    await expect(page).toHaveURL(/\/guide\/CS246\/notes#[0-9A-Z]{26}$/);
    await expect(card).toBeInViewport();
    await expect(card).toHaveAttribute("aria-current", "location");
    await expect(card.getByRole("link", { name: title })).toBeFocused();
  };
  await signInNewStudent(page, "/browse");
  const browse = page.getByPlaceholder("Search for courses, profiles...");
  // If no course matches, Enter opens the first note.
  await browse.fill("rule of five");
  await expect(choices(page, "Notes").first()).toHaveText(`CS 246${title}`);
  await browse.press("Enter");
  await isShown();
  await page.goBack();
  await expect(browse).toHaveValue("rule of five");
  // The results are also below the box, with a link to the file.
  const found = page.getByRole("region", { name: "Notes", exact: true }).getByRole("article", { name: title });
  await expect(found.getByRole("link", { name: "Download PDF" })).toHaveAttribute("href", /^\/api\/notes\/.+\/file$/);
  await expect(found.getByRole("button", { name: "Add to My Notes" })).toBeEnabled();
  // The query has the course code and a misspelt word of the title. The arrow keys move through both groups.
  await browse.fill("cs246 pointrs");
  await choices(page, "Notes").filter({ hasText: title }).click();
  await isShown();

  await open(page);
  await box(page).fill("five of rule raii");
  await expect(choices(page, "Notes").first()).toHaveText(`CS 246${title}`);
  await page.keyboard.press("Enter");
  await isShown();
  await page.goto(`/guide/CS246/notes#01JD3Q8Z6B0000000000000006`);
  await expect(page.getByText("The note you were looking for is no longer here.")).toBeVisible();
});

test("S2.find.2 visitors and signed-out users find no notes", async ({ page }) => {
  const asked: string[] = [];
  const isFound = async () => {
    await open(page);
    await box(page).fill("rule of five");
    await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/result|Nothing found/);
    const notes = await choices(page, "Notes").count();
    await page.keyboard.press("Escape");
    return notes > 0;
  };
  await signInNewStudent(page);
  await open(page);
  await box(page).fill("rule of five");
  await expect(choices(page, "Notes").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await signOut(page);
  page.on("request", (request) => asked.push(...batchedPathsOf(request)));
  await page.goto("/deep-dive");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await isFound()).toBe(false);
  expect(asked.filter((url) => /library\/notes/.test(url))).toEqual([]);
});

test("S2.pal.2 no results show a message, and a course can still be requested", async ({ page }) => {
  await signInNewStudent(page);
  await open(page);
  await box(page).fill("qqqqzzzz");
  await expect(page.getByText("Nothing found for “qqqqzzzz”.")).toBeVisible();
  // No course of another test contains these words.
  await box(page).fill("missing ask upload");
  await expect(choices(page, "Pages")).toHaveText(["Request a course"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/upload");
});

test("S2.pal.3 visitors, students and administrators see their own pages", async ({ page }) => {
  const offered = async (text: string) => {
    await open(page);
    await box(page).fill(text);
    await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/result|Nothing found/);
    const found = await page.getByRole("option").allTextContents();
    await page.keyboard.press("Escape");
    return found;
  };
  await page.goto("/deep-dive");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await offered("console")).toEqual([]);
  expect(await offered("my notes")).not.toContain("My Notes");
  expect(await offered("sign in")).toContain("Sign in");
  await signInNewStudent(page);
  expect(await offered("console")).not.toContain("Console");
  expect(await offered("my notes")).toContain("My Notes");
  await signOut(page);
  await signIn(page, ADMIN);
  expect(await offered("console")).toContain("Console");
  expect(await offered("sign in")).not.toContain("Sign in");
});

test("Enter pressed before the results arrive opens the match of the typed text, not an older one", async ({
  page,
}) => {
  // Requests of the page to its search worker wait while `isHeld`.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    const held: (() => void)[] = [];
    const search = {
      isHeld: false,
      release: () => {
        for (const send of held.splice(0)) send();
      },
    };
    Object.assign(window, { search });
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      const send = () => Reflect.apply(post, this, message);
      if (search.isHeld) held.push(send);
      else send();
    };
  });
  const hold = (isHeld: boolean) =>
    page.evaluate((isHeld) => {
      const { search } = window as unknown as { search: { isHeld: boolean; release: () => void } };
      search.isHeld = isHeld;
      if (!isHeld) search.release();
    }, isHeld);
  await signInNewStudent(page);
  await open(page);
  await box(page).fill("calculus");
  await expect(choices(page, "Study guides").first()).toContainText("MATH 137");
  await hold(true);
  await box(page).fill("logic");
  await page.keyboard.press("Enter");
  await hold(false);
  await expect(page).toHaveURL(/\/guide\/CS245/);
});

test("S2.pal.4 searches are remembered on this device until they are cleared or the user signs out", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
  const student = await signInNewStudent(page);
  for (const text of ["calculus", "object oriented"]) {
    await open(page);
    await box(page).fill(text);
    await expect(choices(page, "Study guides").first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/guide\//);
  }
  await open(page);
  await expect(choices(page, "Recent searches")).toHaveText(["object oriented", "calculus", "Clear recent searches"]);
  await choices(page, "Recent searches").getByText("calculus").click();
  await expect(box(page)).toHaveValue("calculus");
  await expect(box(page)).toBeFocused();
  await box(page).fill("");
  await choices(page, "Recent searches").getByText("Clear recent searches").click();
  await expect(choices(page, "Recent searches")).toHaveCount(0);
  await box(page).fill("logic");
  await expect(choices(page, "Study guides").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/guide\/CS245/);
  expect(sent.filter((each) => /object.?oriented|calculus|logic/i.test(each))).toEqual([]);

  await signOut(page);
  await fillSignIn(page, student);
  await expect(page).not.toHaveURL(/signin/);
  await open(page);
  await expect(choices(page, "Pages").first()).toBeVisible();
  await expect(choices(page, "Recent searches")).toHaveCount(0);
});

test("S4.rec.2 a recommended guide shows its reason", async ({ page }) => {
  await signInNewStudent(page, "/guide/STAT230/notes");
  await page.getByRole("button", { name: "Add to My Notes" }).first().click();
  await expect(page.getByText("Added to My Notes").first()).toBeVisible();
  await page.goto("/browse");
  const guides = page.getByRole("article");
  await expect(guides.first()).toContainText("1 note saved");
  await expect(guides.first().getByRole("link")).toHaveAttribute("href", "/guide/STAT230/notes");
  await guides
    .nth(1)
    .getByRole("button", { name: /^Follow / })
    .click();
  const recommended = page.getByRole("region", { name: "Recommended for You" });
  await expect(recommended.getByRole("article")).toHaveCount(1);
  await expect(guides.first()).toContainText("You follow this");
});
