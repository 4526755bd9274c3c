import type { ReportedItem } from "@/data/reports/reports";
import { collectionTitle, contentHref } from "@/lib/urls/collections";
import { paths } from "@/lib/urls/paths";

const NAMES = { note: "PDF note", audio: "Audio note", card: "Study card" } as const;

/** Formats `PDF note in CS 246` or `Audio note in Deep Dive`. */
export function reportedItemLabel({ kind, place }: ReportedItem): string {
  return `${NAMES[kind]} in ${collectionTitle(place)}`;
}

/** Returns the path of the reported item; for a card its editor. */
export function reportedItemHref(item: ReportedItem): string {
  if (item.kind === "card") return paths.editCard(item.place, item.chapter ?? "", item.id);
  return contentHref(item);
}
