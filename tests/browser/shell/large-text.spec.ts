import { expect, type Locator, type Page } from "@playwright/test";
import { createCourse, publishNote } from "../support/content";
import { findClippedElements, findOverlaps, fits, setLargeText } from "../support/fit";
import { pdfWithPages } from "../support/pdf";
import { box, button, mobilePlayer, openPausedPlayer, openPlayingPlayer, PHONE, playerBar } from "../support/player";
import { test } from "../support/test";
import { ADMIN, apiClient, createStudent, signIn, uniqueName } from "../support/users";

for (const [device, viewport] of [
  ["a laptop", { width: 1440, height: 900 }],
  ["a phone", PHONE],
] as const) {
  test.describe(`text at 200 % on ${device}`, () => {
    test.use({ viewport });

    test("nothing overlaps, is cut off or scrolls sideways on students' pages", async ({ page }) => {
      await openPlayingPlayer(page);
      for (const [link, heading] of [
        ["/", "Dashboard"],
        ["/browse", "Browse & Discover"],
        ["/deep-dive", "Deep Dive"],
        ["/guide/CS246/notes", "Notes for CS 246"],
      ] as const) {
        await page.goto(link);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect(button(playerBar(page), "Next")).toBeVisible();
        await setLargeText(page);
        await expect.poll(() => findClippedElements(page), `${link} on ${device}`).toEqual([]);
        expect(await findOverlaps(playerBar(page)), `${link} on ${device}`).toEqual([]);
      }
      const row = page.getByRole("row").nth(1);
      await page.goto("/deep-dive");
      await expect(row).toBeVisible();
      await setLargeText(page);
      const [first, second] = [await box(row), await box(page.getByRole("row").nth(2))];
      expect(first.y + first.height, "rows of audio stand apart").toBeLessThanOrEqual(second.y + 1);
    });
  });
}

const SMALL = { width: 320, height: 640 };

for (const [what, viewport, isLarge] of [
  ["320 px", SMALL, false],
  ["a phone with text of 200 %", PHONE, true],
] as const) {
  test.describe(`on ${what}`, () => {
    test.use({ viewport });

    test("nothing overlaps or is cut off in the full-screen player, its queue, menu and popover", async ({ page }) => {
      const player = await openPausedPlayer(page);
      if (isLarge) await setLargeText(page);
      await fits(page, player, "the bar");
      await player.getByRole("button", { name: /^Open the player/ }).click();
      await fits(page, mobilePlayer(page), "the sheet");
      const art = await box(mobilePlayer(page).locator(".sheet-art"));
      expect(Math.min(art.width, art.height), "the cover can be seen").toBeGreaterThanOrEqual(64);
      for (const name of [/^Next$/, /^Repeat/, /^Shuffle/]) {
        await mobilePlayer(page).getByRole("button", { name }).scrollIntoViewIfNeeded();
        await expect(mobilePlayer(page).getByRole("button", { name })).toBeInViewport({ ratio: 0.99 });
      }
      await mobilePlayer(page)
        .getByRole("button", { name: /^Speed/ })
        .click();
      await fits(page, page.getByRole("dialog", { name: "Speed" }), "the speed");
      await page.keyboard.press("Escape");
      await button(mobilePlayer(page), "More").click();
      await fits(page, page.getByRole("menu"), "the menu");
      await page.keyboard.press("Escape");
      await button(mobilePlayer(page), "Queue").click();
      await expect(mobilePlayer(page).getByRole("list", { name: "Next" })).toBeVisible();
      await fits(page, mobilePlayer(page), "the queue");
    });

    test("nothing overlaps or is cut off in My Notes and in the menu of a note", async ({ page }) => {
      const student = await createStudent();
      const api = await apiClient(student);
      const { notes } = (await api.get("/courses/CS246/notes")) as { notes: { items: { id: string }[] } };
      expect(notes.items.length).toBeGreaterThanOrEqual(2);
      for (const { id } of notes.items.slice(0, 2)) await api.put(`/me/notes/${id}`, {});
      await signIn(page, student, "/my-notes");
      await expect(page.getByRole("article")).toHaveCount(2);
      if (isLarge) await setLargeText(page);
      await fits(page, page.getByRole("main"), "My Notes");
      await page.goto("/guide/CS246/notes");
      await expect(page.getByRole("article").first()).toBeVisible();
      if (isLarge) await setLargeText(page);
      await page
        .getByRole("article")
        .first()
        .getByRole("button", { name: /^More about/ })
        .click();
      await fits(page, page.getByRole("menu"), "the menu of a note");
    });

    test("nothing overlaps or is cut off on the cards of an album", async ({ page }) => {
      await page.goto("/cram-mode");
      await expect(page.getByRole("article").first()).toBeVisible();
      if (isLarge) await setLargeText(page);
      await fits(page, page.getByRole("main"), "an album");
    });
  });
}

