// The compiled scheduler as JavaScript sees it: facts in, the next card and its intervals out.
// `cargo xtask test --only wasm` builds it for Node and says in NOTE_NINJA_STUDY where it is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const { StudyCore } = createRequire(import.meta.url)(process.env.NOTE_NINJA_STUDY);

const CARD = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";
const OTHER = "01JD8Z5V7R8XQ4N2T6W0YB3C9F";
const ACTS = ["again", "hard", "good", "easy"];
const DAY_MS = 24 * 60 * 60 * 1000;
const NOON_MS = 1_767_614_400_000;

const fact = (sequence, whenMs, act, rest = {}) => ({ sequence, cardId: CARD, whenMs, zoneMinutes: 0, act, ...rest });

test("histories go as in the reference implementation, but for the days by which intervals vary", () => {
  const golden = JSON.parse(readFileSync(new URL("../golden/schedule.json", import.meta.url), "utf8"));
  let answers = 0;
  for (const { retention_percent: retentionPercent, steps } of golden) {
    const core = new StudyCore();
    core.configure({ newADay: 20, reviewsADay: 200, retentionPercent });
    core.setDeck(CARD);
    for (const [index, step] of steps.entries()) {
      // A card that is answered before its day does not come by itself.
      const today = core.today(step.at_ms, 0);
      const expectedMs = step.interval_secs * 1000;
      if (today.next === 0) {
        answers += 1;
        const foundMs = today.intervalsMs[step.rating - 1];
        const slackMs = expectedMs < 2.5 * DAY_MS ? 0 : 2.5 * DAY_MS + expectedMs * 0.08;
        assert.ok(Math.abs(foundMs - expectedMs) <= slackMs, `${foundMs} is not about ${expectedMs}`);
      }
      assert.equal(core.add(1, [fact(index, step.at_ms, ACTS[step.rating - 1], { tookMs: 1000 })]), true);
    }
  }
  assert.ok(answers > 200, `${answers}`);
});

test("a card that was answered makes room for the next, and an undo brings it back", () => {
  const core = new StudyCore();
  core.setDeck(`${CARD} nonsense ${OTHER}`);
  const first = core.today(NOON_MS, 0);
  assert.deepEqual([first.next, first.isNew, first.newLeft, first.learningLeft, first.reviewsLeft], [0, true, 2, 0, 0]);
  core.add(7, [fact(1, NOON_MS, "good", { tookMs: 4000 })]);
  assert.equal(core.today(NOON_MS + 1, 0).next, 1);
  core.add(7, [fact(2, NOON_MS + 2, "undo", { undone: { device: 7, sequence: 1 } })]);
  assert.equal(core.today(NOON_MS + 3, 0).next, 0);
});

test("what is no fact and what is no batch is refused", () => {
  const core = new StudyCore();
  assert.equal(core.add(7, [fact(1, NOON_MS, "undo")]), false);
  assert.equal(core.add(7, [{ ...fact(1, NOON_MS, "good"), cardId: "nonsense" }]), false);
  assert.equal(core.read(new Uint8Array([1, 2, 3]), NOON_MS), false);
});

test("the next of 20,000 cards with 200,000 answers is found within 16 ms", () => {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const id = (number) =>
    `01JD8Z5V7R8XQ4N2T6W0${[25, 20, 15, 10, 5, 0].map((at) => letters[(number >> at) & 31]).join("")}`;
  const ids = Array.from({ length: 20_000 }, (_, number) => id(number));
  const core = new StudyCore();
  core.setDeck(ids.join(" "));
  for (let round = 0; round < 10; round += 1) {
    const facts = ids.map((cardId, number) => ({
      ...fact(round * 20_000 + number, NOON_MS + round * 9 * DAY_MS, number % 7 === 0 ? "hard" : "good", {
        tookMs: 5000,
      }),
      cardId,
    }));
    core.add(1, facts);
  }
  const now = NOON_MS + 400 * DAY_MS;
  const fold = performance.now();
  assert.notEqual(core.today(now, 0).next, undefined);
  const folded = performance.now();
  core.add(1, [{ ...fact(900_000, now, "good"), cardId: ids[77] }]);
  const asked = performance.now();
  core.today(now, 0);
  const done = performance.now();
  console.log(`folding ${Math.round(folded - fold)} ms, next ${Math.round(done - asked)} ms`);
  assert.ok(done - asked < 16, `${done - asked} ms`);
});
