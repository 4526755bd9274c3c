import { createSHA256 } from "hash-wasm";

/** Returns a streaming hasher for parts of `partBytes`. The last part may be shorter. */
export async function partHasher(partBytes: number) {
  const sha256 = await createSHA256();
  const done: string[] = [];
  let filled = 0;
  return {
    update(bytes: Uint8Array): void {
      let rest = bytes;
      while (rest.byteLength > 0) {
        const piece = rest.subarray(0, partBytes - filled);
        sha256.update(piece);
        filled += piece.byteLength;
        rest = rest.subarray(piece.byteLength);
        if (filled === partBytes) {
          done.push(sha256.digest("hex"));
          sha256.init();
          filled = 0;
        }
      }
    },
    finish: () => (filled > 0 ? [...done, sha256.digest("hex")] : done),
  };
}
