import { api, payload } from "@/api/client";
import type { components } from "@/api/schema";
import { orKept } from "@/offline/files/or-kept";

type Schemas = components["schemas"];

/** An address that an audio note can be heard from until `expiresAt` (ISO 8601). */
export type AudioAddress = Schemas["AudioAddress"];

/**
 * Where to hear these notes, and those that come `soon`, together at most `ADDRESSES_MAX`; `missing` are those that are gone.
 * When an address dies is told by the clock of this device. Without a server the answer has only those that are kept on this
 * device; a slow one is not waited for where all of `ids` are.
 */
export function audioAddresses(
  ids: readonly string[],
  soon: readonly string[] = [],
): Promise<Schemas["AudioAddresses"]> {
  const all = [...ids, ...soon];
  return orKept(
    () => addressesByServer(all),
    async (lookup, uid) => {
      const items = await lookup.keptAddresses(uid, all);
      const isAll = ids.every((id) => items.some((item) => item.id === id));
      return items.length > 0 ? { answer: { items, missing: [] }, isAll } : undefined;
    },
    ({ items, missing }, kept) => ({
      items: items.map((item) => kept.items.find(({ id, sha256 }) => id === item.id && sha256 === item.sha256) ?? item),
      missing,
    }),
  );
}

async function addressesByServer(ids: string[]): Promise<Schemas["AudioAddresses"]> {
  const call = api.POST("/api/audio/addresses", { body: { ids } });
  const answer = await payload(call);
  const answeredAtMs = Date.parse((await call).response.headers.get("date") ?? "");
  if (Number.isNaN(answeredAtMs)) return answer;
  // By a clock that is hours ahead each address would be dead when it comes, and be asked for whenever it is wanted.
  const aheadMs = Date.now() - answeredAtMs;
  const ownTime = (at: string) => new Date(Date.parse(at) + aheadMs).toISOString();
  return { ...answer, items: answer.items.map((item) => ({ ...item, expiresAt: ownTime(item.expiresAt) })) };
}

/** Something that was measured in the page, in milliseconds. */
export type Metric = Schemas["Measurement"] & { name: "slow_load" | "slow_start" };

/** Sends what was measured, at most `BEACON_BATCH_MAX` at once, also while the page is closing. It carries nothing about the person and is never repeated. */
export function sendMetrics(metrics: readonly Metric[]): void {
  const body = new Blob([JSON.stringify({ metrics })], { type: "application/json" });
  navigator.sendBeacon?.("/api/beacon", body);
}
