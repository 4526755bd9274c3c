// node peers.mjs: searches the passages for each question with search libraries for browsers. Writes the passages that
// they find. `cargo xtask bench meaning` prepares the folder to which it is copied: texts, and vectors of the product's
// encoder for Orama.
import { readFileSync, writeFileSync } from "node:fs";
import { create, insert, search } from "@orama/orama";
import FlexSearch from "flexsearch";
import MiniSearch from "minisearch";

/** Number of passages that each peer may find. */
const LIMIT = 50;

const file = (name) => new URL(name, import.meta.url);
const { questions, passages, dimensions } = JSON.parse(readFileSync(file("corpus.json")));

/** Reads the vectors of all texts, one after another, in 32 bits. */
function vectorsIn(name) {
  const { buffer, byteOffset, byteLength } = readFileSync(file(name));
  const numbers = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  return Array.from({ length: numbers.length / dimensions }, (_, at) =>
    Array.from(numbers.subarray(at * dimensions, (at + 1) * dimensions)),
  );
}

function miniSearch() {
  const index = new MiniSearch({ fields: ["text"] });
  index.addAll(passages.map((text, id) => ({ id, text })));
  // By default, a passage needs only one of the words.
  return (question) => index.search(question).slice(0, LIMIT);
}

function flexSearch() {
  const index = new FlexSearch.Index({ tokenize: "forward", encoder: FlexSearch.Charset.LatinBalance });
  for (const [id, text] of passages.entries()) index.add(id, text);
  // Without suggestions, a passage needs every word of the question.
  return (question) => index.search(question, { limit: LIMIT, suggest: true }).map((id) => ({ id }));
}

const orama = create({ schema: { text: "string", vector: `vector[${dimensions}]` } });
const vectors = vectorsIn("passages.f32");
for (const [id, text] of passages.entries()) await insert(orama, { id: `${id}`, text, vector: vectors[id] });
const questionVectors = vectorsIn("questions.f32");

/** Orama with one of its modes. By default, a passage needs only one of the words, but a similarity of .8. */
function oramaWith(mode) {
  return async (question, at) => {
    const vector = { value: questionVectors[at], property: "vector" };
    const asked = { mode, term: question, properties: ["text"], vector, similarity: 0, limit: LIMIT };
    const { hits } = await search(orama, asked);
    return hits.map(({ id }) => ({ id: Number(id) }));
  };
}

const peers = {
  MiniSearch: miniSearch(),
  FlexSearch: flexSearch(),
  "Orama, full text": oramaWith("fulltext"),
  "Orama, vectors of 4 bits": oramaWith("vector"),
  "Orama, both": oramaWith("hybrid"),
};
const results = [];
for (const [name, find] of Object.entries(peers)) {
  const found = [];
  for (const [at, question] of questions.entries()) found.push((await find(question, at)).map(({ id }) => id));
  results.push({ name, found });
}
writeFileSync(file("found.json"), JSON.stringify(results));
