import { type LegalName, legalNames } from "@/data/legal/legal";
import { paths } from "@/lib/urls/paths";

/** Titles of the legal pages, in the order of their links. */
export const legalTitles: Readonly<Record<LegalName, string>> = {
  privacy: "Privacy",
  terms: "Terms",
  copyright: "Copyright",
  accessibility: "Accessibility",
  contact: "Contact",
};

/** Returns the legal page at `pathname`, or `privacy` for any other path. */
export function legalFromPath(pathname: string): LegalName {
  const path = pathname.replace(/\/+$/, "");
  return legalNames.find((name) => paths[name]() === path) ?? "privacy";
}
