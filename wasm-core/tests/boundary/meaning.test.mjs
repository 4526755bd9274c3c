// The compiled sentence encoder as seen from JavaScript, with and without vector instructions. `cargo xtask test --only
// wasm` builds both modules for Node and passes their paths in NOTE_NINJA_MEANING and NOTE_NINJA_MEANING_PLAIN.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const read = (name) => readFileSync(new URL(`../../meaning/tests/reference/${name}`, import.meta.url));
const { hidden, texts } = JSON.parse(read("tiny.json"));
/** A tiny model with weights of 4 bits, whose vectors differ a little from those of the reference. */
const FILE = read("tiny.bin");
const COSINE_MIN = 0.97;

function cosine(one, other) {
  const product = (a, b) => a.reduce((sum, number, place) => sum + number * b[place], 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

for (const variable of ["NOTE_NINJA_MEANING", "NOTE_NINJA_MEANING_PLAIN"]) {
  const { MeaningCore } = createRequire(import.meta.url)(process.env[variable]);

  test(`${variable}: vectors agree with the reference`, () => {
    const core = new MeaningCore(FILE);
    for (const { text, vector } of texts) {
      const ours = core.encode(text);
      assert.equal(ours.length, hidden);
      assert.ok(cosine(Array.from(ours), vector) >= COSINE_MIN, text);
    }
  });

  test(`${variable}: the passage with the text of the question is the nearest`, () => {
    const core = new MeaningCore(FILE);
    // A packed vector: a scale of 1/127, then one signed byte for each number.
    const packed = texts.map(({ text }) => {
      const bytes = Buffer.alloc(4 + hidden);
      bytes.writeFloatLE(1 / 127);
      for (const [place, number] of core.encode(text).entries()) bytes.writeInt8(Math.round(127 * number), 4 + place);
      return bytes;
    });
    core.hold(Buffer.concat(packed));
    for (const [place, { text }] of texts.entries()) {
      const [passage, similarity, ...others] = core.nearest(text, 2);
      assert.equal(passage, place, text);
      assert.ok(similarity > 0.98 && similarity < 1.02, `${similarity}`);
      assert.equal(others.length, 2);
    }
  });

  test(`${variable}: a damaged file throws an error with a message for users`, () => {
    assert.throws(() => new MeaningCore(FILE.subarray(0, 1000)), /damaged\. Remove the file and download it again/);
    assert.throws(() => new MeaningCore(Buffer.from("no")), /cannot read the file of the sentence encoder/);
  });
}