test.describe("text at 200 % at 320 px", () => {
  test.use({ viewport: SMALL });

  test("the page is as wide as the window, and the mobile header fits in it", async ({ page }) => {
    await signIn(page, await createStudent(), "/dashboard");
    for (const [link, heading] of [
      ["/dashboard", "Dashboard"],
      ["/browse", "Browse & Discover"],
      ["/study", "Study"],
      ["/study/practice", "Practice test"],
    ] as const) {
      await page.goto(link);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await setLargeText(page);
      await expect(page.getByRole("button", { name: "Search everything" })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), link).toBeLessThanOrEqual(320);
    }
  });
});

/** Returns how far the fields, labels and links of a card reach beyond its right edge, in pixels. */
const beyond = (card: Locator) =>
  card.evaluate((whole) => {
    const parts = [...whole.querySelectorAll("input, label, a, button")];
    const right = (part: Element) => part.getBoundingClientRect().right;
    return Math.max(...parts.map(right)) - right(whole);
  });

test.describe("fields with text of 200 % at 320 px", () => {
  test.use({ viewport: SMALL });

  test("fields and labels stay inside the card when signing in, and inside the dialog of an exam", async ({ page }) => {
    await page.goto("/signin");
    await expect(page.getByLabel("Email")).toBeVisible();
    await setLargeText(page);
    await expect.poll(() => beyond(page.locator("form"))).toBeLessThanOrEqual(0);
    await signIn(page, await createStudent(), "/guide/CS246/exam");
    await page.getByRole("button", { name: "Set date" }).first().click();
    await setLargeText(page);
    await expect.poll(() => beyond(page.getByRole("dialog"))).toBeLessThanOrEqual(0);
  });

  for (const viewport of [SMALL, PHONE]) {
    test(`the list under the search box on Browse is as wide as the box, at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await signIn(page, await createStudent(), "/browse");
      await setLargeText(page);
      await page.getByRole("combobox").fill("stat 2");
      await expect(page.getByRole("option").first()).toBeVisible();
      const [field, list] = [await box(page.getByRole("combobox")), await box(page.locator(".drop"))];
      expect([list.x, list.width]).toEqual([field.x, field.width]);
      await fits(page, page.getByRole("search"), "the list");
      const profiles = page.getByRole("tab", { name: "Profiles" });
      await expect(profiles).toBeInViewport({ ratio: 1 });
      expect(await beyond(page.locator(".drop"))).toBeLessThanOrEqual(0);
      await profiles.click();
      await fits(page, page.getByRole("search"), "the list of profiles");
    });
  }

  test("the names in the bottom bar do not touch each other", async ({ page }) => {
    await signIn(page, await createStudent(), "/browse");
    await setLargeText(page);
    const gaps = () =>
      page.locator(".bottom-bar").evaluate((bar) => {
        const boxes = [...bar.children].map((entry) => {
          const range = document.createRange();
          range.selectNodeContents(entry);
          return range.getBoundingClientRect();
        });
        return Math.min(...boxes.slice(1).map((box, place) => box.left - (boxes[place]?.right ?? 0)));
      });
    await expect.poll(gaps).toBeGreaterThanOrEqual(6);
  });
});

for (const [what, viewport, isLarge] of [
  ["at 320 px", SMALL, false],
  ["with text of 200 % on a phone", PHONE, true],
] as const) {
  test.describe(`the upload form ${what}`, () => {
    test.use({ viewport });

    test("the type and the chapter of each file are readable", async ({ page }) => {
      await signIn(page, ADMIN, "/guide/CS246/notes");
      await page.getByRole("button", { name: "Upload PDF Note" }).click();
      const files = ["One", "Two"].map((name) => ({
        name: `${name}.pdf`,
        mimeType: "application/pdf",
        buffer: pdfWithPages(1, name),
      }));
      await page.locator("input[type=file]").first().setInputFiles(files);
      await expect(page.getByLabel("Chapter of Two.pdf")).toBeVisible();
      if (isLarge) await setLargeText(page);
      const fields = page.locator(".upload-panel select, .upload-panel input[inputmode=numeric]");
      await expect(fields).toHaveCount(6);
      for (const field of await fields.all())
        await expect.poll(async () => (await box(field)).width).toBeGreaterThanOrEqual(isLarge ? 160 : 96);
    });
  });
}

/** Returns the values of visible select fields that do not fit into their field. */
const cutValues = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("select")]
      .filter((select) => select.checkVisibility())
      .flatMap((select) => {
        const style = getComputedStyle(select);
        const px = (name: string) => Number.parseFloat(style.getPropertyValue(name));
        const value = select.selectedOptions[0]?.text ?? "";
        if (context) context.font = style.font;
        const width = select.clientWidth - px("padding-left") - px("padding-right");
        const lines = Math.round((select.clientHeight - px("padding-top") - px("padding-bottom")) / px("line-height"));
        return (context?.measureText(value).width ?? 0) > width * lines ? [value] : [];
      });
  });

for (const viewport of [PHONE, SMALL]) {
  test(`with text of 200 %, the chosen value of a list is not cut off at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page, ADMIN, "/admin?accessibility=unknown");
    await expect(page.getByRole("combobox", { name: "Accessibility" })).toHaveValue("unknown");
    await setLargeText(page);
    await expect.poll(() => cutValues(page)).toEqual([]);
    await page.goto("/study/practice?course=CS246");
    await expect(page.getByRole("combobox").first()).toBeVisible();
    await setLargeText(page);
    await expect.poll(() => cutValues(page)).toEqual([]);
  });
}

