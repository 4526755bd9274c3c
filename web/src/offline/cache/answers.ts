import {
  hashKey,
  type InfiniteData,
  type InfiniteQueryPageParamsOptions,
  notifyManager,
  type Query,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiProblem } from "@/api/problem";
import { session } from "@/session/session";
import { deleteAllFiles, deleteFiles } from "../files/wipe";
import { deleteKept, type KeptAnswer, KeptStore } from "./store";

/**
 * What a member has seen is kept on this device and shown when the server cannot be reached. TanStack's own persisters
 * show the kept copy first and ask afterwards; here the server always has the first word, so nothing changes with one.
 */

/** Which questions are kept, by the beginnings of their keys. Whatever is not named here, the console above all, is not. */
export const keptKeys: readonly QueryKey[] = [
  ["me", "cards"],
  ["me", "exams"],
  ["me", "feed"],
  ["me", "likes"],
  ["me", "listening"],
  ["me", "new-notes"],
  ["me", "places"],
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
  ["requests", "mine"],
  ["students", "courses"],
  ["students", "detail"],
  ["students", "people"],
  ["study"],
  ["studying", "log"],
  ["studying", "settings"],
];

/** What was not confirmed for so long is not shown any more, in milliseconds. */
const KEPT_MS = 30 * 86_400_000;

/** A server that has not answered by then is not waited for where this device keeps the answer, in milliseconds. */
const PATIENCE_MS = 3000;

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

type QueryFn<T> = (context: QueryFunctionContext) => T | Promise<T>;

/** The server's answer, or a kept one where the server cannot be reached or says nothing for too long. */
async function ask<T>(queryFn: QueryFn<T>, context: QueryFunctionContext, query: Query): Promise<T> {
  const asked = fromServer(queryFn, context, query);
  const isHere = new AbortController();
  const end = () => isHere.abort();
  asked.then(end, end);
  const kept = await keptIfLate(query, isHere.signal);
  if (!kept) return asked;
  asked.then(
    (data) => {
      const isOvertaken = old.has(query.queryHash) || query.state.dataUpdatedAt !== kept.at;
      if (!isOvertaken) query.setData(data);
    },
    // It was an answer, which another try shows.
    () => void context.client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
  );
  return shown(query, kept) as T;
}

/** What is kept of an answer that has not come by the time at which it is late; nothing once it has. */
async function keptIfLate(query: Query, isHere: AbortSignal): Promise<KeptAnswer | undefined> {
  const of = await ownerWhenLate(isHere);
  const kept = of && (await keptOf(of, query).catch(() => undefined));
  return !kept || isHere.aborted || of !== store || isTooOld(kept) ? undefined : kept;
}

/** Waits until an answer is late and it is known whose it is; nothing once it is here. */
function ownerWhenLate(isHere: AbortSignal): Promise<KeptStore | undefined> {
  return new Promise((resolve) => {
    let stopWatching: () => void = () => undefined;
    const end = () => {
      clearTimeout(timer);
      stopWatching();
      resolve(isHere.aborted ? undefined : store);
    };
    const timer = setTimeout(() => {
      const look = () => store && end();
      stopWatching = session.watch(look);
      look();
    }, PATIENCE_MS);
    isHere.addEventListener("abort", end, { once: true });
  });
}

const isTooOld = ({ at }: KeptAnswer) => Date.now() - at > KEPT_MS;

/** A kept answer, which is known to be one from now on. */
function shown(query: Query, { data, at }: KeptAnswer): unknown {
  note(query.queryHash, at);
  // Once it is the answer: it is as old as it is, and asked for again when somebody comes back to it.
  notifyManager.schedule(() => query.setState({ dataUpdatedAt: at }));
  return data;
}

