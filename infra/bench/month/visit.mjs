// One visit of one student to the real page: 45 minutes by the page's clock.

import { createRequire } from "node:module";
import { installSound, installVisibility } from "./page.mjs";
import { ORIGIN } from "./server.mjs";
import { STUDIED } from "./world.mjs";

const { chromium, expect } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");

export const VISIT_MINUTES = 45;
/** Minutes of the visit in which the page is hidden behind another window. */
export const HIDDEN_MINUTES = 15;
export const CARDS = 20;
/** Duration of a recording in seconds. */
const RECORDING_SECS = 900;
/**
 * Step of the page's clock in seconds: no longer than the shortest interval at which a timer of the page sends
 * requests.
 */
const STEP_SECS = 15;
/** Interval of changes by others in seconds. It is at most the interval at which a page polls for news. */
const NEWS_EVERY_SECS = 45;
/** A page without requests for this long has loaded everything. Real milliseconds. */
const QUIET_MS = 60;
/**
 * A request without progress for this long will not finish: the browser does not report the end of images that are out
 * of view.
 */
const STUCK_MS = 1_500;
const PATIENCE_MS = 20_000;
/** A playlist and a profile are opened in one of this many visits. */
const TURNS = 4;

const real = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A student with a browser whose caches survive between visits. */
export class Visitor {
  #student;
  #folder;
  #chrome;
  #others;
  #page;
  #underWay = new Set();
  #movedAtMs = 0;
  #seen;
  #passedSecs = 0;

  constructor(student, folder, chrome, others) {
    this.#student = student;
    this.#folder = folder;
    this.#chrome = chrome;
    this.#others = others;
  }

