import { api, payload } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** A signed address that an audio note can be heard from until `expiresAt` (ISO 8601). */
export type AudioAddress = Schemas["AudioAddress"];

/** Where to hear these notes, at most `ADDRESSES_MAX`; `missing` are those that are gone. */
export function audioAddresses(ids: readonly string[]): Promise<Schemas["AudioAddresses"]> {
  return payload(api.POST("/api/audio/addresses", { body: { ids: [...ids] } }));
}

/** Something that was measured in the page, in milliseconds. */
export type Metric = Schemas["Measurement"] & { name: "slow_load" | "slow_start" };

/** Sends what was measured, at most `BEACON_BATCH_MAX` at once, also while the page is closing. It carries nothing about the person and is never repeated. */
export function sendMetrics(metrics: readonly Metric[]): void {
  const body = new Blob([JSON.stringify({ metrics })], { type: "application/json" });
  navigator.sendBeacon?.("/api/beacon", body);
}
