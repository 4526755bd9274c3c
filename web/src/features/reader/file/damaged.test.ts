import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, describe, expect, it } from "vitest";

const FOLDER = join(__dirname, "../../../../../functions/readers/tests/fixtures/damaged");

/** Browsers have it, the Node that runs the tests may not. */
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

/** Whether the file opens with each of its three pages. */
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
  // The server refuses those that begin with "fails": functions/readers/tests/pdf.rs.
  it.each(readdirSync(FOLDER))("pdf.js does with %s what its name says", async (name) => {
    expect(await opens(name)).toBe(name.startsWith("opens-"));
  });
});
