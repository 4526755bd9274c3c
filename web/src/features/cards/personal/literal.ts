/** Escapes Markdown characters. */
export const literal = (text: string): string => text.replace(/[\\`*_{}[\]<>#|$~]/g, "\\$&");
