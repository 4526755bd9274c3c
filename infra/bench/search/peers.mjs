// Popular search libraries, each configured as its documentation recommends for this task or, if that scored lower,
// with the best-scoring settings. `build` takes [{ id, code, alias, title }], where the alias is the code in two words.
// `search` returns at most ten ids, best first. If a library can load a prebuilt index, `packed` returns its text after
// `build`, and `load` takes that text with the same documents instead of `build`.

import uFuzzy from "@leeoniya/ufuzzy";
import { Encoder, Index } from "flexsearch";
import Fuse from "fuse.js";
import fuzzysort from "fuzzysort";
import MiniSearch from "minisearch";

const ANSWERS = 10;
const FIELDS = ["code", "alias", "title"];
const inOne = ({ code, alias, title }) => `${code} ${alias} ${title}`;

/**
 * Searches strictly first, then with typos, then for any of the words. Each step runs only if the previous one has
 * found too little.
 */
function miniSearch() {
  const options = {
    fields: FIELDS,
    searchOptions: { prefix: true, boost: { code: 2 }, weights: { fuzzy: 0.1, prefix: 0.4 } },
  };
  let index = new MiniSearch(options);
  const fuzzy = (term) => (term.length > 3 ? 0.25 : false);
  return {
    build: (docs) => index.addAll(docs),
    packed: () => JSON.stringify(index),
    load(text) {
      index = MiniSearch.loadJSON(text, options);
    },
    search(query) {
      const found = new Set();
      for (const options of [{ combineWith: "AND" }, { combineWith: "AND", fuzzy }, { fuzzy }]) {
        for (const { id } of index.search(query, options)) {
          if (found.size < ANSWERS) found.add(id);
        }
        if (found.size >= ANSWERS || (options.fuzzy && found.size > 0)) break;
      }
      return [...found];
    },
  };
}

function fuse() {
  let index;
  const keys = [{ name: "code", weight: 2 }, "alias", "title"];
  const options = { keys, useTokenSearch: true, threshold: 0.4, ignoreLocation: true };
  return {
    build(docs) {
      index = new Fuse(docs, options);
    },
    packed: () => JSON.stringify(index.getIndex()),
    load(text, docs) {
      index = new Fuse(docs, options, Fuse.parseIndex(JSON.parse(text)));
    },
    search: (query) => index.search(query, { limit: ANSWERS }).map(({ refIndex }) => refIndex),
  };
}

function microFuzzy() {
  const search = new uFuzzy({ intraMode: 1 });
  let haystack;
  return {
    build(docs) {
      haystack = docs.map(inOne);
    },
    search(query) {
      const [ids, info, order] = search.search(haystack, query, 1, 1000);
      const best = order ? order.map((place) => info.idx[place]) : (ids ?? []);
      return Array.from(best.slice(0, ANSWERS));
    },
  };
}

function fuzzySort() {
  let rows;
  return {
    build(docs) {
      rows = fuzzysort.snapshot(docs, { keys: FIELDS });
    },
    search: (query) => Array.from(fuzzysort.go(query, rows, { limit: ANSWERS }), ({ obj }) => obj.id),
  };
}

function flexSearch() {
  const index = new Index({ tokenize: "forward", encoder: new Encoder({ numeric: false }) });
  return {
    build(docs) {
      for (const doc of docs) index.add(doc.id, inOne(doc));
    },
    async packed() {
      const parts = [];
      await index.export((name, text) => {
        parts.push([name, text]);
      });
      return JSON.stringify(parts);
    },
    load(text) {
      for (const [name, part] of JSON.parse(text)) index.import(name, part);
    },
    search: (query) => index.search(query, { limit: ANSWERS, suggest: true }).map(Number),
  };
}

/** No library: codes that start with the query, then titles that contain each of its words. */
function includes() {
  let codes;
  let titles;
  return {
    build(docs) {
      codes = docs.map(({ code }) => code.toLowerCase());
      titles = docs.map(({ title }) => ` ${title.toLowerCase()}`);
    },
    search(query) {
      const text = query.toLowerCase().trim();
      const code = text.replace(/[^a-z0-9]/g, "");
      const words = text.split(/\s+/).map((word) => ` ${word}`);
      const byCode = [];
      const byTitle = [];
      for (let id = 0; id < codes.length && byCode.length < ANSWERS; id += 1) {
        if (code !== "" && codes[id].startsWith(code)) byCode.push(id);
        else if (byTitle.length < ANSWERS && words.every((word) => titles[id].includes(word))) byTitle.push(id);
      }
      return [...byCode, ...byTitle].slice(0, ANSWERS);
    },
  };
}

/** All contenders: how to create one, and the imports that determine its size. */
export const peers = {
  MiniSearch: { make: miniSearch, needs: 'export { default } from "minisearch"' },
  Fuse: { make: fuse, needs: 'export { default } from "fuse.js"' },
  uFuzzy: { make: microFuzzy, needs: 'export { default } from "@leeoniya/ufuzzy"' },
  fuzzysort: { make: fuzzySort, needs: 'export { default } from "fuzzysort"' },
  FlexSearch: { make: flexSearch, needs: 'export { Encoder, Index } from "flexsearch"' },
  includes: { make: includes, needs: undefined },
};

const spaced = (code) => code.replace(/^([A-Z]+)(?=.)/, "$1 ");

/** Converts rows to documents for the libraries. */
export const documents = (rows) => rows.map(({ code, title }, id) => ({ id, code, alias: spaced(code), title }));
