// The benchmark in a page: each contender answers the same queries over the same pages.
import init, { InsideCore } from "./core/inside_core.js";
import { peers } from "./peers.mjs";
import { every, mean, percentiles, prepare, turn } from "./timing.mjs";

const ANSWERS = 10;
const FIRST = "numerical integration";
/** Time budget for the quality of one contender, for which each query runs once. */
const QUALITY_BUDGET_MS = 20_000;
const now = () => performance.now();

/** Our core, used like in the page's worker: results contain titles, snippets and highlights. */
async function ours({ courses, numberOf }, { bytes }) {
  const names = Array.from({ length: courses }, (_, place) => `course-${place + 1}`);
  const instance = await init({ module_or_path: await bytes("core/inside_core_bg.wasm") });
  const files = await Promise.all(names.map((name) => bytes(`${name}.bin`)));
  const before = instance.memory.buffer.byteLength;
  const began = now();
  const core = new InsideCore();
  for (const [place, name] of names.entries()) core.hold(name, files[place]);
  core.find(FIRST, names, ANSWERS, ANSWERS);
  const firstAnswerMs = now() - began;
  const search = (query) => core.find(query, names, ANSWERS, ANSWERS).map(({ note, page }) => numberOf(note, page));
  return { search, firstAnswerMs, memoryBytes: () => instance.memory.buffer.byteLength - before };
}

async function theirs(name, { bytes, heap }) {
  const fetched = await bytes(`${name}.json`);
  const before = heap();
  const began = now();
  const search = peers[name].open(JSON.parse(new TextDecoder().decode(fetched)));
  search(FIRST);
  const firstAnswerMs = now() - began;
  const held = heap() - before;
  return { search, firstAnswerMs, memoryBytes: () => held };
}

/** Returns the mean reciprocal rank and the share of queries with the correct page as first result, by class. */
export function quality(queries, answers) {
  const classes = new Map();
  for (const [place, { cls, page }] of queries.entries()) {
    const found = answers[place];
    if (found === undefined) continue;
    const rank = found.indexOf(page);
    classes.set(cls, [...(classes.get(cls) ?? []), rank < 0 ? 0 : 1 / (rank + 1)]);
  }
  const of = (scores) => ({ mrr: mean(scores), first: mean(scores.map((score) => (score === 1 ? 1 : 0))) });
  const all = of([...classes.values()].flat());
  return { all, classes: Object.fromEntries([...classes].map(([cls, scores]) => [cls, of(scores)])) };
}

/** Runs each query of a seed once, or only every n-th for a slow contender. */
function judge(search, queries) {
  const texts = queries.map(({ q }) => q);
  const step = every(search, texts, QUALITY_BUDGET_MS);
  return {
    ...quality(
      queries,
      texts.map((text, place) => (place % step === 0 ? search(text) : undefined)),
    ),
    every: step,
  };
}

/** Returns all prefixes of the queries, as a typing user sends them. */
export const typedPrefixes = (queries) => [
  ...new Set(queries.flatMap(({ q }) => [...q].map((_, end) => q.slice(0, end + 1)))),
];

/**
 * Returns the longest query time. Each query counts with the fastest of three runs, because other programs disturb
 * single runs.
 */
function worst(search, texts) {
  const took = texts.map((text) => {
    const times = Array.from({ length: 3 }, () => {
      const began = now();
      search(text);
      return now() - began;
    });
    return { text, ms: Math.min(...times) };
  });
  return took.sort((one, other) => other.ms - one.ms)[0];
}

export async function run(page) {
  const { pages, courses, seeds, hard, names, rounds } = await page.get("inputs.json");
  const numbers = new Map(pages.map(([note, number], place) => [`${note} ${number}`, place]));
  const about = { courses, numberOf: (note, number) => numbers.get(`${note} ${number}`) };
  const [queries] = seeds;
  const typed = typedPrefixes(queries.filter((_, place) => place % 5 === 0));
  const contenders = [];
  for (const name of names) {
    const made = name === "note-ninja" ? await ours(about, page) : await theirs(name, page);
    const { search } = made;
    contenders.push({
      name,
      ...made,
      quality: seeds.map((each) => judge(search, each)),
      whole: prepare(
        search,
        queries.map(({ q }) => q),
      ),
      keys: prepare(search, typed),
    });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { search, whole, keys } of contenders) {
      turn(search, whole);
      turn(search, keys);
    }
  }
  return contenders.map(({ name, search, quality, whole, keys, firstAnswerMs, memoryBytes }) => ({
    name,
    quality,
    whole: percentiles(whole),
    keys: percentiles(keys),
    firstAnswerMs,
    memoryBytes: memoryBytes(),
    worst: name === "note-ninja" ? worst(search, hard) : undefined,
  }));
}
