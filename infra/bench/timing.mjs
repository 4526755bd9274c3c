// Times contenders in Node and in browsers. All run the same queries in turns, so that a slow phase of the machine
// affects all.

/** Time budget of one turn. A slower contender runs only every n-th query. */
const BUDGET_MS = 2_500;
/** The first estimate repeats a query until it has taken this long. */
const STEADY_MS = 0.25;

const now = () => performance.now();
export const at = (sorted, percent) => sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
export const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** Estimates the duration of a query in milliseconds. */
function roughly(search, query) {
  const began = now();
  let count = 0;
  do {
    search(query);
    count += 1;
  } while (now() - began < STEADY_MS);
  return (now() - began) / count;
}

/** Returns n such that running every n-th text takes about `budgetMs` per turn. */
export function every(search, texts, budgetMs = BUDGET_MS) {
  const step = Math.max(1, Math.ceil(texts.length / 40));
  const sample = texts.filter((_, place) => place % step === 0).map((text) => roughly(search, text));
  return Math.max(1, Math.ceil((mean(sample) * texts.length) / budgetMs));
}

/** Selects the queries of a contender for each turn. */
export function prepare(search, texts) {
  const step = every(search, texts);
  return texts.filter((_, place) => place % step === 0).map((text) => ({ text, times: [] }));
}

/** Runs all selected queries once. */
export function turn(search, asked) {
  for (const { text, times } of asked) {
    const began = now();
    search(text);
    times.push(now() - began);
  }
}

/**
 * Returns percentiles of all calls of all turns in microseconds, and the number of queries. Browser clocks have a
 * resolution of 5 µs.
 */
export function percentiles(asked) {
  const times = asked.flatMap((each) => each.times.map((ms) => ms * 1000)).sort((a, b) => a - b);
  return { p50: at(times, 50), p95: at(times, 95), p99: at(times, 99), worst: times.at(-1), asked: asked.length };
}
