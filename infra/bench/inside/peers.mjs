// Popular search libraries, each configured as its documentation recommends for this task. Each can be delivered in two
// ways: as texts that the page indexes, or as a prebuilt index with the texts for the results. `pack(pages)` returns
// the files to load; `open(loaded)` returns a search function with at most ten page numbers as its result.

import { Encoder, Index } from "flexsearch";
import MiniSearch from "minisearch";

const ANSWERS = 10;
const texts = (pages) => pages.map(({ title, text }, id) => ({ id, title, text }));

const MINI = { fields: ["title", "text"], searchOptions: { prefix: true, weights: { fuzzy: 0.1, prefix: 0.4 } } };
const fuzzy = (term) => (term.length > 3 ? 0.25 : false);

/**
 * Searches strictly first, then with typos, then for any of the words. Each step runs only if the previous one has
 * found too little.
 */
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

/** All contenders. Their files are JSON. */
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
