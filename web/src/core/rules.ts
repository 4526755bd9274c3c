import { type CoreModule, type FieldError, loadCore } from "./engine";

/** What the rules of the core find wrong. The server repeats them, so rules that cannot be fetched stop nobody. */
export async function failingBy(check: (core: CoreModule) => FieldError[]): Promise<FieldError[]> {
  const core = await loadCore().catch(() => undefined);
  return core ? check(core) : [];
}
