import type { components } from "./schema";

/** Something that was measured of a page: the pattern of its address, what was measured, and how much it was. */
export type PageMeasurement = components["schemas"]["PageMeasurement"] & {
  name: "view" | "lcp" | "inp" | "cls" | "ttfb";
};

/** Sends what was measured, at most `BEACON_BATCH_MAX` at once, also while the page is closing. It carries nothing about the person and is never repeated. */
export function sendPages(pages: readonly PageMeasurement[]): void {
  const body = new Blob([JSON.stringify({ pages })], { type: "application/json" });
  navigator.sendBeacon?.("/api/beacon", body);
}
