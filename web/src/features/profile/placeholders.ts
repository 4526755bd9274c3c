import type { Tone } from "@/lib/urls/subjects";

/** Drawing for a course whose subject has none, in a square of 112. */
interface Placeholder {
  tone: Tone;
  d: string;
}

/** Placeholders: a compass, a book, a flask, a globe and a column. */
export const placeholders = [
  { tone: "slate", d: "M56 24a32 32 0 1 0 .1 0zM70 42l-8 20-20 8 8-20zM56 53a3 3 0 1 0 .1 0z" },
  { tone: "sand", d: "M56 38c-8-7-20-9-30-8v46c10-1 22 1 30 8M56 38c8-7 20-9 30-8v46c-10-1-22 1-30 8zM56 38v46" },
  { tone: "sage", d: "M48 26v22L30 80a6 6 0 0 0 5 8h42a6 6 0 0 0 5-8L64 48V26M42 26h28M39 66h34M52 76h.1M62 72h.1" },
  { tone: "plum", d: "M56 24a32 32 0 1 0 .1 0zM24 56h64M56 24c20 18 20 46 0 64c-20-18-20-46 0-64M30 38h52M30 74h52" },
  { tone: "clay", d: "M28 36l28-14l28 14zM30 40v4h52v-4M38 46v30M50 46v30M62 46v30M74 46v30M30 78h52v4h-52zM26 88h60" },
] as const satisfies readonly Placeholder[];

/** Returns the placeholder of a course. The same code always gets the same one. */
export function coursePlaceholder(code: string): Placeholder {
  let sum = 0;
  for (const letter of code) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return placeholders[sum % placeholders.length] ?? placeholders[0];
}
