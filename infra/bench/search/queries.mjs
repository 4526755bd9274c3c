// Generates queries that are not used for tuning. They come from other courses than the project's own queries, in the
// same ten classes and one more, with all correct codes. A seed always generates the same queries.
// wasm-core/benches/data/README.md describes the ten classes.

/** Number of queries per class. */
const COUNT = 60;
/**
 * Range of rows. The project's own queries come from rows before the first; the smaller benchmark size ends at the
 * last.
 */
const ROWS = { first: 1_000, last: 10_000 };

/** Deterministic random numbers from 0 to 1 (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const wordsOf = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];
/** Splits a code into its letters and the rest. */
const partsOf = (code) => /^([a-z]+)(.*)$/i.exec(code)?.slice(1) ?? [code, ""];
const ends = (words) => ({ before: words.slice(0, -1), last: words.at(-1) });

/** Adds one typo from index `first` on: two letters swapped, one missing, one added or one wrong. */
function mistyped(word, draw, first) {
  const place = first + Math.floor(draw() * (word.length - 1 - first));
  const letter = String.fromCharCode(97 + Math.floor(draw() * 26));
  const [before, after] = [word.slice(0, place), word.slice(place)];
  const kinds = [before + after[1] + after[0] + after.slice(2), before + after.slice(1), before + letter + after];
  kinds.push(before + letter + after.slice(1));
  const typed = kinds[Math.floor(draw() * kinds.length)];
  return typed === word ? before + after.slice(1) : typed;
}

/** Returns true if at most one such typo leads from one word to the other. */
function isNear(one, other) {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, others] = [one.slice(start), other.slice(start)];
  const swapped = rest[0] === others[1] && rest[1] === others[0];
  return (
    rest.slice(1) === others ||
    rest === others.slice(1) ||
    rest.slice(1) === others.slice(1) ||
    (swapped && rest.slice(2) === others.slice(2))
  );
}

/** Generates `{ cls, q, expected }` for each query from `rows` of `{ code, title }` at the largest size. */
export function queries(rows, seed) {
  const draw = random(seed);
  const any = (list) => list[Math.floor(draw() * list.length)];
  const courses = rows.map(({ code, title }) => ({ code, lower: code.toLowerCase(), words: wordsOf(title) }));
  const codes = (is) => courses.filter(is).map(({ code }) => code);
  const having = (words) => codes((each) => words.every((word) => each.words.includes(word)));
  const ending = ({ before, last }) =>
    codes(
      (each) => before.every((word) => each.words.includes(word)) && each.words.some((word) => word.startsWith(last)),
    );
  const cut = (word) => word.slice(0, Math.max(3, word.length - 1 - Math.floor(draw() * 3)));
  const long = (words) => words.filter((word) => word.length >= 5 && /^[a-z]+$/.test(word));
  const classes = {
    code_exact: ({ code }) => ({ q: code, expected: [code] }),
    code_spaced({ code }) {
      const q = partsOf(code).join(" ").toLowerCase();
      return { q, expected: [code] };
    },
    code_prefix({ lower }) {
      const [subject, number] = partsOf(lower);
      if (number.length < 2) return undefined;
      const q = `${subject}${number.slice(0, 1 + Math.floor(draw() * (number.length - 1)))}`;
      return { q, expected: codes((each) => each.lower.startsWith(q)) };
    },
    title_prefix({ words }) {
      if (words.length < 2) return undefined;
      const typed = words.slice(0, 2 + Math.floor(draw() * (words.length - 1)));
      const { before, last } = ends(typed);
      const shown = [...before, cut(last)];
      return { q: shown.join(" "), expected: ending(ends(shown)) };
    },
    title_reorder({ words }) {
      const [one, other] = [any(long(words)), any(long(words))];
      if (!one || one === other || words.indexOf(one) < words.indexOf(other)) return undefined;
      return { q: `${one} ${other}`, expected: having([one, other]) };
    },
    title_typo({ words }) {
      const [one, other] = [any(words.filter((word) => word.length >= 4)), any(long(words))];
      if (!one || !other || one === other) return undefined;
      return { q: `${one} ${mistyped(other, draw, 1)}`, expected: having([one, other]) };
    },
    /** Puts the typo only into the letters, because a wrong number gives no hint of the intended course. */
    code_typo({ code }) {
      const [subject, number] = partsOf(code.toLowerCase());
      if (subject.length < 3) return undefined;
      const q = mistyped(subject, draw, 0) + number;
      return { q, expected: codes((each) => isNear(q, each.lower)) };
    },
    partial_last({ words }) {
      const [one, other] = [any(words), any(long(words))];
      if (!one || !other || words.indexOf(one) >= words.indexOf(other)) return undefined;
      const shown = [one, cut(other)];
      return { q: shown.join(" "), expected: ending(ends(shown)) };
    },
    mixed_num({ words }) {
      const [number, word] = [any(words.filter((each) => /^\d$/.test(each))), any(long(words))];
      if (!number || !word) return undefined;
      const q = cut(word);
      return { q: `${q} ${number}`, expected: ending({ before: [number], last: q }) };
    },
    mixed_subj({ code, words }) {
      const word = any(long(words));
      if (!word) return undefined;
      const [subject, start] = [partsOf(code)[0].toLowerCase(), word.slice(0, 3 + Math.floor(draw() * 2))];
      const is = (each) =>
        partsOf(each.code)[0].toLowerCase().startsWith(subject) && each.words.some((own) => own.startsWith(start));
      return { q: `${subject} ${start}`, expected: codes(is) };
    },
    /** A course by a word of its title, its number and the beginning of another word: 'physics 121 lab'. */
    number_between({ code, words }) {
      const [number] = /\d+/.exec(code) ?? [""];
      const [one, other] = [any(long(words)), any(long(words))];
      if (number.length < 2 || !one || one === other) return undefined;
      const start = other.slice(0, 3 + Math.floor(draw() * 2));
      const is = (each) =>
        partsOf(each.code)[1].startsWith(number) &&
        each.words.includes(one) &&
        each.words.some((own) => own.startsWith(start));
      return { q: `${one} ${number} ${start}`, expected: codes(is) };
    },
  };
  const made = [];
  for (const [cls, make] of Object.entries(classes)) {
    for (let count = 0; count < COUNT; ) {
      const query = make(courses[ROWS.first + Math.floor(draw() * (ROWS.last - ROWS.first))]);
      if (query === undefined) continue;
      made.push({ cls, ...query });
      count += 1;
    }
  }
  return made;
}
