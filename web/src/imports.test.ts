import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/**
 * Which part may know which other part. Written as a test because the linter cannot say "no feature imports
 * another feature" without naming each pair.
 */
const SOURCE = resolve("src");

interface Import {
  file: string;
  target: string;
}

function sourceFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && file !== "imports.test.ts")
    .filter((file) => !file.startsWith(join("core", "generated")))
    .map((file) => file.replaceAll("\\", "/"));
}

/** Every module that `code` names, static, dynamic or re-exported, as a path from `src`. */
function importsOf(file: string, code: string): Import[] {
  const names = [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g)].map((match) => match[1] ?? "");
  return names
    .filter((name) => name.startsWith(".") || name.startsWith("@/"))
    .map((name) => ({
      file,
      target: name.startsWith("@/")
        ? name.slice(2)
        : relative(SOURCE, resolve(SOURCE, dirname(file), name)).replaceAll("\\", "/"),
    }));
}

/** What each folder may import from besides itself; files beside the folders may import anything. */
const mayKnow: Record<string, readonly string[]> = {
  lib: [],
  core: ["lib"],
  api: ["lib", "core"],
  ui: ["lib", "core", "styles"],
  player: ["lib", "core", "api", "ui"],
  parts: ["lib", "core", "api", "ui", "player"],
  features: ["lib", "core", "api", "ui", "player", "parts"],
  app: ["lib", "core", "api", "ui", "player", "parts", "features"],
};

const featureOf = (path: string) => /^features\/([^/]+)/.exec(path)?.[1];

/** The sentence that says why an import is forbidden, or nothing. */
function forbidden({ file, target }: Import): string | undefined {
  const [here = "", there = ""] = [file.split("/")[0], target.split("/")[0]];
  const says = `${file} imports ${target}`;
  if (target.startsWith("core/generated") && here !== "core") return `${says}: generated code is behind core/`;
  if (here === "features" && there === "features") {
    return featureOf(file) === featureOf(target) ? undefined : `${says}: features meet in route modules`;
  }
  const known = mayKnow[here];
  if (known === undefined || here === there || known.includes(there)) return undefined;
  return `${says}: ${here} may know ${known.join(", ") || "nothing else"}`;
}

test("imports point one way", () => {
  const files = sourceFiles();
  const imports = files.flatMap((file) => importsOf(file, readFileSync(join(SOURCE, file), "utf8")));
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.map(forbidden).filter((sentence) => sentence !== undefined)).toEqual([]);
});

test.each([
  ["features/notes/page.tsx", 'import { Row } from "@/features/browse/row";'],
  ["features/notes/page.tsx", 'import { Row } from "../browse/row";'],
  ["features/notes/page.tsx", 'export { router } from "@/app/router";'],
  ["features/notes/page.tsx", 'const core = await import("@/core/generated/pkg/wasm_core");'],
  ["ui/card.tsx", 'import { api } from "../api/client";'],
  ["player/driver.ts", 'import { AudioRow } from "@/parts/audio-table/row";'],
  ["parts/audio-table/row.tsx", 'import { PlayerBar } from "@/features/player/bar";'],
  ["lib/x.ts", 'import type { Props } from "@/features/notes/page";'],
])("the check sees a wrong import in %s: %s", (file, code) => {
  expect(importsOf(file, code).map(forbidden)).toEqual([expect.any(String)]);
});
