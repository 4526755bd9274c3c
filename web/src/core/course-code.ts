import { displayCode } from "@/lib/addresses/subjects";
import { CODE_PREFIX_MAX_CHARS, CODE_PREFIX_MIN_CHARS, CODE_REST_MAX_CHARS } from "./limits";

const canonical = new RegExp(
  `^[A-Z]{${CODE_PREFIX_MIN_CHARS},${CODE_PREFIX_MAX_CHARS}}[0-9][A-Z0-9]{0,${CODE_REST_MAX_CHARS}}$`,
);

/**
 * What the core's `parseCourseCode` answers for a code that is canonical already, as those in our own addresses are; nothing
 * for any other text, which the core may still understand. A page of a course need not wait for the core then.
 */
export function canonicalCode(text: string): { code: string; display: string } | undefined {
  return canonical.test(text) ? { code: text, display: displayCode(text) } : undefined;
}