test("with text of 200 % on a phone, a recording's title takes most of its row, and no heading is broken", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, await createStudent(), "/quick-recap");
  const row = page.getByRole("row").nth(1);
  await expect(row).toBeVisible();
  await setLargeText(page);
  const share = async () => (await box(row.getByRole("cell").first())).width / (await box(row)).width;
  await expect.poll(share).toBeGreaterThan(0.55);
  const heading = (name: string) => box(page.getByRole("columnheader", { name }));
  expect((await heading("Title")).height).toBe((await heading("Duration")).height);
  await fits(page, page.getByRole("table"), "the recordings");
});

test("with text of 200 %, the lines of a button's label start at the same place beside its icon", async ({ page }) => {
  await page.setViewportSize(SMALL);
  await signIn(page, await createStudent(), "/deep-dive");
  const label = page.getByRole("button", { name: "Keep on this device" });
  await expect(label).toBeVisible();
  await setLargeText(page);
  const lineStarts = () =>
    label.evaluate(({ lastChild: text }) => {
      const range = document.createRange();
      if (text) range.selectNodeContents(text);
      return [...range.getClientRects()].map(({ left }) => Math.round(left));
    });
  await expect.poll(async () => (await lineStarts()).length).toBeGreaterThan(1);
  expect(new Set(await lineStarts()).size).toBe(1);
});

for (const isLarge of [false, true]) {
  test(`a dialog with a long file name fits at 320 px${isLarge ? " with text of 200 %" : ""}`, async ({ page }) => {
    const [code, title] = [await createCourse("Replaced"), uniqueName("Replaced ")];
    await publishNote(code, title, "", pdfWithPages(1, title));
    await page.setViewportSize(SMALL);
    await signIn(page, ADMIN, `/admin?place=${code}`);
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await page.getByRole("menuitem", { name: "Replace file" }).click();
    const dialog = page.getByRole("dialog");
    const name = `${"A lecture with a long name, ".repeat(4)}part 1.pdf`;
    const file = { name, mimeType: "application/pdf", buffer: pdfWithPages(1, title) };
    await dialog.locator("input[type=file]").setInputFiles(file);
    await expect(dialog.getByRole("button", { name: "Use that file" })).toBeVisible();
    if (isLarge) await setLargeText(page);
    await fits(page, dialog, "the dialog");
    expect((await box(dialog)).width).toBeLessThanOrEqual(SMALL.width);
  });
}

test("text at 200 % keeps the console's tables inside the window", async ({ page }) => {
  await signIn(page, ADMIN, "/admin/uploads");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await setLargeText(page);
  await expect.poll(() => findClippedElements(page)).toEqual([]);
});