  /** Makes visit `number`, from 0. The page's clock starts at `startMs`. */
  async visit(number, startMs) {
    const context = await chromium.launchPersistentContext(this.#folder, {
      executablePath: this.#chrome,
      args: ["--no-sandbox", "--disable-gpu"],
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
      baseURL: ORIGIN,
    });
    try {
      this.#watch(context);
      context.setDefaultTimeout(PATIENCE_MS);
      await context.clock.install({ time: startMs });
      await context.addInitScript(installSound, RECORDING_SECS);
      await context.addInitScript(installVisibility);
      this.#page = await context.newPage();
      this.#passedSecs = 0;
      this.#seen = this.#others.current;
      if (number === 0) await this.#signIn();
      await this.#readAndSearch(number);
      await this.#listenAndStudy(number);
      await this.#comeBack(number);
      // Tell the page that it is left.
      await this.#page.goto("about:blank");
      await this.#quiet();
    } finally {
      await context.close();
    }
  }

  /** Tracks pending requests, so that the clock advances only while nothing is loading. */
  #watch(context) {
    this.#underWay.clear();
    const moved = () => {
      this.#movedAtMs = Date.now();
    };
    const done = (request) => {
      this.#underWay.delete(request);
      moved();
    };
    context.on("request", (request) => {
      this.#underWay.delete(request.redirectedFrom());
      this.#underWay.add(request);
      moved();
    });
    context.on("requestfinished", done);
    context.on("requestfailed", done);
  }

  async #quiet() {
    for (;;) {
      const stillMs = Date.now() - this.#movedAtMs;
      if (stillMs >= (this.#underWay.size > 0 ? STUCK_MS : QUIET_MS)) break;
      await real(5);
    }
    this.#underWay.clear();
  }

  /** Lets minutes pass. While the page is visible, the user touches it and others change something. */
  async #pass(minutes, isHidden = false) {
    const end = this.#passedSecs + minutes * 60;
    while (this.#passedSecs < end) {
      if (!isHidden) {
        if (this.#passedSecs % NEWS_EVERY_SECS === 0) this.#seen = await this.#others.news(this.#seen);
        await this.#page.mouse.move(700, 20 + (this.#passedSecs % 7));
      }
      await this.#page.clock.fastForward(STEP_SECS * 1000);
      this.#passedSecs += STEP_SECS;
      await this.#quiet();
    }
  }

  async #signIn() {
    const { email, password } = this.#student;
    const headers = { origin: ORIGIN, "x-note-ninja": "1" };
    await this.#page.goto("/icon.svg");
    const answer = await this.#page.request.post("/api/auth/sign-in", { data: { email, password }, headers });
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
    await this.#page.evaluate(() => localStorage.setItem("nn:session", "1"));
  }

  async #isUp() {
    await expect(this.#page.locator(".first-frame")).toHaveCount(0, { timeout: PATIENCE_MS });
    await this.#quiet();
  }

  /** Navigates within the app, like the Back button. */
  async #go(path) {
    await this.#page.evaluate((to) => {
      history.pushState({}, "", to);
      dispatchEvent(new PopStateEvent("popstate", { state: {} }));
    }, path);
    await this.#quiet();
  }

  /** Opens a course and scrolls through its notes until about seven images were visible. */
  async #course(code) {
    await this.#go(`/guide/${code}/notes`);
    const cards = this.#page.getByRole("article");
    await expect(cards.first()).toBeVisible();
    // Cards of the previous page may still be there and disappear while scrolling.
    await expect(() => cards.nth(6).scrollIntoViewIfNeeded()).toPass({ timeout: PATIENCE_MS });
    await this.#quiet();
  }

  async #press(name) {
    const buttons = this.#page.getByRole("article").getByRole("button", { name });
    if ((await buttons.count()) > 0) await buttons.first().click();
    await this.#quiet();
  }

  /** Opens a note of the current course and reads one page per minute. */
  async #read(at, minutes) {
    await this.#page.getByRole("article").nth(at).getByRole("link", { name: "Read", exact: true }).click();
    const field = this.#page.getByRole("textbox", { name: "Page", exact: true });
    for (let page = 1; page <= minutes; page += 1) {
      await field.fill(`${page}`);
      await field.press("Enter");
      await this.#pass(1);
    }
  }

  /** Ten minutes: the dashboard, a search, three courses, a note. */
  async #readAndSearch(number) {
    const page = this.#page;
    await page.goto("/");
    await this.#isUp();
    await this.#pass(1);
    await this.#go("/browse");
    for (const words of ["cs 24", "calculus", "induction"]) {
      await page.getByPlaceholder("Search for courses, profiles...").fill(words);
      await page.clock.runFor(500);
      await this.#quiet();
    }
    await this.#pass(1);
    await this.#course(STUDIED[number % STUDIED.length]);
    await this.#press("Add to My Notes");
    await this.#press(/^Like, /);
    await this.#pass(2);
    await this.#course(STUDIED[(number + 1) % STUDIED.length]);
    await this.#press("Add to My Notes");
    await this.#press(/^Like, /);
    await this.#pass(2);
    await this.#course(STUDIED[(number + 2) % STUDIED.length]);
    await this.#pass(1);
    await this.#read(number % 7, 3);
    // The page is reloaded once per visit.
    await page.reload();
    await this.#isUp();
  }

  /** Twenty-five minutes: audio on; My Notes, sometimes a playlist or another profile; cards; another window. */
  async #listenAndStudy(number) {
    const page = this.#page;
    await this.#go("/deep-dive");
    await page
      .getByRole("row")
      .getByRole("button", { name: /^Play / })
      .nth(number % 3)
      .click();
    const player = page.getByRole("region", { name: "Audio player" });
    await expect(player.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await this.#pass(2);
    await this.#go("/my-notes");
    await this.#pass(1);
    if (number % TURNS === 1) await this.#go(`/playlist/${this.#student.playlist}`);
    if (number % TURNS === 2) await this.#go(`/u/${this.#student.friend}`);
    await this.#pass(1);

    await this.#go(`/study?course=${STUDIED[number % STUDIED.length]}`);
    for (let card = 0; card < CARDS; card += 1) {
      await page.getByRole("button", { name: "Show the answer" }).click();
      await page.getByRole("button", { name: /^Easy/ }).click();
      if (card % 4 === 3) await this.#pass(1);
    }
    await this.#pass(1);

    await page.evaluate(() => window.setHidden(true));
    await this.#pass(HIDDEN_MINUTES, true);
    await page.evaluate(() => window.setHidden(false));
    await this.#quiet();
  }

  /** Ten minutes: a note, which is also downloaded; audio off; the dashboard. */
  async #comeBack(number) {
    const page = this.#page;
    await this.#course(STUDIED[(number + 1) % STUDIED.length]);
    const opened = page.context().waitForEvent("page");
    await page
      .getByRole("article")
      .nth(number % 7)
      .getByRole("link", { name: "Download PDF" })
      .click();
    await (await opened).close();
    await this.#read((number + 3) % 7, 5);
    await page
      .getByRole("region", { name: "Audio player" })
      .getByRole("button", { name: "Pause", exact: true })
      .click();
    await this.#go("/");
    await this.#pass(VISIT_MINUTES - this.#passedSecs / 60);
  }
}
