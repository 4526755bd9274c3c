import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { withOfflineFallback } from "@/offline/files/with-offline-fallback";

type Schemas = components["schemas"];

/** URLs of an audio file and of its smaller rendition, valid until `expiresAt` (ISO 8601). */
export type SignedAudioUrl = Schemas["SignedAudioUrl"];

/**
 * Returns URLs for the audio notes in `ids` and the upcoming ones in `soon`, together at most `ADDRESSES_MAX`.
 * `missing` lists deleted notes. Expiry times are converted to the clock of this device. Offline, returns only offline
 * copies. Does not wait for a slow server if all of `ids` have an offline copy.
 */
export function fetchSignedAudioUrls(
  ids: readonly string[],
  soon: readonly string[] = [],
): Promise<Schemas["SignedAudioUrls"]> {
  const all = [...ids, ...soon];
  return withOfflineFallback(
    () => addressesByServer(all),
    async (lookup, uid) => {
      const items = await lookup.offlineAudioUrls(uid, all);
      const isAll = ids.every((id) => items.some((item) => item.id === id));
      return items.length > 0 ? { value: { items, missing: [] }, isAll } : undefined;
    },
    ({ items, missing }, offline) => ({
      items: items.map((item) => withOfflineCopy(item, offline.items)),
      missing,
    }),
  );
}

/**
 * Replaces the URL of the file that has a current offline copy. If that is the smaller rendition, the URL of the
 * original stays, as a fallback for a rendition that does not play. The loudness is always the server's.
 */
function withOfflineCopy(item: SignedAudioUrl, copies: readonly SignedAudioUrl[]): SignedAudioUrl {
  const { rendition, ...original } = item;
  const copy = copies.find(({ id }) => id === item.id);
  if (!copy) return item;
  const { url, expiresAt } = copy;
  if (copy.sha256 === item.sha256) return { ...original, url, expiresAt };
  return copy.sha256 === rendition?.sha256 ? { ...item, expiresAt, rendition: { ...rendition, url } } : item;
}

async function addressesByServer(ids: string[]): Promise<Schemas["SignedAudioUrls"]> {
  const call = api.POST("/api/audio/addresses", { body: { ids } });
  const response = await unwrap(call);
  const answeredAtMs = Date.parse((await call).response.headers.get("date") ?? "");
  if (Number.isNaN(answeredAtMs)) return response;
  // With a clock that is hours ahead, every URL would count as expired on arrival and be requested again.
  const aheadMs = Date.now() - answeredAtMs;
  const ownTime = (at: string) => new Date(Date.parse(at) + aheadMs).toISOString();
  return { ...response, items: response.items.map((item) => ({ ...item, expiresAt: ownTime(item.expiresAt) })) };
}

/** A performance measurement of the player, in milliseconds. */
export type Metric = Schemas["Measurement"] & { name: "slow_load" | "slow_start" };

/**
 * Sends measurements, at most `BEACON_BATCH_MAX` at once, also while the page is closing. They contain no personal data
 * and are never retried.
 */
export function sendMetrics(metrics: readonly Metric[]): void {
  const body = new Blob([JSON.stringify({ metrics })], { type: "application/json" });
  navigator.sendBeacon?.("/api/beacon", body);
}
