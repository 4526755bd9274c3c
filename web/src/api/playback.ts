import { payload } from "./client";
import { untyped } from "./untyped";

/** A signed address that an audio note can be heard from until `expiresAt` (ISO 8601). */
export interface AudioAddress {
  id: string;
  url: string;
  expiresAt: string;
}

/** Most ids of one question for addresses. */
export const ADDRESSES_MAX_IDS = 20;

/** Where to hear these notes; `missing` are those that are gone. */
export function audioAddresses(ids: readonly string[]): Promise<{ items: AudioAddress[]; missing: string[] }> {
  const answer = payload(untyped.POST("/api/audio/addresses", { body: { ids } }));
  return answer as Promise<{ items: AudioAddress[]; missing: string[] }>;
}

/** Something that was measured in the page, in milliseconds. */
export interface Metric {
  name: "slow_load" | "slow_start";
  valueMs: number;
}

/** Most metrics of one message. */
export const METRICS_MAX_ITEMS = 20;

/** Sends what was measured, also while the page is closing. It carries nothing about the person and is never repeated. */
export function sendMetrics(metrics: readonly Metric[]): void {
  const body = new Blob([JSON.stringify({ metrics })], { type: "application/json" });
  navigator.sendBeacon?.("/api/beacon", body);
}
