// Pagefind, which loads parts of its index during a search. Node builds the index, and a page searches it.
import { quality, typedPrefixes } from "./measure.mjs";
import { at } from "./timing.mjs";

const ANSWERS = 10;
/** Types the prefixes of every n-th query. */
const KEYS_EVERY = 20;
const now = () => performance.now();

/** Counts the bytes of all WebAssembly memory that scripts of this page create. */
function watchMemory() {
  const memories = new Set();
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await original.apply(WebAssembly, given);
      const { exports } = made.instance ?? made;
      if (exports.memory) memories.add(exports.memory);
      return made;
    };
  }
  return () => [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

export async function run({ get, heap }) {
  const { pages, seeds } = await get("inputs.json");
  const numbers = new Map(pages.map(([note, number], place) => [`/${encodeURIComponent(note)}/${number}`, place]));
  const fetched = () => get("fetched.json");
  const memory = watchMemory();
  const before = heap();
  const began = now();
  const address = "/pagefind/pagefind.js";
  const pagefind = await import(address);
  // Search on the main thread of the page, like all other contenders.
  await pagefind.options({ noWorker: true, baseUrl: "/" });
  await pagefind.init();
  /** Returns pages with their snippets, as users see them. */
  const search = async (query) => {
    const { results } = await pagefind.search(query);
    const answers = await Promise.all(results.slice(0, ANSWERS).map((result) => result.data()));
    return answers.map(({ raw_url, url }) => numbers.get(raw_url ?? url));
  };
  await search("numerical integration");
  const firstAnswerMs = now() - began;
  const firstBytes = await fetched();
  const found = [];
  const times = [];
  for (const [place, queries] of seeds.entries()) {
    found[place] = [];
    for (const { q } of queries) {
      const asked = now();
      found[place].push(await search(q));
      if (place === 0) times.push((now() - asked) * 1000);
    }
    if (place === 0) times.bytes = await fetched();
  }
  // Only few queries, because each takes long. At this point most of the index is loaded.
  const typed = typedPrefixes(seeds[0].filter((_, place) => place % KEYS_EVERY === 0));
  const keys = [];
  for (const text of typed) {
    const asked = now();
    await search(text);
    keys.push((now() - asked) * 1000);
  }
  for (const each of [times, keys]) each.sort((one, other) => one - other);
  return {
    name: "Pagefind",
    quality: seeds.map((queries, place) => quality(queries, found[place])),
    whole: { p50: at(times, 50), p95: at(times, 95), p99: at(times, 99), worst: times.at(-1), asked: times.length },
    keys: { p50: at(keys, 50), p99: at(keys, 99), asked: keys.length },
    firstAnswerMs,
    memoryBytes: heap() - before + memory(),
    firstBytes,
    allBytes: times.bytes,
  };
}
