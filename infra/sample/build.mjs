// Prints the sample notes to PDF:  node infra/sample/build.mjs [name …]
//
// Sources are notes/*.html and albums/*.html, one shared stylesheet, notes.json and albums.json. The PDFs are
// committed, so this is not needed to run or test the product; run it after changing a note. It needs Chromium
// (NOTE_NINJA_CHROME names one), qpdf, the packages of tests/browser (`npm ci` there) and, for formulas and code, the
// fonts Latin Modern Math and DejaVu Sans Mono (Debian: fonts-lmodern, fonts-dejavu). fonts/ contains the text face in
// three fixed weights: Chromium writes a variable font into a PDF as glyph outlines, which doubles the file size.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withFormulas } from "./mathml.mjs";

const PDF_MAX_BYTES = 150_000;
const TOTAL_MAX_BYTES = 1_500_000;

const here = path.dirname(fileURLToPath(import.meta.url));
const notesDir = path.join(here, "notes");
const browserTests = path.join(here, "..", "..", "tests", "browser");
const require = createRequire(path.join(browserTests, "package.json"));

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function findChrome() {
  const asked = process.env.NOTE_NINJA_CHROME;
  if (asked) return existsSync(asked) ? asked : fail(`NOTE_NINJA_CHROME names ${asked}, which does not exist. Point it at a Chrome or Chromium.`);
  return ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
}

function packageOfBrowserTests(name) {
  try {
    return require(name);
  } catch (cause) {
    return fail(`The package ${name} does not load (${cause.code ?? cause.message}). Run \`npm ci\` in tests/browser first.`);
  }
}

const TONES = { CS: "slate", MATH: "sand", STAT: "sage", PHYS: "clay", CHEM: "plum" };

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const ALBUMS = { cram: "Cram Mode", examReview: "Exam Review", nightOwl: "Night Owl" };

/** Returns the line above the title with the subject and the place of the note. */
function over({ album, subject, courseCode, noteType, chapter }) {
  const about = subject ?? courseCode.replace(/^([A-Z]+)/, "$1 ");
  return album ? [about, ALBUMS[album]] : [about, noteType, `Chapter ${chapter}`];
}

function page(note, body, styleUrl) {
  const [code, ...rest] = over(note);
  const tone = TONES[code.split(" ")[0]] ?? "stone";
  return `<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><title>${escape(note.title)} · ${code}</title>
<style>@page{@bottom-left{content:"${code} · ${note.title.replaceAll('"', "'")}"}}</style>
<link rel="stylesheet" href="${styleUrl}"></head>
<body class="tone-${tone}">
<header class="top"><p class="over"><span class="code">${code}</span>${rest.map((part) => `<span>${escape(part)}</span>`).join("")}</p>
<h1>${escape(note.title)}</h1></header>
${withFormulas(body)}
</body></html>`;
}

/** Compresses the structure for screen readers, which Chromium writes as thousands of separate objects. */
async function pack(file) {
  try {
    execFileSync("qpdf", ["--object-streams=generate", "--recompress-flate", "--compression-level=9", "--deterministic-id", "--replace-input", file]);
  } catch (cause) {
    fail(cause.code === "ENOENT" ? "qpdf is missing. Install it (Debian: qpdf) and run this again." : `qpdf could not pack ${file}: ${cause.message}`);
  }
  return (await stat(file)).size;
}

async function main() {
  const list = async (name) => JSON.parse(await readFile(path.join(here, name), "utf8"));
  const notes = [...(await list("notes.json")), ...(await list("albums.json"))];
  const wanted = process.argv.slice(2);
  const { chromium } = packageOfBrowserTests("playwright");
  const styleUrl = pathToFileURL(path.join(notesDir, "notes.css")).href;

  const browser = await chromium.launch({ executablePath: findChrome(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  const tab = await browser.newPage();
  for (const note of notes) {
    const name = path.basename(note.file, ".pdf");
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const folder = path.join(here, path.dirname(note.file));
    const source = await readFile(path.join(folder, `${name}.html`), "utf8");
    const printed = path.join(folder, `.${name}.print.html`);
    await writeFile(printed, page(note, source, styleUrl));
    await tab.goto(pathToFileURL(printed).href);
    await tab.evaluate(() => document.fonts.ready);
    const pdf = await tab.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: false });
    await rm(printed);
    const target = path.join(here, note.file);
    await writeFile(target, pdf);
    const bytes = await pack(target);
    console.log(`${note.file}  ${(bytes / 1000).toFixed(0)} kB`);
    if (bytes > PDF_MAX_BYTES) fail(`${note.file} is larger than ${PDF_MAX_BYTES} bytes. Shorten it or take a picture out.`);
  }
  await browser.close();

  const folders = [notesDir, path.join(here, "albums")];
  const files = await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((name) => path.join(folder, name))));
  const pdfs = files.flat().filter((file) => file.endsWith(".pdf"));
  const sizes = await Promise.all(pdfs.map(async (file) => (await stat(file)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${pdfs.length} notes, ${(total / 1000).toFixed(0)} kB`);
  if (total > TOTAL_MAX_BYTES) fail(`All notes together are larger than ${TOTAL_MAX_BYTES} bytes.`);
}

await main();
