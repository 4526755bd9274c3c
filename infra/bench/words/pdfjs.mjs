// Prints the text that pdf.js extracts from each file, one JSON string per line; `null` for a file that it cannot open.
import { readFileSync } from "node:fs";

// pdf.js needs this function, which Node 20 lacks.
Promise.withResolvers ??= () => {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
};
const folder = new URL("../../../web/node_modules/pdfjs-dist/", import.meta.url);
const { getDocument } = await import(new URL("legacy/build/pdf.mjs", folder));
const options = {
  cMapUrl: new URL("cmaps/", folder).pathname,
  cMapPacked: true,
  standardFontDataUrl: new URL("standard_fonts/", folder).pathname,
  verbosity: 0,
};

async function textOf(path) {
  const opening = getDocument({ ...options, data: new Uint8Array(readFileSync(path)) });
  try {
    const file = await opening.promise;
    let text = "";
    for (let number = 1; number <= file.numPages; number++) {
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      text += `${items.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join("")}\n`;
      page.cleanup();
    }
    return text;
  } catch {
    return null;
  } finally {
    await opening.destroy();
  }
}

for (const path of process.argv.slice(2)) console.log(JSON.stringify(await textOf(path)));
