import { type FieldError, loadRules, type RulesModule } from "./wasm";

/**
 * Returns the invalid fields according to the compiled rules. The server repeats the checks, so a module that cannot be
 * loaded does not block the form.
 */
export async function validateWithRules(check: (rules: RulesModule) => FieldError[]): Promise<FieldError[]> {
  const rules = await loadRules().catch(() => undefined);
  return rules ? check(rules) : [];
}
