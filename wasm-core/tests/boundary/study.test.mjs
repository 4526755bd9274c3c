// The compiled scheduler as seen from JavaScript: review events in, the next card and its intervals out. `cargo xtask
// test --only wasm` builds it for Node and passes its path in NOTE_NINJA_STUDY.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { DAY_MS, manyCards, NOON_MS } from "../many-cards.mjs";

const { StudyCore } = createRequire(import.meta.url)(process.env.NOTE_NINJA_STUDY);

const CARD = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";
const OTHER = "01JD8Z5V7R8XQ4N2T6W0YB3C9F";
const ACTS = ["again", "hard", "good", "easy"];

const event = (sequence, whenMs, action, rest = {}) => ({
  sequence,
  cardId: CARD,
  whenMs,
  zoneMinutes: 0,
  action,
  ...rest,
});

const golden = (name) => JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));

/** Returns the memory state of the only card in a core. A snapshot stores it as the model left it. */
function memoryOf(core) {
  const bytes = core.snapshot(NOON_MS + 100_000 * DAY_MS);
  // Skip the 9-byte header, the two counts (no courses, one card), the card key, a varint, and the number of its gap.
  let at = 9 + 2;
  while (bytes[at] >= 0x80) at += 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 2);
  return {
    stability: view.getFloat32(0, true),
    difficulty: view.getFloat32(4, true),
  };
}

test("S4.study.2 review histories give the states of the reference implementation, and no card is scheduled later", () => {
  let [answers, earlier] = [0, 0];
  for (const { retention_percent: retentionPercent, steps } of golden("schedule")) {
    const core = new StudyCore();
    core.configure({ newADay: 20, reviewsADay: 200, retentionPercent });
    core.setDeck(CARD);
    for (const [index, step] of steps.entries()) {
      // A card that is answered before its due day is not offered by the core.
      const today = core.today(step.at_ms, 0);
      const expectedMs = step.interval_secs * 1000;
      if (today.next === 0) {
        answers += 1;
        const earlierMs = expectedMs - today.intervalsMs[step.rating - 1];
        // Tolerance: one day for rounding, plus the variation of intervals; one day later in ten years.
        const slackMs =
          expectedMs < DAY_MS ? 0 : DAY_MS + (expectedMs < 3 * DAY_MS ? 0 : 2.5 * DAY_MS + expectedMs * 0.08);
        const laterMs = Math.floor(expectedMs / DAY_MS / 3650) * DAY_MS;
        assert.ok(-laterMs <= earlierMs && earlierMs <= slackMs, `${earlierMs} before ${expectedMs}`);
        earlier += earlierMs > 0 ? 1 : 0;
      }
      assert.equal(core.add(1, [event(index, step.at_ms, ACTS[step.rating - 1], { tookMs: 1000 })]), true);
      const { stability, difficulty } = memoryOf(core);
      assert.ok(Math.abs(stability - step.stability) <= 0.0005 * Math.max(1, step.stability), `${stability}`);
      assert.ok(Math.abs(difficulty - step.difficulty) <= 0.0005 * step.difficulty, `${difficulty}`);
    }
  }
  assert.ok(answers > 200 && earlier > 20, `${answers}, ${earlier}`);
});

test("S4.study.2 the published test vectors of the reference implementation are reproduced", () => {
  const vectors = golden("published").filter(({ after_days: days }) => days);
  assert.equal(vectors.length, 2);
  for (const { ratings, after_days: days, stability, difficulty } of vectors) {
    const core = new StudyCore();
    let whenMs = NOON_MS;
    for (const [index, rating] of ratings.entries()) {
      whenMs += days[index] * DAY_MS;
      core.add(1, [event(index, whenMs, ACTS[rating - 1], { tookMs: 1000 })]);
    }
    const found = memoryOf(core);
    if (stability !== undefined) assert.ok(Math.abs(found.stability - stability) < 1e-4, `${found.stability}`);
    assert.ok(Math.abs(found.difficulty - difficulty) < 1e-4, `${found.difficulty}`);
  }
});

