// Writes a PDF of 1,000 pages and almost 100 MB in the usual order: a page, its text, its image, one after another.

import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";

export const PAGES = 1000;
/** An incompressible image, like a scanned photograph. Side in pixels of three bytes. */
const SIDE_PIXELS = 178;
const LINES = 45;
/** Number of children per node of the balanced page tree. */
const FAN = 10;

/** Objects 1 to 3 are the catalogue, the root of the pages and the font; each page then has three. */
const objectOf = (page) => 4 + page * 3;
const FIRST_NODE = objectOf(PAGES);

const words =
  "a subject notifies its observers whenever its state changes and each of them asks for what it needs".split(" ");

function textOf(page) {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const said = Array.from({ length: 11 }, (_, word) => words[(page * 7 + line * 3 + word * 5) % words.length]);
    return `(${line + 1}. ${said.join(" ")}) Tj T*`;
  });
  return `BT /F1 10 Tf 14 TL 60 790 Td (Leaf ${page + 1}) Tj T* ${lines.join("\n")} ET q 120 0 0 120 430 40 cm /P Do Q`;
}

/** Writes the file. If `isFlat`, all pages are children of one node; otherwise nodes of ten are in between. */
export function writeFile(path, isFlat) {
  const file = openSync(path, "w");
  const offsets = [];
  let at = 0;
  const put = (data) => {
    at += writeSync(file, data);
  };
  const object = (number, ...parts) => {
    offsets[number] = at;
    put(`${number} 0 obj\n`);
    for (const part of parts) put(part);
    put("\nendobj\n");
  };
  const stream = (number, about, content) =>
    object(number, `<< ${about} /Length ${content.length} >>\nstream\n`, content, "\nendstream");
  const refs = (numbers) => numbers.map((number) => `${number} 0 R`).join(" ");
  const upTo = (count, each) => Array.from({ length: count }, (_, index) => each(index));

  put("%PDF-1.4\n");
  object(1, "<< /Type /Catalog /Pages 2 0 R >>");
  object(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (let page = 0; page < PAGES; page += 1) {
    const number = objectOf(page);
    const parent = isFlat ? 2 : FIRST_NODE + Math.floor(page / FAN);
    object(
      number,
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R`,
      ` /Resources << /Font << /F1 3 0 R >> /XObject << /P ${number + 2} 0 R >> >> >>`,
    );
    stream(number + 1, "", Buffer.from(textOf(page)));
    const picture = `/Type /XObject /Subtype /Image /Width ${SIDE_PIXELS} /Height ${SIDE_PIXELS}`;
    stream(
      number + 2,
      `${picture} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
      randomBytes(SIDE_PIXELS * SIDE_PIXELS * 3),
    );
  }
  if (isFlat) {
    object(2, `<< /Type /Pages /Count ${PAGES} /Kids [${refs(upTo(PAGES, objectOf))}] >>`);
  } else {
    // Leaves, nodes of ten leaves, and nodes of ten of those below the root.
    const [low, high] = [PAGES / FAN, PAGES / FAN / FAN];
    for (let node = 0; node < low; node += 1) {
      const kids = refs(upTo(FAN, (kid) => objectOf(node * FAN + kid)));
      const parent = FIRST_NODE + low + Math.floor(node / FAN);
      object(FIRST_NODE + node, `<< /Type /Pages /Parent ${parent} 0 R /Count ${FAN} /Kids [${kids}] >>`);
    }
    for (let node = 0; node < high; node += 1) {
      const kids = refs(upTo(FAN, (kid) => FIRST_NODE + node * FAN + kid));
      object(FIRST_NODE + low + node, `<< /Type /Pages /Parent 2 0 R /Count ${FAN * FAN} /Kids [${kids}] >>`);
    }
    const kids = refs(upTo(high, (kid) => FIRST_NODE + low + kid));
    object(2, `<< /Type /Pages /Count ${PAGES} /Kids [${kids}] >>`);
  }
  const table = at;
  const entries = upTo(offsets.length - 1, (index) => `${String(offsets[index + 1]).padStart(10, "0")} 00000 n \n`);
  put(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${entries.join("")}`);
  put(`trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  closeSync(file);
  return at;
}
