// node peers.mjs: searches the passages for each question with full-text search libraries for browsers. Writes the
// passages that they find. `cargo xtask bench meaning` prepares the folder to which it is copied.
import { readFileSync, writeFileSync } from "node:fs";
import FlexSearch from "flexsearch";
import MiniSearch from "minisearch";

/** Number of passages that each peer may find. */
const LIMIT = 50;

const { questions, passages } = JSON.parse(readFileSync(new URL("corpus.json", import.meta.url)));

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

const peers = { MiniSearch: miniSearch, FlexSearch: flexSearch };
const found = Object.entries(peers).map(([name, make]) => {
  const search = make();
  return { name, found: questions.map((question) => search(question).map(({ id }) => id)) };
});
writeFileSync(new URL("found.json", import.meta.url), JSON.stringify(found));
