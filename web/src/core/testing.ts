import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const pkg = join(process.cwd(), "src/core/generated/pkg");

/** Starts a compiled module as the bundler does for the page. */
export async function startWasmModule<Module>(
  name: "wasm_core" | "player_core" | "imports_core" | "gaps_core",
): Promise<Module> {
  const file = join(pkg, `${name}_bg.wasm`);
  if (!existsSync(file)) throw new Error("The core is not built; run `cargo xtask wasm`.");
  const glue = await import(/* @vite-ignore */ join(pkg, `${name}_bg.js`));
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { [`./${name}_bg.js`]: glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}
