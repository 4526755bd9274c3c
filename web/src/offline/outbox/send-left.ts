import { api, payload, takeTokensFrom } from "@/api/client";
import { ApiProblem } from "@/api/problem";
import { within } from "@/lib/time/within";
import { REFRESH_MS, underSessionLock } from "@/session/session-hint";
import { deliver, type Sender } from "./delivery";
import { type Entry, laneOf } from "./kinds/changes";
import { isWithoutAnswer, mayJoin, SENDER_LOCK, sendable, takeUp } from "./rules";
import { keepSentStudyOf } from "./sent-study";
import { type OutboxStore, openOutbox, outboxOwners } from "./store";
import { otherTabs, refusalOf } from "./telling";

/** Sends what pages have left unsent, in the page's worker: for when none of them is open any more. */

/** A session of the worker's own, from the same cookie. */
interface Held {
  uid: string;
  token: string;
}

let held: Held | undefined;

/** Takes the session up; nothing when it is over, which is for the next page to say. */
async function begin(): Promise<Held | undefined> {
  try {
    const { accessToken, me } = await underSessionLock(() =>
      within(REFRESH_MS, (signal) => payload(api.POST("/api/auth/refresh", { signal }))),
    );
    held = { uid: me.uid, token: accessToken };
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 401)) throw error;
    held = undefined;
  }
  return held;
}

takeTokensFrom({
  current: async () => held?.token,
  // It is seconds old.
  renew: async () => undefined,
  settled: async () => undefined,
  person: () => held?.uid,
});

/**
 * Sends what the person of the session has left. While a page sends, it does that.
 *
 * @throws when something is left that may work later: the browser then tries again.
 */
export async function sendLeft(): Promise<void> {
  await navigator.locks.request(SENDER_LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock || (await outboxOwners()).length === 0) return;
    const session = await begin();
    // What somebody else has left waits for them.
    if (!session || !(await outboxOwners()).includes(session.uid)) return;
    const store = openOutbox(session.uid);
    try {
      await sendAll(store, session.uid);
    } finally {
      held = undefined;
      store.close();
    }
  });
}

async function sendAll(store: OutboxStore, uid: string): Promise<void> {
  await takeUp(store);
  const stuck = new Set<string>();
  const sender = senderOf(store, uid);
  for (;;) {
    const next = nextOf((await store.read()).entries, stuck);
    const [first] = next;
    if (!first) break;
    const error = await deliver(sender, next);
    if (error === undefined) continue;
    if (isWithoutAnswer(error)) throw error;
    stuck.add(laneOf(first.change));
  }
  if (stuck.size > 0) throw new Error("The server could not take all of it yet.");
}

/** The first change that may go, with those that go in one request with it. */
function nextOf(entries: readonly Entry[], stuck: ReadonlySet<string>): Entry[] {
  const next: Entry[] = [];
  for (const entry of sendable(entries, (lane) => stuck.has(lane))) {
    const [first] = next;
    if (!first) next.push(entry);
    else if (laneOf(entry.change) === laneOf(first.change) && mayJoin(entry, next)) next.push(entry);
  }
  return next;
}

const senderOf = (store: OutboxStore, uid: string): Sender => ({
  store,
  versions: new Map(),
  keepStudy: (work) => keepSentStudyOf(uid, work),
  confirmed: (entry, answer) => otherTabs.send({ is: "sent", uid, entry, answer }),
  async refused(entry, rejected, problem) {
    await store.update(entry.seq, () => rejected);
    if (rejected) otherTabs.send({ is: "refused", uid, entry: rejected, refusal: refusalOf(problem) });
  },
  changed: async () => otherTabs.send({ is: "changed", uid }),
});
