// How fast the machine is at the moment. Other programs, also those of other machines on the same host, slow it by half and
// more for hours, and the browser slows itself on top of that: a page on 'a processor 4 times slower' would be as slow as on
// one 7 times slower, and the tables of two days would compare machines. So the browser slows itself by what is missing.

import { median } from "../figures.mjs";

/** Looks before anything is measured, to know what the machine can do: what one look in so many is faster than. */
const FIRST_LOOKS = 100;
const BEST_OF = 20;
const PAUSE_MS = 50;
/** What the machine does at the moment is the middle of so many looks. */
const RECENT = 30;
/** Looks at each time. */
const LOOKS = 3;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Work of some 15 ms that makes text and looks it up, as a page's scripts do. Answers what it took, in milliseconds. */
function timeWork() {
  const began = performance.now();
  const counts = new Map();
  for (let turn = 0; turn < 200_000; turn += 1) {
    const word = `word ${(turn * 7919) % 5003}`;
    counts.set(word, (counts.get(word) ?? 0) + word.length);
  }
  return performance.now() - began;
}

/** Times the same work again and again, between what is measured, and says how much slower browsers have to be. */
export class Pace {
  #slower;
  #looks = [];
  #rates = [];

  /** Of a processor that is `slower` times slower than this machine is when nothing else runs. */
  constructor(slower) {
    this.#slower = slower;
  }

  async begin() {
    for (let look = 0; look < FIRST_LOOKS; look += 1) {
      this.#looks.push(timeWork());
      await pause(PAUSE_MS);
    }
  }

  look() {
    for (let look = 0; look < LOOKS; look += 1) this.#looks.push(timeWork());
  }

  /** What the work takes when nothing else runs, in milliseconds. */
  #best() {
    return this.#looks.toSorted((one, other) => one - other)[Math.floor(this.#looks.length / BEST_OF)];
  }

  /** How many times slower the main thread of a browser has to be made now. */
  rate() {
    const now = median(this.#looks.slice(-RECENT)) / this.#best();
    const rate = Math.max(1, this.#slower / now);
    this.#rates.push(rate);
    return rate;
  }

  toString() {
    const [best, usual] = [this.#best(), median(this.#looks)];
    const [least, most] = [Math.min(...this.#rates), Math.max(...this.#rates)].map((rate) => rate.toFixed(2));
    return (
      `the machine: work that takes ${best.toFixed(1)} ms when nothing else runs took ${usual.toFixed(1)} ms, the middle of ` +
      `${this.#looks.length}; the browser was made ${median(this.#rates).toFixed(2)} times slower on top of that (${least} to ${most})`
    );
  }
}
