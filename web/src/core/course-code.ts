import { displayCode } from "@/lib/urls/subjects";
import { CODE_PREFIX_MAX_CHARS, CODE_PREFIX_MIN_CHARS, CODE_REST_MAX_CHARS } from "./limits";

const canonical = new RegExp(
  `^[A-Z]{${CODE_PREFIX_MIN_CHARS},${CODE_PREFIX_MAX_CHARS}}[0-9][A-Z0-9]{0,${CODE_REST_MAX_CHARS}}$`,
);

/**
 * Parses a code that is already canonical, as in the app's own URLs, without the core. Returns `undefined` for other
 * texts, which the core may still parse. A course page therefore need not wait for the core.
 */
export function canonicalCode(text: string): { code: string; display: string } | undefined {
  return canonical.test(text) ? { code: text, display: displayCode(text) } : undefined;
}
