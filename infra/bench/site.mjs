// Compresses the built app like a CDN.

import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** Compression level of CDNs. The local server compresses every response again, and at a lower level. */
const PACKED = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses a file. The local server sends the compressed version beside it. */
export function pack(path) {
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), PACKED));
}

/** Copies the built app to `site` and compresses its files. */
export function packSite(dist, site) {
  cpSync(dist, site, { recursive: true });
  const names = readdirSync(join(site, "assets")).filter((name) => /\.(js|css|wasm|svg)$/.test(name));
  for (const name of names) pack(join(site, "assets", name));
}
