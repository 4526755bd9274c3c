/** Colour family of a subject: covers and course badges use it, controls never do. */
export type Tone = "slate" | "sand" | "sage" | "clay" | "plum" | "stone";

const toneOfPrefix: Record<string, Tone> = {
  CS: "slate",
  MATH: "sand",
  STAT: "sage",
  PHYS: "clay",
  CHEM: "plum",
};

/** 'CS' of 'CS246' or 'CS 246'. */
export function prefixOf(code: string): string {
  return /^[A-Z]+/.exec(code.toUpperCase())?.[0] ?? "";
}

/** The colour family of a course code. */
export function toneOf(code: string): Tone {
  return toneOfPrefix[prefixOf(code)] ?? "stone";
}

/** 'CS 246' for 'CS246'; what does not look like a code is shown as it is. */
export function displayCode(code: string): string {
  const [, letters, number] = /^([A-Za-z]{2,8})\s*([0-9].*)$/.exec(code) ?? [];
  return letters === undefined ? code : `${letters} ${number}`.toUpperCase();
}
