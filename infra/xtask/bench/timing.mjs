// How long contenders take, in Node and in browsers: each is asked the same, in turns, so that a slow spell of the machine is
// nobody's alone.

/** How long one turn may take: a contender that would need longer is asked only every so many queries. */
const BUDGET_MS = 2_500;
/** For a first idea of how long a query takes it is repeated until it has taken this long. */
const STEADY_MS = 0.25;

const now = () => performance.now();
export const at = (sorted, percent) => sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
export const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** A first idea of how long a query takes, in milliseconds. */
function roughly(search, query) {
  const began = now();
  let count = 0;
  do {
    search(query);
    count += 1;
  } while (now() - began < STEADY_MS);
  return (now() - began) / count;
}

/** Of so many texts, ask every how many, that one turn takes about `budgetMs`. */
export function every(search, texts, budgetMs = BUDGET_MS) {
  const step = Math.max(1, Math.ceil(texts.length / 40));
  const sample = texts.filter((_, place) => place % step === 0).map((text) => roughly(search, text));
  return Math.max(1, Math.ceil((mean(sample) * texts.length) / budgetMs));
}

/** What a contender is asked in each turn. */
export function prepare(search, texts) {
  const step = every(search, texts);
  return texts.filter((_, place) => place % step === 0).map((text) => ({ text, times: [] }));
}

/** Asks all of it once. */
export function turn(search, asked) {
  for (const { text, times } of asked) {
    const began = now();
    search(text);
    times.push(now() - began);
  }
}

/** Of all single calls of all turns, in microseconds, and how many texts were asked. Clocks of browsers tell 5 apart. */
export function percentiles(asked) {
  const times = asked.flatMap((each) => each.times.map((ms) => ms * 1000)).sort((a, b) => a - b);
  return { p50: at(times, 50), p95: at(times, 95), p99: at(times, 99), worst: times.at(-1), asked: asked.length };
}
