// node asked.mjs QUERIES: updates the committed queries if the corpus beside this file has changed. `cargo xtask bench
// inside` and `bench meaning` prepare the folder to which it is copied.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { queries } from "./queries.mjs";

/** The first seed may be used for tuning the ranking. The second must not be looked at. */
const SEEDS = [1, 2];

/** The courses, and their pages in the order in which queries number them. */
export const courses = JSON.parse(readFileSync(new URL("corpus.json", import.meta.url)));
export const pages = courses.flatMap(({ notes }) =>
  notes.flatMap(({ id, title, pages, divided }) =>
    pages.map(({ page, text }) => ({
      note: id,
      title,
      page,
      text,
      divided: divided.filter(([number]) => number === page).map(([, word]) => word),
    })),
  ),
);

/** Returns the committed queries if they belong to these pages; otherwise generates new ones to be committed. */
export function asked(committed) {
  const corpus = createHash("sha256").update(JSON.stringify(pages)).digest("hex");
  const known = existsSync(committed) ? JSON.parse(readFileSync(committed)) : {};
  if (known.corpus === corpus) return known.seeds;
  console.log("The PDFs are not those that the committed queries are about, so there are new ones.");
  const seeds = SEEDS.map((seed) => queries(pages, seed));
  const lines = seeds.map((each) => `[\n${each.map((query) => JSON.stringify(query)).join(",\n")}\n]`);
  writeFileSync(committed, `{"corpus":"${corpus}","seeds":[\n${lines.join(",\n")}\n]}\n`);
  return seeds;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) asked(process.argv[2]);
