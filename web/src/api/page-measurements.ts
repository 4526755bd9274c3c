import type { components } from "./schema";

/** A measurement of a page: its route pattern, the metric and the value. */
export type PageMeasurement = components["schemas"]["PageMeasurement"] & {
  name: "view" | "lcp" | "inp" | "cls" | "ttfb";
};

/**
 * Sends measurements, at most `BEACON_BATCH_MAX` at once, also while the page is closing. They contain no personal data
 * and are never retried.
 */
export function sendPageMeasurements(pages: readonly PageMeasurement[]): void {
  const body = new Blob([JSON.stringify({ pages })], { type: "application/json" });
  navigator.sendBeacon?.("/api/beacon", body);
}
