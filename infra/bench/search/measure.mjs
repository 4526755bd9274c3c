// The benchmark, equal in Node and in a browser: each contender answers the same queries over the same rows.

import init, { SearchableCatalogue } from "./core/wasm_core.js";
import { documents, peers } from "./peers.mjs";
import { every, mean, percentiles, prepare, turn } from "./timing.mjs";

const ANSWERS = 10;
/** Time budget for the quality of one contender, for which each query runs once. */
const QUALITY_BUDGET_MS = 25_000;
const now = () => performance.now();

const FIRST = "introduction to psychology";

/** Our core with the interface of the adapters, used like in the page: results contain titles and highlights. */
async function ours(wasm, catalogue) {
  // Starts from bytes and compiles, like a page before its first search.
  const began = now();
  const instance = await init({ module_or_path: wasm });
  const before = instance.memory.buffer.byteLength;
  const core = new SearchableCatalogue(catalogue);
  core.search(FIRST, ANSWERS);
  const firstAnswerMs = now() - began;
  const search = (query) => core.search(query, ANSWERS).map((hit) => hit.code);
  const memoryBytes = instance.memory.buffer.byteLength - before;
  return { search, firstAnswerMs, memoryBytes, dataBytes: catalogue.length, code: (answer) => answer };
}

/** Creates a library from a serialized index if it can load one, otherwise from the rows. */
async function theirs(name, rows, heap) {
  const made = peers[name].make();
  made.build(documents(rows));
  const index = await made.packed?.();
  const text = JSON.stringify(rows);
  const before = heap();
  const began = now();
  const adapter = peers[name].make();
  // An index that returns ids also needs the rows to show anything.
  const docs = documents(JSON.parse(text));
  if (index === undefined) adapter.build(docs);
  else adapter.load(index, docs);
  adapter.search(FIRST);
  const firstAnswerMs = now() - began;
  const memoryBytes = heap() - before;
  const dataBytes = text.length + (index?.length ?? 0);
  return { search: adapter.search, firstAnswerMs, memoryBytes, dataBytes, code: (id) => rows[id].code };
}

/**
 * `expected` contains the correct results at the largest size. No contender can find rows that are missing at a smaller
 * size.
 */
function quality(contender, queries) {
  const scores = new Map();
  const texts = queries.map(({ q }) => q);
  const step = every(contender.search, texts, QUALITY_BUDGET_MS);
  for (const [place, { cls, q, expected }] of queries.entries()) {
    if (place % step !== 0) continue;
    const place0 = contender.search(q).findIndex((answer) => expected.includes(contender.code(answer)));
    scores.set(cls, [...(scores.get(cls) ?? []), place0 < 0 ? 0 : 1 / (place0 + 1)]);
  }
  const classes = Object.fromEntries([...scores].map(([cls, each]) => [cls, mean(each)]));
  return { all: mean([...scores.values()].flat()), classes, every: step };
}

/** Measures one size. `heap` returns the used JavaScript heap in bytes after garbage collection. */
export async function measure({ size, rows, catalogue, wasm, queries, others, keystrokes, names, rounds, heap }) {
  const contenders = [];
  for (const name of names) {
    const made = name === "note-ninja" ? await ours(wasm, catalogue) : await theirs(name, rows, heap);
    contenders.push({ name, ...made });
  }
  const texts = queries.map(({ q }) => q);
  for (const contender of contenders) {
    contender.quality = quality(contender, queries);
    contender.others = quality(contender, others);
    contender.whole = prepare(contender.search, texts);
    contender.keys = prepare(contender.search, keystrokes);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      turn(contender.search, contender.whole);
      turn(contender.search, contender.keys);
    }
  }
  return contenders.map(({ search, code, whole, keys, ...measured }) => ({
    ...measured,
    size,
    whole: percentiles(whole),
    keys: percentiles(keys),
  }));
}

/** Runs the benchmark in a page, which downloads the files that Node reads. */
export async function run({ get, bytes, heap }) {
  const { size, options } = await get("options.json");
  const { queries, keystrokes } = await get("queries.json");
  const [rows, catalogue, wasm, others] = await Promise.all([
    get(`rows-${size}.json`),
    bytes(`catalogue-${size}.bin`),
    bytes("core/wasm_core_bg.wasm"),
    get("others.json"),
  ]);
  return measure({ size, rows, catalogue, wasm, queries, others, keystrokes, heap, ...options });
}
