import { type FieldError, loadRules, type RulesModule } from "./engine";

/**
 * Returns the invalid fields according to the core. The server repeats the checks, so a core that cannot be loaded does
 * not block the form.
 */
export async function validateWithCore(check: (core: RulesModule) => FieldError[]): Promise<FieldError[]> {
  const core = await loadRules().catch(() => undefined);
  return core ? check(core) : [];
}