test("rating a card shows the next one, and undoing the rating returns to it", () => {
  const core = new StudyCore();
  core.setDeck(`${CARD} nonsense ${OTHER}`);
  const first = core.today(NOON_MS, 0);
  assert.deepEqual([first.next, first.isNew, first.newLeft, first.learningLeft, first.reviewsLeft], [0, true, 2, 0, 0]);
  core.add(7, [event(1, NOON_MS, "good", { tookMs: 4000 })]);
  assert.equal(core.today(NOON_MS + 1, 0).next, 1);
  core.add(7, [event(2, NOON_MS + 2, "undo", { undone: { device: 7, sequence: 1 } })]);
  assert.equal(core.today(NOON_MS + 3, 0).next, 0);
});

test("invalid review events and invalid batches are rejected", () => {
  const core = new StudyCore();
  assert.equal(core.add(7, [event(1, NOON_MS, "undo")]), false);
  assert.equal(core.add(7, [{ ...event(1, NOON_MS, "good"), cardId: "nonsense" }]), false);
  assert.equal(core.read(new Uint8Array([1, 2, 3]), NOON_MS), false);
});

/** Returns the processor time of this process in milliseconds, which does not depend on the load of the machine. */
function spentMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

test("with 20,000 cards and 200,000 review events, little data is loaded, Today takes at most 150 ms and the next card 16 ms", () => {
  const { ids, events } = manyCards();
  const whole = new StudyCore();
  whole.setCourse("CS246", ids.slice(0, 10_000).join(" "));
  whole.setCourse("MATH137", ids.slice(10_000).join(" "));
  whole.add(1, events);
  const coveredMs = NOON_MS + 2000 * DAY_MS;
  const snapshot = whole.snapshot(coveredMs);
  const packed = deflateRawSync(snapshot.subarray(9));
  // The device also stores at most 40 batches of 1 kB as text.
  assert.ok(packed.length + 40 * 1400 < 420_000, `${packed.length} bytes`);

  const now = NOON_MS + 2001 * DAY_MS;
  const begun = spentMs();
  const core = new StudyCore();
  const body = inflateRawSync(packed);
  const unpacked = new Uint8Array(9 + body.length);
  unpacked.set(snapshot.subarray(0, 9));
  unpacked.set(body, 9);
  assert.equal(core.restore(unpacked), coveredMs);
  const overview = core.overview(now, 0);
  const shown = spentMs();
  assert.deepEqual(overview, whole.overview(now, 0));
  assert.deepEqual(
    overview.courses.map(({ code, cards }) => [code, cards]),
    [
      ["CS246", 10_000],
      ["MATH137", 10_000],
    ],
  );

  core.setDeck(ids.join(" "));
  core.today(now, 0);
  // Take the fastest of five runs, because the machine may be busy.
  const nextMs = Math.min(
    ...[77, 78, 79, 80, 81].map((card, count) => {
      core.add(1, [{ ...event(900_000 + count, now, "good"), cardId: ids[card] }]);
      const asked = spentMs();
      assert.notEqual(core.today(now, 0).next, undefined);
      return spentMs() - asked;
    }),
  );
  console.log(`${packed.length} bytes, Today ${Math.round(shown - begun)} ms, next ${Math.round(nextMs)} ms`);
  assert.ok(shown - begun < 150, `${shown - begun} ms`);
  assert.ok(nextMs < 16, `${nextMs} ms`);
  assert.equal(core.needsAll(), false);
});

