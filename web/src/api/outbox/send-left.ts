import { api, payload, takeTokensFrom } from "../client";
import { ApiProblem } from "../problem";
import { underSessionLock } from "../session-hint";
import { type Entry, laneOf } from "./changes";
import {
  forget,
  isWithoutAnswer,
  mayWorkLater,
  putBack,
  refusedAs,
  SENDER_LOCK,
  seesVersion,
  sendable,
  takeUp,
  within,
} from "./rules";
import { send } from "./send";
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
    const { accessToken, me } = await underSessionLock(() => payload(api.POST("/api/auth/refresh")));
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
  for (;;) {
    const { entries } = await store.read();
    const { value: next } = sendable(entries, (lane) => stuck.has(lane)).next();
    if (!next) break;
    const error = await sendOne(store, uid, next);
    if (error === undefined) continue;
    if (isWithoutAnswer(error)) throw error;
    stuck.add(laneOf(next.change));
  }
  if (stuck.size > 0) throw new Error("The server could not take all of it yet.");
}

/** Answers why it has to wait, if it does. */
async function sendOne(store: OutboxStore, uid: string, { seq }: Entry): Promise<unknown> {
  const entry = await store.update(seq, (each) => ({ ...each, state: "sending" }));
  // It was taken back meanwhile.
  if (!entry) return undefined;
  const { change } = entry;
  const version = change.kind === "changePlaylist" && seesVersion(entry) ? change.version : undefined;
  try {
    const answer = await within((signal) => send(change, { version, signal }));
    await forget(store, entry, answer);
    otherTabs.send({ is: "sent", uid, entry, answer });
    return undefined;
  } catch (error) {
    const isLater = mayWorkLater(entry, error);
    if (isLater) await putBack(store, entry);
    else {
      const refused = refusedAs(entry, error as ApiProblem);
      await store.update(seq, () => refused);
      if (refused) otherTabs.send({ is: "refused", uid, entry: refused, refusal: refusalOf(error as ApiProblem) });
    }
    otherTabs.send({ is: "changed", uid });
    return isLater ? error : undefined;
  }
}
