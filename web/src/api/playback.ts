import { api, payload } from "./client";
import { orKept } from "./kept-files/or-kept";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** An address that an audio note can be heard from until `expiresAt` (ISO 8601). */
export type AudioAddress = Schemas["AudioAddress"];

/**
 * Where to hear these notes, at most `ADDRESSES_MAX`; `missing` are those that are gone. Without a server the answer has
 * only those that are kept on this device.
 */
export function audioAddresses(ids: readonly string[]): Promise<Schemas["AudioAddresses"]> {
  return orKept(
    () => payload(api.POST("/api/audio/addresses", { body: { ids: [...ids] } })),
    async (lookup, uid) => {
      const items = await lookup.keptAddresses(uid, ids);
      return items.length > 0 ? { answer: { items, missing: [] }, isAll: items.length === ids.length } : undefined;
    },
    ({ items, missing }, kept) => ({
      items: items.map((item) => kept.items.find(({ id, sha256 }) => id === item.id && sha256 === item.sha256) ?? item),
      missing,
    }),
  );
}

/** Something that was measured in the page, in milliseconds. */
export type Metric = Schemas["Measurement"] & { name: "slow_load" | "slow_start" };

/** Sends what was measured, at most `BEACON_BATCH_MAX` at once, also while the page is closing. It carries nothing about the person and is never repeated. */
export function sendMetrics(metrics: readonly Metric[]): void {
  const body = new Blob([JSON.stringify({ metrics })], { type: "application/json" });
  navigator.sendBeacon?.("/api/beacon", body);
}
