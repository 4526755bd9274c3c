import type { ReportedThing } from "@/api/reports";
import { paths } from "@/lib/paths";
import { displayCode } from "@/lib/subjects";

/** 'deep-dive' as people write it: 'Deep Dive'. */
function named(place: string): string {
  return place
    .split(/-|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** What it is and where: 'PDF note in CS 246', 'Audio note in Deep Dive'. */
export function placeText({ kind, place }: ReportedThing): string {
  if (kind === "audio") return `Audio note in ${named(place)}`;
  return `PDF note in ${/\d/.test(place) ? displayCode(place) : named(place)}`;
}

/** Where to look at it: a note has a page of its own, a recording is marked on its shelf. */
export function openHref({ kind, id, place }: ReportedThing): string {
  return kind === "audio" ? `/${place}#${id}` : paths.download(id);
}
