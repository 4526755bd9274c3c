/** Colour family of a subject, for covers and course badges only. */
export type Tone = "slate" | "sand" | "sage" | "clay" | "plum" | "stone";

const toneOfPrefix: Record<string, Tone> = {
  CS: "slate",
  MATH: "sand",
  STAT: "sage",
  PHYS: "clay",
  CHEM: "plum",
};

/** Returns "CS" for "CS246" or "CS 246". */
export function prefixOf(code: string): string {
  return /^[A-Z]+/.exec(code.toUpperCase())?.[0] ?? "";
}

export function toneOf(code: string): Tone {
  return toneOfPrefix[prefixOf(code)] ?? "stone";
}

/** Returns "CS 246" for "CS246". Other texts are returned unchanged. */
export function displayCode(code: string): string {
  const [, letters, number] = /^([A-Za-z]{2,8})\s*([0-9].*)$/.exec(code) ?? [];
  return letters === undefined ? code : `${letters} ${number}`.toUpperCase();
}
