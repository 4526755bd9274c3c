/** What must stay free for everything else that the page keeps, in bytes. */
const RESERVE_BYTES = 32 * 1024 * 1024;

/** Whether something fits on this device. */
export interface Room {
  fits: boolean;
  /** Bytes that the browser would give, as far as it says. */
  freeBytes: number | undefined;
}

/** Asks the browser whether it has room for so much more. One that does not say is believed to have. */
export async function roomFor(bytes: number): Promise<Room> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  if (estimate?.quota === undefined) return { fits: true, freeBytes: undefined };
  const freeBytes = Math.max(0, estimate.quota - (estimate.usage ?? 0) - RESERVE_BYTES);
  return { fits: bytes <= freeBytes, freeBytes };
}
