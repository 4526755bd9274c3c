import { expect, type Locator } from "@playwright/test";
import { card, makeChapter, rows, THREE_CARDS } from "../support/chapters";
import { axe } from "../support/player";
import { fulfillProblem, holdRequests } from "../support/routes";
import { test } from "../support/test";
import { ADMIN, signIn, signInNewStudent } from "../support/users";

const turn = (of: Locator) => of.getByRole("button", { name: /^Show the (answer|question)/ });

test("S2.card.1 S2.card.2 S2.route.11 S7.rd.12 a student opens a chapter from the course page and flips its cards by click, Enter and Space", async ({
  page,
}) => {
  const chapter = await makeChapter(THREE_CARDS);
  await page.goto(chapter.path);
  await expect(page).toHaveURL("/signin");
  await signInNewStudent(page, `/guide/${chapter.code}/notes`);
  const link = page.getByRole("link", { name: /Chapter 4 Inheritance 3 cards/ });
  await link.click();
  await expect(page).toHaveURL(chapter.path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inheritance");
  await expect(page.getByText("Chapter 4", { exact: true })).toBeVisible();
  await expect(page.getByText("What a base pointer knows.")).toBeVisible();

  const first = card(page, 1);
  await expect(first.locator(".flip-front")).toHaveText("What is slicing?");
  await expect(first.locator(".flip-front")).toBeVisible();
  await expect(first.getByText("The derived part is lost.")).toBeHidden();
  await first.click();
  await expect(first.getByText("The derived part is lost.")).toBeVisible();
  await expect(first.locator(".flip-front")).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: /^Back of card 1 of 3\. The derived part/ })).toHaveCount(1);
  await expect(page.getByText("1 of 3 answers seen")).toBeVisible();
  // The click moved the focus to the card, so the keyboard can be used from there.
  await page.keyboard.press("Enter");
  await expect(first.getByText("The derived part is lost.")).toBeHidden();
  await expect(first.locator(".flip-front")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^Front of card 1 of 3\./ })).toHaveCount(1);

  await page.keyboard.press("ArrowRight");
  await expect(turn(card(page, 2))).toBeFocused();
  await page.keyboard.press("Space");
  await expect(turn(card(page, 2))).toHaveAccessibleName(/^Show the question/);
  // Screen readers get formulas in their source form.
  await expect(page.getByRole("status").filter({ hasText: "sqrt{v_1^2 + v_2^2}" })).toHaveCount(1);
  await page.keyboard.press("End");
  await expect(turn(card(page, 3))).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(turn(card(page, 3))).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(turn(card(page, 2))).toBeFocused();

  await page.getByRole("button", { name: "Flip all" }).click();
  for (const place of [1, 2, 3]) await expect(turn(card(page, place))).toHaveAccessibleName(/^Show the question/);
  await expect(page.getByText("All 3 answers seen")).toBeVisible();
  await page.getByRole("button", { name: /^TEST / }).click();
  await expect(page).toHaveURL(`/guide/${chapter.code}/notes`);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test("S2.card.2 a horizontal swipe flips a card, a vertical one does not", async ({ page }) => {
    const chapter = await makeChapter(THREE_CARDS);
    await signInNewStudent(page, chapter.path);
    const first = card(page, 1);
    const box = await first.boundingBox();
    if (!box) throw new Error("no card");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = await page.context().newCDPSession(page);
    async function swipe(dx: number, dy: number) {
      const send = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
        touch.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: type === "touchEnd" ? [] : [{ x: x + dx * part, y: y + dy * part }],
        });
      await send("touchStart", 0);
      for (const part of [0.25, 0.5, 0.75, 1]) await send("touchMove", part);
      await send("touchEnd", 1);
    }
    await swipe(-90, 8);
    await expect(turn(first)).toHaveAccessibleName(/^Show the question/);
    await swipe(90, -8);
    await expect(turn(first)).toHaveAccessibleName(/^Show the answer/);
    await swipe(10, 60);
    await expect(turn(first)).toHaveAccessibleName(/^Show the answer/);
    // Compare with the screen width: if content is too wide, a phone zooms out and its window grows.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const target = await turn(first).boundingBox();
    expect(target?.height).toBeGreaterThanOrEqual(44);
  });
});

