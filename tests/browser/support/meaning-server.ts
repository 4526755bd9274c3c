import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { dist, type OwnServer, withOwnServer } from "./own-server";

/**
 * A tiny model. It treats all words that it does not know alike, so any two texts of such words have a similar meaning.
 */
const TINY = readFileSync(new URL("../../../wasm-core/meaning/tests/reference/tiny.bin", import.meta.url));

/** Path of the tiny model. */
export const MODEL_PATH = "/assets/meaning-model-tiny.bin";

/** Copies the built web app and adds the tiny model, as the build adds the real one, which CI does not have. */
function appWithModel(folder: string): string {
  const web = join(folder, "web");
  cpSync(dist, web, { recursive: true });
  const sha256 = createHash("sha256").update(TINY).digest("hex");
  const manifest = { file: MODEL_PATH.slice(1), sha256, sizeBytes: TINY.length };
  writeFileSync(join(web, MODEL_PATH), TINY);
  writeFileSync(join(web, "meaning.json"), JSON.stringify(manifest));
  return web;
}

/** Fixture for tests with search by meaning: a server of their own, which offers the tiny model. */
export const test = base.extend<{ meaningServer: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
  meaningServer: ({}, use) => withOwnServer(appWithModel, use),
  baseURL: async ({ meaningServer }, use) => use(meaningServer.origin),
});