test("S4.timed.1 S4.progress.1 a session with a time budget, the progress and the prices of targets are plain objects", () => {
  const core = new StudyCore();
  core.setDeck(`${CARD} ${OTHER}`);
  assert.equal(core.timedGain(), undefined);
  const plan = core.timedPlan(600_000, new Int32Array([0, 0]), NOON_MS, 0);
  assert.deepEqual([plan.cards, plan.newCards, plan.after > plan.before], [2, 2, true]);
  core.beginTimed(600_000, new Int32Array([0, 0]), NOON_MS, 0);
  assert.equal(core.today(NOON_MS, 0).next, 0);
  core.add(1, [event(1, NOON_MS, "easy", { tookMs: 4000 })]);
  assert.equal(core.today(NOON_MS, 0).next, 1);
  assert.equal(core.today(NOON_MS + 600_000, 0).next, undefined);
  const { before, after } = core.timedGain();
  assert.ok(after > before, `${before} ${after}`);
  const progress = core.progress(NOON_MS, 0);
  assert.deepEqual([progress.days.length, progress.forecast.length, progress.cards], [84, 30, 1]);
  assert.deepEqual(progress.days.at(-1), { answers: 1, tookMs: 4000, recalls: 0, lapses: 0 });
  assert.deepEqual(
    core.prices(NOON_MS, 0).map(({ retentionPercent }) => retentionPercent),
    [80, 85, 90, 95],
  );
});

test("S4.gap.1 a session with a time budget starts about as fast with gaps as with other cards", () => {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const notes = Array.from({ length: 20_000 }, (_, index) => `01JD8Z5V7R8XQ4N2T6W0Y${`${index}`.padStart(5, "0")}`);
  // The number of a gap is in the highest six bits.
  const gapOf = (id, number) => `${letters[number >> 3]}${letters[((number & 7) << 2) | 1]}${id.slice(2)}`;
  const gaps = notes.slice(0, 400).flatMap((id) => Array.from({ length: 50 }, (_, index) => gapOf(id, index + 1)));
  const startMs = (ids) => {
    const core = new StudyCore();
    core.setDeck(ids.join(" "));
    const begun = spentMs();
    core.beginTimed(600_000, new Int32Array(ids.length), NOON_MS, 0);
    return spentMs() - begun;
  };
  // Take the fastest of three runs, because the machine may be busy.
  const [plainMs, gapsMs] = [notes, gaps].map((ids) => Math.min(...[1, 2, 3].map(() => startMs(ids))));
  assert.ok(gapsMs < 2 * plainMs + 50, `${gapsMs} ms, other cards ${plainMs} ms`);
});

test("a damaged snapshot is rejected", () => {
  const core = new StudyCore();
  core.add(1, [event(1, NOON_MS, "good")]);
  const snapshot = core.snapshot(NOON_MS + DAY_MS);
  snapshot[12] ^= 1;
  assert.equal(core.restore(snapshot), undefined);
});

test("S4.exam.1 an exam plan has one entry per day, refers to notes by index, and makes today's planned cards due", () => {
  const core = new StudyCore();
  core.configure({ newADay: 0, reviewsADay: 0, retentionPercent: 90 });
  core.setDeck(`${CARD} ${OTHER}`);
  const day = core.overview(NOON_MS, 0).day;
  const cards = `${CARD} ${OTHER}`;
  const notes = new Uint32Array([4, 0, 4, 1, 4, 0, 4, 0]);
  const plan = core.examPlan(day + 2, 90, cards, notes, new Uint32Array(), NOON_MS, 0);
  assert.deepEqual(plan, {
    days: [
      {
        day,
        newCards: 1,
        reviews: 0,
        notes: [0],
        recordings: [],
        secs: 24 + 480,
      },
      {
        day: day + 1,
        newCards: 1,
        reviews: 0,
        notes: [2, 3],
        recordings: [],
        secs: 24 + 960,
      },
    ],
    newDone: 0,
    reviewsDone: 0,
  });
  assert.equal(core.today(NOON_MS, 0).next, undefined);
  core.pullForward(day + 2, 90, cards, NOON_MS, 0);
  assert.equal(core.today(NOON_MS, 0).newLeft, 1);
  core.add(1, [event(1, NOON_MS, "easy")]);
  assert.equal(core.today(NOON_MS + 1, 0).newLeft, 0);
});
