// Typical notes of students: pages with some text and an incompressible image.

import { randomBytes } from "node:crypto";

/** Side of an image in pixels of one byte each. */
const SIDE = 316;

const WORDS =
  "limit series proof tree pointer matrix vector energy bond reaction sample variance graph kernel thread cache queue induction lemma basis".split(
    " ",
  );

/** Creates a unique PDF of `pages` pages with about 100 kB each. */
export function pdf(pages, title) {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, page) => `${4 + page * 3} 0 R`).join(" ")}] /Count ${pages} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ].map((text) => Buffer.from(text));
  for (let page = 0; page < pages; page += 1) {
    const own = 4 + page * 3;
    const lines = Array.from({ length: 30 }, (_, line) =>
      Array.from(
        { length: 9 },
        (_, word) => WORDS[(page * 31 + line * 7 + word * word + title.length) % WORDS.length],
      ).join(" "),
    );
    const text = lines.map((line) => `(${line}) Tj 0 -14 Td`).join(" ");
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /P ${own + 2} 0 R >> >> /Contents ${own + 1} 0 R >>`,
      ),
      stream(
        "",
        Buffer.from(
          `BT /F1 11 Tf 72 780 Td (${title}, ${page + 1}) Tj 0 -14 Td ${text} ET q 200 0 0 200 72 100 cm /P Do Q`,
        ),
      ),
      stream(
        `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /DeviceGray /BitsPerComponent 8`,
        randomBytes(SIDE * SIDE),
      ),
    );
  }
  return file(objects);
}

function stream(about, content) {
  return Buffer.concat([
    Buffer.from(`<< ${about} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from("\nendstream"),
  ]);
}

function file(objects) {
  const parts = [Buffer.from("%PDF-1.4\n")];
  let offset = parts[0].length;
  const add = (part) => {
    parts.push(part);
    offset += part.length;
  };
  const offsets = objects.map((object, index) => {
    const at = offset;
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]));
    return at;
  });
  const table = offset;
  const lines = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