async function fromServer<T>(queryFn: QueryFn<T>, context: QueryFunctionContext, query: Query): Promise<T> {
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
    const status = error instanceof ApiProblem ? error.status : undefined;
    // What was taken down, or is not for this person any more, is not shown again.
    if (of && (status === 403 || status === 404))
      for (const name of [question, wholeName(question)]) void of.drop(name).catch(ignore);
    if (status !== 0 || !of) throw error;
    const kept = await keptOf(of, query).catch(() => undefined);
    if (!kept || of !== store) throw error;
    if (isTooOld(kept)) {
      void of.drop(question).catch(ignore);
      throw error;
    }
    return shown(query, kept) as T;
  }
}

/** A list that is kept with all its pages, whatever of it was looked at since, is kept under this name as well. */
const wholeName = (question: string) => `whole ${question}`;

/** Whether these are all pages of a list, or no list. */
function isWhole({ options }: Query, data: unknown): boolean {
  const { getNextPageParam } = options as Partial<InfiniteQueryPageParamsOptions>;
  if (!getNextPageParam) return true;
  const { pages, pageParams } = data as InfiniteData<unknown>;
  return pages.length > 0 && getNextPageParam(pages.at(-1), pages, pageParams.at(-1), pageParams) == null;
}

/** What there is to answer a question with: the newest, and of a list that has only begun, the one with all its pages. */
async function keptOf(of: KeptStore, query: Query): Promise<KeptAnswer | undefined> {
  const question = query.queryHash;
  const isShown = query.state.data !== undefined && !old.has(question);
  // What the page has is newer than what was kept, unless it was kept itself; but there may be more of it.
  if (isShown) return query.state.fetchMeta?.fetchMore ? of.read(wholeName(question)) : undefined;
  const newest = await of.read(question);
  if (newest && isWhole(query, newest.data)) return newest;
  return (await of.read(wholeName(question))) ?? newest;
}

/** Keeps what this client asks for of `keptKeys`, and answers from it when the server cannot be reached. */
export function keepAnswers(queries: QueryClient): void {
  for (const key of keptKeys) {
    queries.setQueryDefaults(key, { persister: ask as never, networkMode: "offlineFirst" });
  }
  session.watch(follow);
  follow();
}

/** Deletes what is too old to be shown, once the page has nothing else to do. */
function dropOld(of: KeptStore): void {
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  whenIdle(() => {
    if (of === store) of.dropBefore(Date.now() - KEPT_MS).catch(ignore);
  });
}

/** Follows the session: one person's store is never another's, and goes when they sign out. */
function follow(): void {
  const state = session.state();
  const uid = state.status === "signed-in" && !state.isPassing ? state.me.uid : undefined;
  if (uid === store?.uid && !(uid === undefined && state.status === "signed-out" && state.reason === "logout")) return;
  const before = store;
  before?.close();
  store = uid === undefined ? undefined : new KeptStore(uid);
  if (store) dropOld(store);
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

/** Keeps all pages of a list for as long as nobody keeps them anew, also while only its first ones are asked for. */
export function keepWhole(question: QueryKey, data: InfiniteData<unknown>): void {
  keep(wholeName(hashKey(question)), withoutSigned(data));
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

/** Forgets what is kept of a question, also all pages of its list: what it is about is not there any more. */
export async function forgetAnswer(question: QueryKey): Promise<void> {
  const name = hashKey(question);
  for (const each of [name, wholeName(name)]) await forget(each);
}

/** Forgets what `keep` has kept under this name. */
export async function forget(name: string): Promise<void> {
  await store?.drop(name).catch(ignore);
}

/** What is kept under this name for the person who is signed in; nothing on a shared computer, and nothing too old. */
export async function readKept(name: string): Promise<unknown> {
  const kept = await store?.read(name).catch(() => undefined);
  return kept && Date.now() - kept.at <= KEPT_MS ? kept.data : undefined;
}

/** What is kept for the person who is signed in; nothing on a shared computer. */
export const keptStore = (): KeptStore | undefined => store;

/** Keeps something else than an answer for the person who is signed in, until they sign out. */
export function keep(name: string, data: unknown): void {
  void store?.write(name, { data, at: Date.now() }).catch(ignore);
}
