// Measures the current speed of the machine. Other programs, also on other virtual machines of the same host, can slow
// it down by half or more for hours. With a fixed slowdown in the browser, 'a processor 4 times slower' could become
// one 7 times slower, and tables of different days would not be comparable. So the browser's slowdown is adapted to the
// current speed.

import { median } from "../figures.mjs";

/**
 * Number of samples before the first measurement. They estimate the full speed of the machine: the speed that one in
 * `BEST_OF` samples exceeds.
 */
const FIRST_LOOKS = 100;
const BEST_OF = 20;
const PAUSE_MS = 50;
/** Number of recent samples whose median is the current speed. */
const RECENT = 30;
/** Number of samples between two measurements. */
const LOOKS = 3;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs about 15 ms of work that builds and looks up text, like a page's scripts. Returns its duration in milliseconds.
 */
function timeWork() {
  const began = performance.now();
  const counts = new Map();
  for (let turn = 0; turn < 200_000; turn += 1) {
    const word = `word ${(turn * 7919) % 5003}`;
    counts.set(word, (counts.get(word) ?? 0) + word.length);
  }
  return performance.now() - began;
}

/**
 * Times a fixed piece of work between measurements. Returns by what factor the processor of a browser must be slowed
 * down to be as fast as the simulated one.
 */
export class Pace {
  #slower;
  #looks = [];
  #rates = [];

  /** `slower` is the factor by which the target processor is slower than this machine when idle. */
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

  /** Returns the duration of the work on the idle machine in milliseconds. */
  #best() {
    return this.#looks.toSorted((one, other) => one - other)[Math.floor(this.#looks.length / BEST_OF)];
  }

  /** Returns the slowdown that the main thread of a browser needs now. */
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
