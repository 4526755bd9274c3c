import { type CoreModule, type FieldError, loadCore } from "./engine";

/**
 * Returns the invalid fields according to the core. The server repeats the checks, so a core that cannot be loaded does
 * not block the form.
 */
export async function failingBy(check: (core: CoreModule) => FieldError[]): Promise<FieldError[]> {
  const core = await loadCore().catch(() => undefined);
  return core ? check(core) : [];
}
