import type { ApiProblem } from "@/api/problem";
import type { Entry, OwnCardWork, StudyWork } from "./kinds/changes";
import { type Answer, send } from "./kinds/send";
import { type Answered, forget, inTime, mayWorkLater, putBack, refusedAs, seesVersion, sendTogether } from "./rules";
import type { OutboxStore } from "./store";

/** Callbacks and state for sending changes. The page and its service worker implement it. */
export interface Sender {
  store: OutboxStore;
  /** Version of each playlist after the last confirmed change. */
  versions: Map<string, number>;
  /** Stores review events before they leave the outbox. */
  keepStudy(work: StudyWork): Promise<void>;
  confirmed(entry: Entry, answer: Answer): void;
  /** `rejected` is the entry to keep for the user's decision, or `undefined` if the user cannot correct it. */
  refused(entry: Entry, rejected: Entry | undefined, problem: ApiProblem): Promise<void>;
  /** Called after any change of the outbox except the removal of confirmed entries. */
  changed(): Promise<void>;
}

/**
 * Sends changes of one lane in one request and stores the outcome. Returns the error if they must be retried. If a
 * batch is refused, sends each change separately, because the response does not name the refused one.
 */
export async function deliver(sender: Sender, waiting: readonly Entry[]): Promise<unknown> {
  const { store } = sender;
  const entries: Entry[] = [];
  for (const { seq } of waiting) {
    // The entry may have been merged or removed since it was read.
    const entry = await store.update(seq, (each) => ({ ...each, state: "sending" }));
    if (entry) entries.push(entry);
  }
  const [first, ...more] = entries;
  if (!first) return undefined;
  let answers: readonly Answered[];
  try {
    answers = await inTime((signal) =>
      more.length > 0 ? sendTogether(entries, signal) : sendAlone(sender, first, signal),
    );
  } catch (error) {
    if (entries.every((entry) => mayWorkLater(entry, error))) {
      for (const entry of entries) await putBack(store, entry);
      await sender.changed();
      return error;
    }
    if (more.length > 0) {
      let reason: unknown;
      for (const entry of entries) reason = (await deliver(sender, [entry])) ?? reason;
      return reason;
    }
    const problem = error as ApiProblem;
    await sender.refused(first, refusedAs(first, problem), problem);
    await sender.changed();
    return undefined;
  }
  for (const { entry, answer } of answers) await confirm(sender, entry, answer);
  return undefined;
}

async function sendAlone({ versions }: Sender, entry: Entry, signal: AbortSignal): Promise<Answered[]> {
  return [{ entry, answer: await send(entry.change, { version: versionFor(entry, versions), signal }) }];
}

async function confirm(sender: Sender, entry: Entry, answer: Answer): Promise<void> {
  const { change } = entry;
  if (change.kind === "changePlaylist") sender.versions.set(change.id, (answer as Answer<typeof change>).version);
  if (change.kind === "study") await sender.keepStudy(change);
  if (change.kind === "ownCard") await rebase(sender.store, change, answer as Answer<typeof change>);
  const isAnother = await forget(sender.store, entry, answer);
  sender.confirmed(entry, answer);
  if (isAnother) await sender.changed();
}

/** Updates the version on which the waiting edits of a personal card are based. */
async function rebase(store: OutboxStore, { id }: OwnCardWork, answer: Answer<OwnCardWork>): Promise<void> {
  const version = "card" in answer ? answer.card.version : undefined;
  await store.updateAll((entry) =>
    entry.change.kind === "ownCard" && entry.change.id === id && entry.state === "waiting"
      ? { ...entry, change: { ...entry.change, version } }
      : entry,
  );
}

/**
 * Returns the version that a change is based on. A delayed playlist change is merged on the server, so it names none.
 * An edit of a personal card replaces the whole text, so it always names one.
 */
function versionFor(entry: Entry, versions: ReadonlyMap<string, number>): number | undefined {
  const { change } = entry;
  if (change.kind === "ownCard") return change.version;
  if (change.kind !== "changePlaylist" || !seesVersion(entry)) return undefined;
  return change.version ?? versions.get(change.id);
}
