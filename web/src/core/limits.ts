/** Business constants and fixed lists: written once in the core, generated from there, and reached through here. */
export * from "./generated/limits";
