import { expect, test } from "vitest";
import { canonicalCode } from "./course-code";
import { loadRules } from "./wasm";

const codes = [
  "CS246",
  "MATH137A",
  "COOP6",
  "PDPHRM3",
  "FINE671N1",
  "ME502M5E",
  "EPI300147",
  "THEAT2XX",
  "ABCDEFGH1ABCDEFG",
];

test("parses a canonical code without WebAssembly, and all other texts with it", async () => {
  const { parseCourseCode } = await loadRules();
  const others = codes.flatMap((code) => [
    code.toLowerCase(),
    `${code} `,
    code.slice(1),
    `A${code}`,
    `${code}A`,
    code.replace(/[0-9].*/, ""),
    code.replace(/([0-9])/, " $1"),
    `${code}É`,
  ]);
  let canonical = 0;
  for (const text of [...codes, ...others]) {
    const parsed = parseCourseCode(text);
    const expected = parsed?.code === text ? { code: parsed.code, display: parsed.display } : undefined;
    expect(canonicalCode(text), text).toEqual(expected);
    if (expected) canonical += 1;
  }
  expect(canonical).toBeGreaterThan(codes.length);
});
