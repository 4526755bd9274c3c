import type { ReportedThing } from "@/api/reports";
import { placeTitle, thingHref } from "@/lib/places";

/** What it is and where: 'PDF note in CS 246', 'Audio note in Deep Dive'. */
export function placeText({ kind, place }: ReportedThing): string {
  return `${kind === "audio" ? "Audio note" : "PDF note"} in ${placeTitle(place)}`;
}

/** Where to look at it. */
export function openHref(thing: ReportedThing): string {
  return thingHref(thing);
}
