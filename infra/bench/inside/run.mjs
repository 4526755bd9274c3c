// node run.mjs NAMES ROUNDS CHROME QUERIES: runs the benchmark in Chromium and prints tables. `cargo xtask bench
// inside` prepares the folder to which it is copied: texts and files of the courses, the bound core, the adapters and
// the packages.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { asked, courses, pages } from "./asked.mjs";
import { inChromium } from "./chromium.mjs";
import { peers } from "./peers.mjs";

/** Slow queries: of frequent words, in quotation marks, or of words that no page contains. */
const HARD = [
  '"of the"',
  '"the of"',
  '"in the" "of the"',
  '"is the a"',
  '"the of and to in a is that for it as was"',
  '"1 2" "3 4" "5 6"',
  '"to be or not to be"',
  "the of and to in a is that for it as w",
  "e",
  "1 2 3 4 5 6 7 8 9 10 11 12",
  "documentclas commnad optoins pakcage sectoin refernce tabel figrue",
  "interntional internatonal intrnational internaional documenttion documntation exampl examle",
  "abcdefghijkl ".repeat(12),
  "w".repeat(400),
  '"a "'.repeat(100),
  "量 子 力 学",
  '"in a" "to a" "of a" "is a" "as a" "by a',
  '"1 1 1 1 1 1 1 1 1 1 1 1"',
  "conxxrol intxxval proxxram comxxter stexxent paraxxter funcxxon the of and to c",
];
const OURS = "note-ninja";

const [names, rounds, chrome, committed] = process.argv.slice(2);
const file = (name) => new URL(name, import.meta.url);
const packed = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 } })
    .length;

/** Writes the files of a contender. Returns their size in bytes after compression. */
function pack(name) {
  if (name === OURS) {
    const bytes = courses.reduce((sum, _, place) => sum + packed(readFileSync(file(`course-${place + 1}.bin`))), 0);
    return (
      bytes + packed(readFileSync(file("core/inside_core_bg.wasm"))) + packed(readFileSync(file("core/inside_core.js")))
    );
  }
  const json = JSON.stringify(peers[name].pack(pages));
  writeFileSync(file(`${name}.json`), json);
  return packed(json);
}

/** Measures Pagefind. Its bytes are counted as they are loaded, because it compresses its files itself. */
async function ofPagefind(made) {
  const pagefind = await import("pagefind");
  const { index } = await pagefind.createIndex();
  for (const { note, title, page, text } of pages) {
    const url = `/${encodeURIComponent(note)}/${page}`;
    await index.addCustomRecord({ url, content: text, language: "en", meta: { title } });
  }
  rmSync(file("pagefind/"), { recursive: true, force: true });
  await index.writeFiles({ outputPath: file("pagefind").pathname });
  await pagefind.close();
  let fetched = 0;
  return inChromium({
    chrome,
    entry: "pagefind.mjs",
    folder: file("."),
    made: { ...made, "fetched.json": () => JSON.stringify(fetched) },
    sent: (path, bytes) => {
      if (path.startsWith("pagefind/")) fetched += bytes;
    },
  });
}

function print(results) {
  const number = (value) => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));
  const megabytes = (bytes) => (bytes / 1e6).toFixed(2);
  console.log(
    `\nChromium, ${pages.length} pages of ${courses.length} courses; MRR@10 of two seeds; times of a query in microseconds\n`,
  );
  console.log(
    "| | MRR | bytes to the first answer, MB | first answer, ms | memory, MB | median, 95 %, 99 % | key by key: median, 99 % |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const { name, quality, whole, keys, firstAnswerMs, memoryBytes, bytes, allBytes } of results) {
    const cells = [
      // Quality of a slow contender is an estimate, because not every query was run.
      (quality[0].every > 1 ? "~" : "") + quality.map(({ all }) => all.mrr.toFixed(3)).join(", "),
      megabytes(bytes) + (allBytes === undefined ? "" : `; all queries ${megabytes(allBytes)}`),
      number(firstAnswerMs),
      number(memoryBytes / 1e6),
      [whole.p50, whole.p95, whole.p99].map(number).join(", "),
      keys === undefined ? "" : [keys.p50, keys.p99].map(number).join(", "),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  const classes = Object.keys(results[0].quality[0].classes);
  console.log(
    `\nMRR@10 and right page first, by class, of the first and the second seed\n\n| | ${classes.join(" | ")} |`,
  );
  console.log(`|---|${classes.map(() => "---|").join("")}`);
  for (const { name, quality } of results) {
    const cell = (cls) =>
      quality.map(({ classes }) => `${classes[cls].mrr.toFixed(3)} ${classes[cls].first.toFixed(2)}`).join(", ");
    console.log(`| ${name} | ${classes.map(cell).join(" | ")} |`);
  }
  const { worst } = results.find(({ name }) => name === OURS) ?? {};
  if (worst)
    console.log(
      `\nThe worst of ${HARD.length} hard queries took ${worst.ms.toFixed(1)} ms: ${worst.text.slice(0, 60)}`,
    );
}

const [wanted, isPagefindWanted] = [names.split(",").filter((name) => name !== "Pagefind"), names.includes("Pagefind")];
const bytes = Object.fromEntries(wanted.map((name) => [name, pack(name)]));
const inputs = {
  pages: pages.map(({ note, page }) => [note, page]),
  courses: courses.length,
  seeds: asked(committed),
  hard: HARD,
  names: wanted,
  rounds: Number(rounds),
};
const made = { "inputs.json": JSON.stringify(inputs) };
const results = await inChromium({ chrome, entry: "measure.mjs", folder: file("."), made });
for (const result of results) result.bytes = bytes[result.name];
if (isPagefindWanted) {
  const result = await ofPagefind(made);
  results.push({ ...result, bytes: result.firstBytes });
}
writeFileSync(file("results.json"), JSON.stringify(results, null, 1));
print(results);
