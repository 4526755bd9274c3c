import { ApiProblem } from "@/api/problem";
import { session } from "@/session/session";
import { hasOfflineFiles } from "./has-offline-files";

/** Delay in milliseconds after which an offline result is used instead of a pending request. */
const OFFLINE_RESULT_AFTER_MS = 2000;

/** Result from offline copies. */
interface Found<T> {
  value: T;
  /** True if it contains everything that was requested. */
  isAll: boolean;
}

/**
 * Returns the server's response with URLs replaced by those of offline copies. Returns only the offline result if the
 * server is unreachable, or if the response is slow and the result is complete.
 */
export async function withOfflineFallback<T>(
  request: () => Promise<T>,
  find: (lookup: typeof import("./offline-lookup"), uid: string) => Promise<Found<T> | undefined>,
  join: (online: T, offline: T) => T,
): Promise<T> {
  const { me } = session.state();
  if (!me || !hasOfflineFiles(me.uid)) return request();
  const found = import("./offline-lookup")
    .then((lookup) => find(lookup, me.uid))
    .catch((error: unknown) => {
      console.warn("What is kept on this device could not be read.", error);
      return undefined;
    });
  const response = request();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, OFFLINE_RESULT_AFTER_MS, undefined);
  });
  try {
    const online = await Promise.race([response, late]);
    const offline = await found;
    if (online !== undefined) return offline ? join(online, offline.value) : online;
    if (offline?.isAll) {
      response.catch(() => undefined);
      return offline.value;
    }
    const slow = await response;
    return offline ? join(slow, offline.value) : slow;
  } catch (error) {
    const offline = error instanceof ApiProblem && error.status === 0 ? await found : undefined;
    if (!offline) throw error;
    return offline.value;
  } finally {
    clearTimeout(timer);
  }
}
