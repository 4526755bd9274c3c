// A folder of PDFs that cannot be compressed.

import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const CHAPTERS = 10;
/** Sizes differ from the mean by up to this factor, in both directions. */
const SPREAD = 0.8;

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a PDF with one empty page and a stream of random bytes. */
function pdf(streamBytes) {
  const stream = [
    Buffer.from(`<< /Length ${streamBytes} >>\nstream\n`),
    randomBytes(streamBytes),
    Buffer.from("\nendstream"),
  ];
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>"),
    Buffer.concat(stream),
  ];
  const pieces = [Buffer.from("%PDF-1.4\n")];
  let size = pieces[0].length;
  const offsets = objects.map((object, index) => {
    const offset = size;
    const whole = [Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")];
    pieces.push(...whole);
    size += whole.reduce((sum, piece) => sum + piece.length, 0);
    return offset;
  });
  const lines = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  pieces.push(
    Buffer.from(
      `xref\n0 5\n0000000000 65535 f \n${lines}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

/**
 * Writes `count` PDFs with `bytes` in all into the folder of a course. Returns the SHA-256 of each by its title, and the
 * number of bytes.
 */
export function writePdfs(folder, course, { count, bytes, random }) {
  const shares = Array.from({ length: count }, () => 1 - SPREAD + 2 * SPREAD * random());
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const hashes = new Map();
  let written = 0;
  for (const [index, share] of shares.entries()) {
    const title = `note ${String(index + 1).padStart(4, "0")}`;
    const file = pdf(Math.round((bytes * share) / whole));
    const path = join(folder, course, `Chapter ${1 + (index % CHAPTERS)}`, `${title}.pdf`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
    hashes.set(title, createHash("sha256").update(file).digest("hex"));
    written += file.length;
  }
  return { hashes, written };
}

/** Returns the free bytes of the disk of a folder. */
export function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
