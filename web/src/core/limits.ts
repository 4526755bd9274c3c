/** Business constants and fixed lists, generated from the core. */
export * from "./generated/limits";
