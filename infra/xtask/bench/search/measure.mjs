// The measurement itself, the same in Node and in a browser: each contender answers the same queries over the same rows,
// in turns, so that a slow spell of the machine is nobody's alone.
import { documents, peers } from "./peers.mjs";
import init, { Core } from "./core/wasm_core.js";

/** How long one turn may take: a contender that would need longer is asked only every so many queries. */
const BUDGET_MS = 2_500;
/** A query is repeated until it has taken this long, because clocks in browsers are coarse. */
const STEADY_MS = 0.25;
const ANSWERS = 10;

const now = () => performance.now();
const at = (sorted, percent) => sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** Our core behind the interface of the adapters, as the page asks it: titles and what to mark come with each code. */
async function ours(wasm, catalogue) {
  const instance = await init({ module_or_path: wasm });
  const before = instance.memory.buffer.byteLength;
  const began = now();
  const core = new Core(catalogue);
  core.search("introduction to psychology", ANSWERS);
  const firstAnswerMs = now() - began;
  const search = (query) => core.search(query, ANSWERS).map((hit) => hit.code);
  return { search, firstAnswerMs, memoryBytes: instance.memory.buffer.byteLength - before, code: (answer) => answer };
}

function theirs(name, rows, heap) {
  const docs = documents(rows);
  const before = heap();
  const began = now();
  const adapter = peers[name].make();
  adapter.build(docs);
  adapter.search("introduction to psychology");
  const firstAnswerMs = now() - began;
  return { search: adapter.search, firstAnswerMs, memoryBytes: heap() - before, code: (id) => rows[id].code };
}

/** How often to repeat a query for a steady time, and a first idea of how long it takes. */
function repeats(search, query) {
  const began = now();
  let count = 0;
  do {
    search(query);
    count += 1;
  } while (now() - began < STEADY_MS);
  return { count, ms: (now() - began) / count };
}

function prepare(contender, texts) {
  const step = Math.max(1, Math.ceil(texts.length / 40));
  const sample = texts.filter((_, place) => place % step === 0).map((text) => repeats(contender.search, text).ms);
  const every = Math.max(1, Math.ceil((mean(sample) * texts.length) / BUDGET_MS));
  return texts
    .filter((_, place) => place % every === 0)
    .map((text) => ({ text, count: repeats(contender.search, text).count, times: [] }));
}

function turn(contender, asked) {
  for (const query of asked) {
    const began = now();
    for (let again = 0; again < query.count; again += 1) contender.search(query.text);
    query.times.push((now() - began) / query.count);
  }
}

/** In microseconds, one number a query: the best of its turns, which other programs of the machine disturb least. */
function percentiles(asked) {
  const times = asked.map(({ times }) => Math.min(...times) * 1000).sort((a, b) => a - b);
  return { p50: at(times, 50), p95: at(times, 95), p99: at(times, 99), worst: times.at(-1), asked: times.length };
}

/** `expected` holds what is right at the largest size; what is not among the rows of a smaller one, nobody answers with. */
function quality(contender, queries) {
  const scores = new Map();
  const cost = mean(queries.filter((_, place) => place % 30 === 0).map(({ q }) => repeats(contender.search, q).ms));
  const every = Math.max(1, Math.ceil((cost * queries.length) / (BUDGET_MS * 10)));
  for (const [place, { cls, q, expected }] of queries.entries()) {
    if (place % every !== 0) continue;
    const place0 = contender.search(q).findIndex((answer) => expected.includes(contender.code(answer)));
    scores.set(cls, [...(scores.get(cls) ?? []), place0 < 0 ? 0 : 1 / (place0 + 1)]);
  }
  const classes = Object.fromEntries([...scores].map(([cls, each]) => [cls, mean(each)]));
  return { all: mean([...scores.values()].flat()), classes, every };
}

/** Measures one size. `heap` gives the bytes that JavaScript holds, after collecting what it can. */
export async function measure({ size, rows, catalogue, wasm, queries, keystrokes, names, rounds, heap }) {
  const contenders = [];
  for (const name of names) {
    const made = name === "note-ninja" ? await ours(wasm, catalogue) : theirs(name, rows, heap);
    contenders.push({ name, ...made });
  }
  const texts = queries.map(({ q }) => q);
  for (const contender of contenders) {
    contender.quality = quality(contender, queries);
    contender.whole = prepare(contender, texts);
    contender.keys = prepare(contender, keystrokes);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      turn(contender, contender.whole);
      turn(contender, contender.keys);
    }
  }
  return contenders.map(({ name, quality, whole, keys, firstAnswerMs, memoryBytes }) => ({
    name,
    size,
    quality,
    whole: percentiles(whole),
    keys: percentiles(keys),
    firstAnswerMs,
    memoryBytes,
  }));
}
