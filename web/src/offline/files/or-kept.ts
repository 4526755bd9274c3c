import { ApiProblem } from "@/api/problem";
import { session } from "@/session/session";
import { keepsFiles } from "./marker";

/** A server that has not answered by then is not waited for where the answer is kept, in milliseconds. */
const PATIENCE_MS = 2000;

/** What is kept of an answer. */
interface Found<T> {
  answer: T;
  /** Whether it answers all of the question. */
  isAll: boolean;
}

/**
 * The server's answer, with the addresses of files that are kept here in the place of its own; what is kept alone when the
 * server cannot be reached.
 */
export async function orKept<T>(
  ask: () => Promise<T>,
  find: (lookup: typeof import("./lookup"), uid: string) => Promise<Found<T> | undefined>,
  join: (answer: T, kept: T) => T,
): Promise<T> {
  const { me } = session.state();
  if (!me || !keepsFiles(me.uid)) return ask();
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
