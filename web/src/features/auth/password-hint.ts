import { PASSWORD_MIN_CHARS } from "@/core/limits";

/** Hint below a field for a new password. */
export const passwordHint = `At least ${PASSWORD_MIN_CHARS} characters.`;
