import { PASSWORD_MIN_CHARS } from "@/core/limits";

export const passwordHint = `At least ${PASSWORD_MIN_CHARS} characters.`;
