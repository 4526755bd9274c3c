/** Space in bytes to keep free for other data of the site. */
const RESERVE_BYTES = 32 * 1024 * 1024;

export interface QuotaEstimate {
  fits: boolean;
  /** Bytes available to the site, or `undefined` if the browser does not report them. */
  freeBytes: number | undefined;
}

/** Checks the storage quota. Assumes that the data fits if the browser reports no quota. */
export async function checkQuota(bytes: number): Promise<QuotaEstimate> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  if (estimate?.quota === undefined) return { fits: true, freeBytes: undefined };
  const freeBytes = Math.max(0, estimate.quota - (estimate.usage ?? 0) - RESERVE_BYTES);
  return { fits: bytes <= freeBytes, freeBytes };
}
