// The built app as a CDN would send it.

import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** What CDNs pack with: the local server packs anew for each request, and less well. */
const PACKED = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Packs a file; the local server sends what lies beside it. */
export function pack(path) {
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), PACKED));
}

/** A copy of the built app in `site`, with its files packed. */
export function packSite(dist, site) {
  cpSync(dist, site, { recursive: true });
  const names = readdirSync(join(site, "assets")).filter((name) => /\.(js|css|wasm|svg)$/.test(name));
  for (const name of names) pack(join(site, "assets", name));
}
