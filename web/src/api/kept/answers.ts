import {
  hashKey,
  notifyManager,
  type Query,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from "@tanstack/react-query";
import { deleteAllFiles, deleteFiles } from "../kept-files/wipe";
import { ApiProblem } from "../problem";
import { session } from "../session";
import { deleteKept, KeptStore } from "./store";

/**
 * What a member has seen is kept on this device and shown when the server cannot be reached. TanStack's own persisters
 * show the kept copy first and ask afterwards; here the server always has the first word, so nothing changes with one.
 */

/** Which questions are kept, by the beginnings of their keys. Whatever is not named here, the console above all, is not. */
export const keptKeys: readonly QueryKey[] = [
  ["me", "feed"],
  ["me", "likes"],
  ["me", "listening"],
  ["me", "lost-notes"],
  ["me", "new-notes"],
  ["me", "profile"],
  ["me", "reading"],
  ["me", "saved"],
  ["highlights"],
  ["courses", "detail"],
  ["notes", "course"],
  ["notes", "album"],
  ["notes", "detail"],
  ["audio", "shelf"],
  ["audio", "course"],
  ["audio", "waveform"],
  ["playlists", "mine"],
  ["playlists", "detail"],
  ["students", "courses"],
  ["students", "detail"],
  ["study"],
  ["studying", "log"],
  ["studying", "settings"],
];

/** What was not confirmed for so long is not shown any more, in milliseconds. */
const KEPT_MS = 30 * 86_400_000;

/** An address that is good for whoever has it, for a while. */
const SIGNED = /[?&](X-Amz-Signature|X-Amz-Credential|Signature|Key-Pair-Id)=/;

/** The same without addresses that are signed. */
export function withoutSigned<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutSigned) as Value;
  if (ArrayBuffer.isView(value)) return value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => !(typeof each === "string" && SIGNED.test(each)));
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutSigned(each)])) as Value;
}

let store: KeptStore | undefined;
/** The answers on this page that are kept ones, by the hash of their question, and when they came. */
const old = new Map<string, number>();
const watchers = new Set<() => void>();

function note(question: string, at: number | undefined): void {
  if (old.get(question) === at) return;
  if (at === undefined) old.delete(question);
  else old.set(question, at);
  for (const watcher of watchers) watcher();
}

const ignore = (error: unknown) => console.warn("What is kept on this device could not be reached.", error);

async function ask<T>(
  queryFn: (context: QueryFunctionContext) => T | Promise<T>,
  context: QueryFunctionContext,
  query: Query,
): Promise<T> {
  const before = store;
  const question = query.queryHash;
  try {
    const data = await queryFn(context);
    note(question, undefined);
    // A page that is open to everyone asks before it is known who looks at it.
    const of = before ?? store;
    if (of && of === store) void of.write(question, { data: withoutSigned(data), at: Date.now() }).catch(ignore);
    return data;
  } catch (error) {
    const of = before ?? store;
    const isOutOfReach = error instanceof ApiProblem && error.status === 0;
    // What the page has is newer than what was kept, unless it was kept itself.
    const hasNewer = query.state.data !== undefined && !old.has(question);
    if (!isOutOfReach || hasNewer || !of) throw error;
    const kept = await of.read(question).catch(() => undefined);
    if (!kept || of !== store) throw error;
    if (Date.now() - kept.at > KEPT_MS) {
      void of.drop(question).catch(ignore);
      throw error;
    }
    note(question, kept.at);
    // Once it is the answer: it is as old as it is, and asked for again when somebody comes back to it.
    notifyManager.schedule(() => query.setState({ dataUpdatedAt: kept.at }));
    return kept.data as T;
  }
}

/** Keeps what this client asks for of `keptKeys`, and answers from it when the server cannot be reached. */
export function keepAnswers(queries: QueryClient): void {
  for (const key of keptKeys) {
    queries.setQueryDefaults(key, { persister: ask as never, networkMode: "offlineFirst" });
  }
  session.watch(follow);
  follow();
}

/** Follows the session: one person's store is never another's, and goes when they sign out. */
function follow(): void {
  const state = session.state();
  const uid = state.status === "signed-in" && !state.isPassing ? state.me.uid : undefined;
  if (uid === store?.uid && !(uid === undefined && state.status === "signed-out" && state.reason === "logout")) return;
  const before = store;
  before?.close();
  store = uid === undefined ? undefined : new KeptStore(uid);
  old.clear();
  const isOver = state.status === "signed-out" && state.reason === "logout";
  if (state.status === "signed-in" || isOver) deleteKept(uid, before?.uid).catch(ignore);
  // What somebody else left here waits for its owner; where it is not known whose it is, nothing does.
  if (isOver) (before ? deleteFiles(before.uid) : deleteAllFiles()).catch(ignore);
}

/** What this device keeps of a question, also while the server can be reached: for what only goes on from there. */
export async function keptAnswer(question: QueryKey): Promise<unknown> {
  return (await store?.read(hashKey(question)).catch(() => undefined))?.data;
}

/** Keeps an answer that was not asked for. */
export async function keepAnswer(question: QueryKey, data: unknown): Promise<void> {
  await store?.write(hashKey(question), { data: withoutSigned(data), at: Date.now() }).catch(ignore);
}

/** Since when the oldest of these answers is not the newest any more; nothing when all are the server's. */
export function oldestOf(questions: Iterable<string>): number | undefined {
  const times = [...questions].flatMap((question) => old.get(question) ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Called when an answer on this page becomes a kept one or the server's. */
export function watchKept(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** What is kept under this name for the person who is signed in; nothing on a shared computer, and nothing too old. */
export async function readKept(name: string): Promise<unknown> {
  const kept = await store?.read(name).catch(() => undefined);
  return kept && Date.now() - kept.at <= KEPT_MS ? kept.data : undefined;
}

/** Keeps something else than an answer for the person who is signed in, until they sign out. */
export function keep(name: string, data: unknown): void {
  void store?.write(name, { data, at: Date.now() }).catch(ignore);
}
