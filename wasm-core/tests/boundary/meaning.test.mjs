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

/** Returns a file with these vectors: one note, with one passage on each page. */
function vectorsOf(vectors) {
  const number = (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const pages = vectors.flatMap((_, place) => [number(place + 1), number(1)]);
  // A packed vector: a scale of 1/127, then one signed byte for each number.
  const packed = vectors.map((vector) => {
    const bytes = Buffer.alloc(4 + hidden);
    bytes.writeFloatLE(1 / 127);
    for (const [place, value] of vector.entries()) bytes.writeInt8(Math.round(127 * value), 4 + place);
    return bytes;
  });
  const note = [number(1), Buffer.from("\u0002n1"), Buffer.alloc(32), number(vectors.length), ...pages];
  return Buffer.concat([Buffer.from("NNVECT01"), number(hidden), Buffer.alloc(32), ...note, ...packed]);
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
    core.hold("CS246", vectorsOf(texts.map(({ text }) => core.encode(text))));
    for (const [place, { text }] of texts.entries()) {
      const [best, ...others] = core.nearest(text, ["CS246", "MATH137"], 2);
      const { similarity, ...at } = best;
      assert.deepEqual(at, { place: "CS246", note: "n1", page: place + 1, passage: 0 }, text);
      assert.ok(similarity > 0.98 && similarity < 1.02, `${similarity}`);
      assert.equal(others.length, 1);
      assert.deepEqual(core.nearest(text, ["MATH137"], 2), []);
    }
    core.release("CS246");
    assert.deepEqual(core.nearest("law", ["CS246"], 2), []);
  });

  test(`${variable}: pages that stay first come before pages found by meaning, then the others with all words`, () => {
    const core = new MeaningCore(FILE);
    const [hasAll, staysFirst] = [Uint8Array.of(0, 1, 1), Uint8Array.of(0, 0, 1)];
    const order = core.fuse(Uint32Array.of(5, 3, 4), hasAll, staysFirst, Uint32Array.of(6, 4));
    assert.deepEqual([...order], [4, 6, 3, 5]);
    assert.equal(core.is_english("how do I stop two threads"), true);
    assert.equal(core.is_english("wie stoppe ich zwei Threads und warum"), false);
  });

  test(`${variable}: damaged vectors throw an error with a message for users`, () => {
    const core = new MeaningCore(FILE);
    const file = vectorsOf([core.encode("law")]);
    assert.throws(() => core.hold("CS246", file.subarray(0, 60)), /arrived damaged\. Fetch them again/);
  });

  test(`${variable}: a damaged file throws an error with a message for users`, () => {
    assert.throws(() => new MeaningCore(FILE.subarray(0, 1000)), /damaged\. Remove the file and download it again/);
    assert.throws(() => new MeaningCore(Buffer.from("no")), /cannot read the file of the sentence encoder/);
  });
}
