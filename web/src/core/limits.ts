/** Business constants and fixed lists, written once in the core and generated from there. */
export {
  FACULTIES,
  PASSWORD_MIN_CHARS,
  YEAR_HINT,
  YEAR_SUGGESTIONS,
} from "./generated/limits";
