import { ApiProblem } from "@/api/problem";
import { session } from "@/session/session";
import { hasOfflineFiles } from "./marker";

/** Delay in milliseconds after which an offline result is used instead of a pending request. */
const PATIENCE_MS = 2000;

/** Offline part of a response. */
interface Found<T> {
  answer: T;
  /** True if it answers the whole request. */
  isAll: boolean;
}

/**
 * Returns the server's response with URLs replaced by offline ones. Returns only the offline result if the server is
 * unreachable, or slow and the result is complete.
 */
export async function orKept<T>(
  ask: () => Promise<T>,
  find: (lookup: typeof import("./lookup"), uid: string) => Promise<Found<T> | undefined>,
  join: (answer: T, kept: T) => T,
): Promise<T> {
  const { me } = session.state();
  if (!me || !hasOfflineFiles(me.uid)) return ask();
  const found = import("./lookup")
    .then((lookup) => find(lookup, me.uid))
    .catch((error: unknown) => {
      console.warn("What is kept on this device could not be read.", error);
      return undefined;
    });
  const asked = ask();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    const answer = await Promise.race([asked, late]);
    const kept = await found;
    if (answer !== undefined) return kept ? join(answer, kept.answer) : answer;
    if (kept?.isAll) {
      asked.catch(() => undefined);
      return kept.answer;
    }
    const slow = await asked;
    return kept ? join(slow, kept.answer) : slow;
  } catch (error) {
    const kept = error instanceof ApiProblem && error.status === 0 ? await found : undefined;
    if (!kept) throw error;
    return kept.answer;
  } finally {
    clearTimeout(timer);
  }
}
