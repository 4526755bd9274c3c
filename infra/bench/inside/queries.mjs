// Generates known-item queries from words of the pages, each with all its correct pages. A seed always generates the
// same queries.

/** Number of queries per class. */
const COUNT = 64;
/**
 * Range of the number of pages that contain a memorable word: at least two, so that the word is no typo, and only few.
 */
const RARE = { least: 2, most: 40 };
const PHRASE_WORDS = 4;

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

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
/** Splits a text into words. */
const wordsOf = (text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
/** Returns true for words of a natural language, as opposed to formulas and programs. */
const isWord = (word) => /^[a-z]{5,14}$/.test(word) && /[aeiouy]/.test(word) && !/(.)\1\1|[^aeiouy]{5}/.test(word);

/** Returns the words of all pages in order, and the pages of each word. */
function read(pages) {
  const texts = pages.map(({ text }) => wordsOf(text));
  const having = new Map();
  for (const [page, words] of texts.entries()) {
    for (const word of new Set(words)) {
      if (!having.has(word)) having.set(word, []);
      having.get(word).push(page);
    }
  }
  return { texts, having, sorted: [...having.keys()].sort() };
}

const both = (some, others) => some.filter((page) => others.includes(page));

/**
 * Adds one typo: two letters swapped, one missing, one added or one wrong. The first letter stays, because users rarely
 * mistype it.
 */
function mistyped(word, draw) {
  const place = 1 + Math.floor(draw() * (word.length - 2));
  const letter = String.fromCharCode(97 + Math.floor(draw() * 26));
  const [before, after] = [word.slice(0, place), word.slice(place)];
  const kinds = [
    () => before + after[1] + after[0] + after.slice(2),
    () => before + after.slice(1),
    () => before + letter + after,
    () => before + letter + after.slice(1),
  ];
  return kinds[Math.floor(draw() * kinds.length)]();
}

/** Returns true if one typo leads from one word to the other. */
function isNear(one, other) {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, others] = [one.slice(start), other.slice(start)];
  return (
    rest.slice(1) === others.slice(1) ||
    rest.slice(1) === others ||
    rest === others.slice(1) ||
    (rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2))
  );
}

/** Returns the words with this prefix. */
function beginning(sorted, start) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < start) low = middle + 1;
    else high = middle;
  }
  const end = sorted.slice(low).findIndex((word) => !word.startsWith(start));
  return sorted.slice(low, end < 0 ? undefined : low + end);
}

/** Generators by class. Each returns one query that only this page answers, or `undefined` if it finds none. */
function classes({ texts, having, sorted }, divided, draw) {
  const pick = (list) => list[Math.floor(draw() * list.length)];
  const isRare = (word) =>
    isWord(word) && having.get(word).length >= RARE.least && having.get(word).length <= RARE.most;
  const rare = (page) => pick([...new Set(texts[page])].filter(isRare));
  /** Returns a second word of a page such that no other page contains both. `pages` are the pages of the first word. */
  const beside = (page, first, pages) => {
    const second = rare(page);
    const isOther = second !== undefined && !second.startsWith(first.slice(0, 4));
    return isOther && both(pages, having.get(second)).length === 1 ? second : undefined;
  };
  const isAlone = (phrase, page) => {
    const others = phrase.map((word) => having.get(word)).reduce(both);
    const text = ` ${phrase.join(" ")} `;
    return others.every((other) => other === page || !` ${texts[other].join(" ")} `.includes(text));
  };
  return {
    phrase(page) {
      const start = Math.floor(draw() * (texts[page].length - PHRASE_WORDS));
      const phrase = texts[page].slice(start, start + PHRASE_WORDS);
      const isText = phrase.length === PHRASE_WORDS && phrase.every((word) => /^[a-z]{2,14}$/.test(word));
      if (!isText || !phrase.some(isRare) || !isAlone(phrase, page)) return undefined;
      return phrase.join(" ");
    },
    words(page) {
      const first = rare(page);
      const second = first && beside(page, first, having.get(first));
      return second && `${first} ${second}`;
    },
    prefix(page) {
      const [first, last] = [rare(page), pick([...new Set(texts[page])].filter(isWord))];
      if (first === undefined || last.length < 7 || first.slice(0, 4) === last.slice(0, 4)) return undefined;
      const start = last.slice(0, 4 + Math.floor(draw() * (last.length - 5)));
      const pages = [...new Set(beginning(sorted, start).flatMap((word) => having.get(word)))];
      return both(having.get(first), pages).length === 1 ? `${first} ${start}` : undefined;
    },
    typo(page) {
      const word = rare(page);
      if (word === undefined || word.length < 6) return undefined;
      const typed = mistyped(word, draw);
      const near = sorted.filter((other) => isNear(other, typed));
      if (having.has(typed) || beginning(sorted, typed).length > 0 || near.some((other) => other !== word))
        return undefined;
      const second = beside(page, word, having.get(word));
      return second && (draw() < 0.5 ? `${typed} ${second}` : `${second} ${typed}`);
    },
    divided(page) {
      const word = pick(divided[page] ?? []);
      // Only words that also occur without a hyphen: for others it is unknown whether the hyphen belongs to the word.
      if (word === undefined || !isWord(word) || !(having.get(word) ?? []).some((other) => other !== page))
        return undefined;
      const second = beside(page, word, [...new Set([...having.get(word), page])]);
      return second && `${word} ${second}`;
    },
  };
}

/**
 * Generates queries of each class about these pages: `[{ cls, q, page }]`, where `page` is the number of the correct
 * page.
 */
export function queries(pages, seed) {
  const draw = random(seed);
  const makers = classes(
    read(pages),
    pages.map((page) => page.divided),
    draw,
  );
  return Object.entries(makers).flatMap(([cls, make]) => {
    const made = new Map();
    for (let tries = 0; made.size < COUNT && tries < COUNT * 2_000; tries += 1) {
      const page = Math.floor(draw() * pages.length);
      const q = make(page);
      if (q !== undefined && !made.has(q)) made.set(q, { cls, q, page });
    }
    return [...made.values()];
  });
}
