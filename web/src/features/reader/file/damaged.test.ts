import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, describe, expect, it } from "vitest";

const FOLDER = join(__dirname, "../../../../../functions/readers/tests/fixtures/damaged");

/** Polyfill: Node may lack `Promise.withResolvers`, which pdf.js calls. */
function withResolvers() {
  let [resolve, reject]: ((value?: unknown) => void)[] = [];
  const promise = new Promise((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}

beforeAll(() => {
  if (!("withResolvers" in Promise)) Object.assign(Promise, { withResolvers });
});

/** Returns true if the file opens and all three pages can be parsed. */
async function opens(name: string): Promise<boolean> {
  const opening = getDocument({ data: new Uint8Array(readFileSync(join(FOLDER, name))), verbosity: 0 });
  try {
    const file = await opening.promise;
    for (let number = 1; number <= file.numPages; number++) await (await file.getPage(number)).getOperatorList();
    return file.numPages === 3;
  } catch {
    return false;
  } finally {
    await opening.destroy();
  }
}

describe("damaged files", () => {
  // The server rejects the files whose names begin with "fails": functions/readers/tests/pdf.rs.
  it.each(readdirSync(FOLDER))("pdf.js opens or rejects %s as its name says", async (name) => {
    expect(await opens(name)).toBe(name.startsWith("opens-"));
  });
});
