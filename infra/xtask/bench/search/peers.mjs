// The libraries that a web developer would pick instead, each set up as its documentation recommends for this work or, where
// that scored lower, as it scored highest. `build` takes [{ id, code, alias, title }], where the alias is the code in two words;
// `search` answers with at most ten ids, best first. Where a library can load an index that was made before, `packed` gives its text
// after `build`, and `load` takes it with the same documents instead of `build`.

import uFuzzy from "@leeoniya/ufuzzy";
import { Encoder, Index } from "flexsearch";
import Fuse from "fuse.js";
import fuzzysort from "fuzzysort";
import MiniSearch from "minisearch";

const ANSWERS = 10;
const FIELDS = ["code", "alias", "title"];
const inOne = ({ code, alias, title }) => `${code} ${alias} ${title}`;

/** Strict first, then forgiving, then any of the words: each only when the one before has found too little. */
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

/** No library: codes that begin with the query, then titles that have each of its words. */
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

/** Each contender: how to make one, and what of the package it needs, to be weighed. */
export const peers = {
  MiniSearch: { make: miniSearch, needs: 'export { default } from "minisearch"' },
  Fuse: { make: fuse, needs: 'export { default } from "fuse.js"' },
  uFuzzy: { make: microFuzzy, needs: 'export { default } from "@leeoniya/ufuzzy"' },
  fuzzysort: { make: fuzzySort, needs: 'export { default } from "fuzzysort"' },
  FlexSearch: { make: flexSearch, needs: 'export { Encoder, Index } from "flexsearch"' },
  includes: { make: includes, needs: undefined },
};

const spaced = (code) => code.replace(/^([A-Z]+)(?=.)/, "$1 ");

/** The rows as these libraries take them. */
export const documents = (rows) => rows.map(({ code, title }, id) => ({ id, code, alias: spaced(code), title }));