test("S3.card.1 Markdown and formulas are rendered, unsafe parts are not, and nothing violates the content security policy", async ({
  page,
}) => {
  const chapter = await makeChapter([
    [
      "$\\vec v$ and $\\color{red}{x}$",
      "$$\\overrightarrow{AB} = \\sqrt{\\frac{a}{b}}$$\n\n| a | b |\n| --- | --- |\n| **c** | `d` |",
    ],
    [
      "<img src=x onerror=\"document.title='got you'\"> <b>plain</b>",
      "[here](javascript:alert(1)) [there](https://example.org)",
    ],
    ["![spy](https://example.org/spy.png)", "$\\href{javascript:alert(1)}{x}$ and $\\frac{"],
  ]);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) complaints.push(message.text());
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await signInNewStudent(page, chapter.path);
  await page.getByRole("button", { name: "Flip all" }).click();
  const first = card(page, 1);
  await expect(first.locator(".flip-front math")).toHaveCount(2);
  await expect(first.locator(".flip-back .card-answer math")).toHaveCount(1);
  await expect(first.getByRole("cell", { name: "c" })).toBeVisible();
  // KaTeX sets the size of the arrow over AB in `style`. The style must be applied through the DOM and not as an
  // attribute.
  const arrow = first.locator(".flip-back .katex-html .hide-tail").first();
  await expect.poll(() => arrow.evaluate((each: HTMLElement) => each.style.minWidth)).not.toBe("");
  await expect(page.locator("[data-style]")).toHaveCount(0);
  await page.getByRole("button", { name: "Flip all" }).click();
  await expect(card(page, 2).getByText("<b>plain</b>").first()).toBeVisible();
  expect(await page.title()).not.toContain("got you");
  const links = card(page, 2).locator(".flip-back a");
  await expect(links.nth(0)).toHaveAttribute("href", "");
  await expect(links.nth(1)).toHaveAttribute("href", "https://example.org");
  await expect(links.nth(1)).toHaveAttribute("rel", "noreferrer");
  expect(await card(page, 3).locator("a, img").count()).toBe(0);
  expect(asked.filter((url) => url.includes("example.org"))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("S2.card.2 with reduced motion nothing is animated, and flipping a card shifts no layout", async ({ page }) => {
  const chapter = await makeChapter(THREE_CARDS);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await signInNewStudent(page, chapter.path);
  const moving = () => card(page, 1).evaluate((element) => element.getAnimations().length);
  /**
   * Turns the card and returns the number of rotation animations. Frame and shadow are animated too when the card gets
   * the focus.
   */
  const turnsOnPress = () =>
    card(page, 1).evaluate((element) => {
      (element as HTMLElement).click();
      const turns = (animation: Animation) =>
        animation.effect instanceof KeyframeEffect &&
        animation.effect.getKeyframes().some(({ transform }) => /rotateY/.test(String(transform)));
      return new Promise<number>((done) =>
        requestAnimationFrame(() => done(element.getAnimations().filter(turns).length)),
      );
    });
  const before = await card(page, 3).boundingBox();
  expect(await turnsOnPress()).toBe(1);
  expect(await card(page, 3).boundingBox()).toEqual(before);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(moving).toBe(0);
  expect(await turnsOnPress()).toBe(0);
  await expect(turn(card(page, 1))).toHaveAccessibleName(/^Show the answer/);
  // The rest of the shadow's transition takes a millisecond.
  await expect.poll(moving).toBe(0);
});

test("S2.card.3 S2.route.23 an empty chapter shows a message, and offers only administrators to add the first card", async ({
  page,
  secondDevicePage: admin,
}) => {
  const chapter = await makeChapter([]);
  await signInNewStudent(page, chapter.path);
  await expect(page.getByRole("heading", { name: "No Study Cards Yet", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add First Study Card" })).toHaveCount(0);
  const address = `/study-guide/${chapter.code}/chapter/${chapter.id}/add-card`;
  await page.goto(address);
  await expect(page.getByText("Page not found. Here is your dashboard instead.")).toBeVisible();
  await page.goto(address.replace("add-card", "import-cards"));
  await expect(page.getByText("Page not found. Here is your dashboard instead.")).toBeVisible();

  await signIn(admin, ADMIN, chapter.path);
  await admin.getByRole("link", { name: "Add First Study Card", exact: true }).click();
  await expect(admin).toHaveURL(address);
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Add Study Card");
});

test("S2.card.4 an unknown chapter shows an error that links to the study guide", async ({ page }) => {
  const { code } = await makeChapter([]);
  await signInNewStudent(page, `/guide/${code}/chapter/01JD3Q8Z6B0000000000000009`);
  await expect(page.getByRole("heading", { name: "Chapter Not Found", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Return to Study Guide", exact: true }).click();
  await expect(page).toHaveURL(`/guide/${code}/notes`);
});

test("S2.route.11 a chapter that cannot be loaded offers a retry, and loading is announced", async ({ page }) => {
  const chapter = await makeChapter(THREE_CARDS);
  await signInNewStudent(page);
  const route = `**/api/courses/${chapter.code}/chapters/*`;
  await page.route(route, (call) => fulfillProblem(call, 503, "unavailable"));
  await page.goto(chapter.path);
  await expect(page.getByRole("alert")).toContainText("Could not load this chapter", { timeout: 20_000 });
  await page.unroute(route);
  const letGo = await holdRequests(page, route);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  letGo();
  await expect(card(page, 1)).toBeVisible();
});

test("S2.card.2 axe finds no problems on the chapter, its cards and the card editor", async ({ page }) => {
  const chapter = await makeChapter(THREE_CARDS);
  await signIn(page, ADMIN, chapter.path);
  await expect(card(page, 1)).toBeVisible();
  await card(page, 2).click();
  await axe(page, "the cards");
  await page.getByRole("button", { name: "Edit cards" }).click();
  await expect(rows(page)).toHaveCount(3);
  await axe(page, "the list of the cards");
  await page.getByRole("link", { name: "Add Study Card" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
  await axe(page, "the page to write a card");
});
