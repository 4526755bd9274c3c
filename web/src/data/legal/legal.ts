import { queryOptions } from "@tanstack/react-query";

/** Pages whose text the operator can replace: Markdown files in the folder `legal` of the site. */
export const legalNames = ["privacy", "terms", "copyright", "accessibility", "contact"] as const;

export type LegalName = (typeof legalNames)[number];

/** Text of a legal page. */
export interface LegalText {
  /** Date in the first line of the file, or `undefined` if the file has none: `2026-11-29`. */
  version: string | undefined;
  /** Markdown without the line with the version. */
  markdown: string;
}

/** Parses the file of a legal text. Its first line may be `Version: 2026-11-29`. */
export function parseLegalText(file: string): LegalText {
  const text = file.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const [line = "", version] = /^\s*Version:[ \t]*(\d{4}-\d{2}-\d{2})[ \t]*(?:\n|$)/i.exec(text) ?? [];
  return { version, markdown: text.slice(line.length).trim() };
}

/**
 * Reads a legal text from the site.
 *
 * @throws if it cannot be read. For a missing file, S3 returns 404 and the local server returns the app's HTML page.
 */
export async function readLegalText(name: LegalName, signal: AbortSignal): Promise<LegalText> {
  const response = await fetch(`/legal/${name}.md`, { signal, cache: "no-cache" });
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!response.ok || isPage) throw new Error(`/legal/${name}.md could not be read (${response.status}).`);
  return parseLegalText(await response.text());
}

export const legalTextQuery = (name: LegalName) =>
  queryOptions({ queryKey: ["legal", name], queryFn: ({ signal }) => readLegalText(name, signal) });
