// The libraries that a web developer would pick instead, each set up as its documentation recommends for this work. Each can be
// sent in two ways: the texts, of which the page makes an index, or an index made before beside the texts that answers show.
// `pack(pages)` gives what is fetched; `open(fetched)` answers with a search, which gives at most ten numbers of pages.

import { Encoder, Index } from "flexsearch";
import MiniSearch from "minisearch";

const ANSWERS = 10;
const texts = (pages) => pages.map(({ title, text }, id) => ({ id, title, text }));

const MINI = { fields: ["title", "text"], searchOptions: { prefix: true, weights: { fuzzy: 0.1, prefix: 0.4 } } };
const fuzzy = (term) => (term.length > 3 ? 0.25 : false);

/** Strict first, then forgiving, then any of the words: each only when the one before has found too little. */
function miniSearch(index) {
  return (query) => {
    const found = new Set();
    for (const options of [{ combineWith: "AND" }, { combineWith: "AND", fuzzy }, { fuzzy }]) {
      for (const { id } of index.search(query, options)) {
        if (found.size < ANSWERS) found.add(id);
      }
      if (found.size >= ANSWERS || (options.fuzzy && found.size > 0)) break;
    }
    return [...found];
  };
}

function ofTexts(pages) {
  const index = new MiniSearch(MINI);
  index.addAll(pages);
  return index;
}

const flex = () => new Index({ tokenize: "forward", encoder: new Encoder({ numeric: false }) });
const flexSearch = (index) => (query) => index.search(query, { limit: ANSWERS, suggest: true }).map(Number);

function flexOfTexts(pages) {
  const index = flex();
  for (const { id, title, text } of pages) index.add(id, `${title} ${text}`);
  return index;
}

/** Each contender. What is fetched is JSON. */
export const peers = {
  MiniSearch: {
    pack: (pages) => ({ pages: texts(pages), index: JSON.stringify(ofTexts(texts(pages))) }),
    open: ({ index }) => miniSearch(MiniSearch.loadJSON(index, MINI)),
  },
  "MiniSearch from texts": {
    pack: (pages) => ({ pages: texts(pages) }),
    open: ({ pages }) => miniSearch(ofTexts(pages)),
  },
  FlexSearch: {
    pack(pages) {
      const parts = [];
      flexOfTexts(texts(pages)).export((key, data) => parts.push([key, data]));
      return { pages: texts(pages), parts };
    },
    open({ parts }) {
      const index = flex();
      for (const [key, data] of parts) index.import(key, data);
      return flexSearch(index);
    },
  },
  "FlexSearch from texts": {
    pack: (pages) => ({ pages: texts(pages) }),
    open: ({ pages }) => flexSearch(flexOfTexts(pages)),
  },
};
