import { button, fill, type Step } from "../support/overlays";
import { Structures } from "../support/structures";
import { test } from "../support/test";
import { ADMIN, signIn } from "../support/users";
import { makeWorld, type OverlayTestContent } from "../support/world";

/** A page and the steps after which its text is compared. */
type PageState = readonly [path: string, ...steps: Step[]];

const visitorPages: readonly PageState[] = [
  ["/signin"],
  ["/signin", button("SIGN IN")],
  ["/register"],
  ["/register", button("SIGN UP")],
  ["/forgot"],
  ["/note/unknown"],
  ["/u/nobody-has-this-name"],
  ["/download/unknown"],
  ["/nowhere"],
];

const studentPages = ({ code, chapter, student, recordingId }: OverlayTestContent): readonly PageState[] => [
  ["/study"],
  [`/study/practice?course=${code}`],
  [`/study/practice?course=${code}`, (page) => page.getByRole("radio", { name: /^Type the answer/ }).check()],
  [`/study/timed?course=${code}`],
  ["/study/progress"],
  [`/guide/${code}/chapter/${chapter}`],
  [`/guide/${code}/my-cards`],
  [`/guide/${code}/my-cards/new`],
  [`/guide/${code}/my-cards/new`, button("Add and write another")],
  [`/guide/${code}/my-cards/import`],
  ["/my-notes"],
  ["/my-notes/highlights"],
  ["/my-notes/bookmarks"],
  ["/my-notes/cards"],
  ["/upload"],
  ["/upload", button(/^(Send|Request|Submit)/)],
  ["/profile"],
  [`/u/${student.username}`],
  [`/audio/${recordingId}`],
  ["/guide/NONE999/notes"],
  ["/playlist/unknown"],
];

const editorPages = ({ code, chapter }: OverlayTestContent): readonly PageState[] => [
  [`/study-guide/${code}/chapter/${chapter}/add-card`],
  [`/study-guide/${code}/chapter/${chapter}/import-cards`],
  [`/admin?place=${code}`],
  ["/admin/students"],
  ["/admin/students", fill("Username or email address", "nobody"), button("Find student")],
];

test.describe("S6.wcag.1 pages have the expected texts and structure, at first and after submitting an empty form", () => {
  // Longer timeout: each test opens about twenty pages.
  test.slow();
  let world: OverlayTestContent;
  test.beforeAll(async () => {
    world = await makeWorld();
  });

  for (const [who, states] of Object.entries({
    "a visitor": () => visitorPages,
    "a student": studentPages,
    "an administrator": editorPages,
  })) {
    test(`for ${who}`, async ({ page }) => {
      if (who !== "a visitor") await signIn(page, who === "a student" ? world.student : ADMIN, "/my-notes");
      const structures = new Structures(who);
      for (const [path, ...steps] of states(world)) {
        await page.goto(path);
        for (const step of steps) await step(page);
        await structures.check(path.replace(/[^/?=]*\d[^/?]*/g, "#"), page.getByRole("main"));
      }
      structures.save();
    });
  }
});
