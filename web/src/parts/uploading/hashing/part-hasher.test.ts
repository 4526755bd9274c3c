import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { partHasher } from "./part-hasher";

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 31) % 251);
const sha256 = (from: number, to: number) => createHash("sha256").update(bytes.subarray(from, to)).digest("hex");

test.each([[1], [7], [299], [300], [1000]])(
  "computes the same part hashes when the file is read in pieces of %i bytes",
  async (piece) => {
    const hasher = await partHasher(300);
    for (let at = 0; at < bytes.length; at += piece) hasher.update(bytes.subarray(at, at + piece));
    expect(hasher.finish()).toEqual([sha256(0, 300), sha256(300, 600), sha256(600, 900), sha256(900, 1000)]);
  },
);

test("a file whose size is a multiple of the part size has no empty last part", async () => {
  const hasher = await partHasher(500);
  hasher.update(bytes);
  expect(hasher.finish()).toEqual([sha256(0, 500), sha256(500, 1000)]);
});
