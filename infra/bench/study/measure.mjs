// The benchmark in a page: the work of the dashboard to show Today, and of the study page to show the next card.
import initFit, { FitCore } from "./core/fit_core.js";
import init, { StudyCore } from "./core/study_core.js";
import { DAY_MS, manyCards, NOON_MS } from "./many-cards.mjs";
import { at } from "./timing.mjs";

/** Number of rounds, each with a new core. */
const ROUNDS = 15;
const ANSWERS = 300;
/** Size of the uncompressed header of a snapshot in bytes. */
const HEAD_BYTES = 9;
/** Maximum size of the batches beside a snapshot: 40 batches of 1 kB each, as text. */
const TAIL_BYTES = 40 * 1400;

const now = () => performance.now();
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

function spread(times) {
  const sorted = times.toSorted((one, other) => one - other);
  return { p50: at(sorted, 50), p95: at(sorted, 95), worst: sorted.at(-1) };
}

/** Returns the data of one student with 20,000 cards and 200,000 review events, as the server sends it. */
async function studied() {
  const { ids, events } = manyCards();
  const core = new StudyCore();
  const courses = {
    CS246: ids.slice(0, 10_000).join(" "),
    MATH137: ids.slice(10_000).join(" "),
  };
  for (const [code, all] of Object.entries(courses)) core.setCourse(code, all);
  core.add(1, events);
  const snapshot = core.snapshot(NOON_MS + 2000 * DAY_MS);
  const packed = await through(snapshot.subarray(HEAD_BYTES), new CompressionStream("deflate-raw"));
  return {
    ids,
    courses,
    answers: events.length,
    head: snapshot.slice(0, HEAD_BYTES),
    packed,
  };
}

/** Fits the memory model to a log of batches, each after its length in two bytes. */
async function fitted(bytes) {
  await initFit({ module_or_path: await bytes("core/fit_core_bg.wasm") });
  const log = await bytes("fit-log.bin");
  const view = new DataView(log.buffer ?? log, log.byteOffset ?? 0, log.byteLength);
  const times = [];
  let reviews = 0;
  for (let round = 0; round < 5; round++) {
    const core = new FitCore();
    for (let from = 0; from < log.byteLength; ) {
      const length = view.getUint16(from, true);
      core.read(new Uint8Array(view.buffer, view.byteOffset + from + 2, length), NOON_MS + 2000 * DAY_MS);
      from += 2 + length;
    }
    const began = now();
    core.fit();
    times.push(now() - began);
    reviews = core.reviews();
    core.free();
  }
  return { reviews, ...spread(times) };
}

export async function run({ bytes }) {
  await init({ module_or_path: await bytes("core/study_core_bg.wasm") });
  const { ids, courses, answers, head, packed } = await studied();
  const today = [];
  let core;
  for (let round = 0; round < ROUNDS; round++) {
    core?.free();
    const began = now();
    const body = await through(packed, new DecompressionStream("deflate-raw"));
    const snapshot = new Uint8Array(HEAD_BYTES + body.length);
    snapshot.set(head);
    snapshot.set(body, HEAD_BYTES);
    core = new StudyCore();
    core.restore(snapshot);
    for (const [code, all] of Object.entries(courses)) core.setCourse(code, all);
    core.overview(NOON_MS + 2001 * DAY_MS, 0);
    today.push(now() - began);
  }
  core.setDeck(ids.join(" "));
  core.configure({ newADay: 20, reviewsADay: ANSWERS, retentionPercent: 90 });
  let whenMs = NOON_MS + 2001 * DAY_MS;
  let { next: place } = core.today(whenMs, 0);
  const next = [];
  for (let sequence = 0; sequence < ANSWERS && place !== undefined; sequence++) {
    const event = {
      sequence,
      cardId: ids[place],
      whenMs,
      zoneMinutes: 0,
      action: "good",
      tookMs: 4000,
    };
    whenMs += 5000;
    const began = now();
    core.add(2, [event]);
    place = core.today(whenMs, 0).next;
    next.push(now() - began);
  }
  return {
    cards: ids.length,
    answers,
    loadedBytes: packed.length + TAIL_BYTES,
    today: spread(today),
    next: spread(next),
    asked: next.length,
    fit: await fitted(bytes),
  };
}
