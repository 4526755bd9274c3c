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
import { createWatchers } from "@/lib/watchers";
import { session } from "@/session/session";
import { deleteAllFiles, deleteFiles, deleteModel } from "../files/delete-files";
import { type CachedResponse, deleteOtherCaches, OfflineCache } from "./store";

/**
 * Persists query responses on this device and serves them when the server cannot be reached. TanStack's persisters show
 * the cached copy first; here the server's response always takes precedence, so fast connections see no change.
 */

/** Key prefixes of the queries persisted for offline use. Console queries are never persisted. */
export const persistedQueryKeys: readonly QueryKey[] = [
  ["me", "bookmarks"],
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
  ["audio", "detail"],
  ["audio", "waveform"],
  ["audio", "transcript"],
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

/** Maximum age of a cached response in milliseconds. */
const MAX_AGE_MS = 30 * 86_400_000;

/** Delay in milliseconds after which a cached response is shown while the request continues. */
const SLOW_AFTER_MS = 3000;

/** Matches signed URLs, which grant access to anyone who has them and must not be persisted. */
const PRESIGNED_URL = /[?&](X-Amz-Signature|X-Amz-Credential|Signature|Key-Pair-Id)=/;

/** Removes properties that contain a signed URL, at any depth. */
export function stripPresignedUrls<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(stripPresignedUrls) as Value;
  if (ArrayBuffer.isView(value)) return value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => !(typeof each === "string" && PRESIGNED_URL.test(each)));
  return Object.fromEntries(entries.map(([name, each]) => [name, stripPresignedUrls(each)])) as Value;
}

let store: OfflineCache | undefined;
/** Cached responses shown on this page: time of the response (Unix milliseconds) by query hash. */
const cachedAt = new Map<string, number>();
const watchers = createWatchers();

function setCachedAt(queryHash: string, at: number | undefined): void {
  if (cachedAt.get(queryHash) === at) return;
  if (at === undefined) cachedAt.delete(queryHash);
  else cachedAt.set(queryHash, at);
  watchers.tell();
}

const ignore = (error: unknown) => console.warn("What is kept on this device could not be reached.", error);

type QueryFn<T> = (context: QueryFunctionContext) => T | Promise<T>;

/**
 * Returns the server's response, or a cached one if the server is unreachable or slow. A late response replaces the
 * cached one.
 */
async function fetchWithFallback<T>(queryFn: QueryFn<T>, context: QueryFunctionContext, query: Query): Promise<T> {
  const response = fromServer(queryFn, context, query);
  const arrived = new AbortController();
  const end = () => arrived.abort();
  response.then(end, end);
  const cached = await cachedIfLate(query, arrived.signal);
  if (!cached) return response;
  response.then(
    (data) => {
      const isOvertaken = cachedAt.has(query.queryHash) || query.state.dataUpdatedAt !== cached.at;
      if (!isOvertaken) query.setData(data);
    },
    // The server returned an error: a refetch shows it.
    () => void context.client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
  );
  return shown(query, cached) as T;
}

/**
 * Returns the cached response if the request takes longer than `SLOW_AFTER_MS`. Returns `undefined` if the response
 * arrived first.
 */
async function cachedIfLate(query: Query, arrived: AbortSignal): Promise<CachedResponse | undefined> {
  const of = await ownerWhenLate(arrived);
  const cached = of && (await cachedFor(of, query).catch(() => undefined));
  return !cached || arrived.aborted || of !== store || isTooOld(cached) ? undefined : cached;
}

/** Waits until the request is late and the user is known. Resolves with `undefined` if the response arrived first. */
function ownerWhenLate(arrived: AbortSignal): Promise<OfflineCache | undefined> {
  return new Promise((resolve) => {
    let stopWatching: () => void = () => undefined;
    const end = () => {
      clearTimeout(timer);
      stopWatching();
      resolve(arrived.aborted ? undefined : store);
    };
    const timer = setTimeout(() => {
      const look = () => store && end();
      stopWatching = session.watch(look);
      look();
    }, SLOW_AFTER_MS);
    arrived.addEventListener("abort", end, { once: true });
  });
}

const isTooOld = ({ at }: CachedResponse) => Date.now() - at > MAX_AGE_MS;

/** Marks the query as showing a cached response and returns its data. */
function shown(query: Query, { data, at }: CachedResponse): unknown {
  setCachedAt(query.queryHash, at);
  // TanStack sets the update time to now; schedule the real age after that, so that the query counts as stale.
  notifyManager.schedule(() => query.setState({ dataUpdatedAt: at }));
  return data;
}

async function fromServer<T>(queryFn: QueryFn<T>, context: QueryFunctionContext, query: Query): Promise<T> {
  const before = store;
  const queryHash = query.queryHash;
  try {
    const data = await queryFn(context);
    setCachedAt(queryHash, undefined);
    // A public page may start its requests before the session is known.
    const of = before ?? store;
    if (of && of === store) void of.write(queryHash, { data: stripPresignedUrls(data), at: Date.now() }).catch(ignore);
    return data;
  } catch (error) {
    const of = before ?? store;
    const status = error instanceof ApiProblem ? error.status : undefined;
    // Do not show content again that was deleted or that the user may no longer see.
    if (of && (status === 403 || status === 404))
      for (const name of [queryHash, allPagesKey(queryHash)]) void of.drop(name).catch(ignore);
    if (status !== 0 || !of) throw error;
    const cached = await cachedFor(of, query).catch(() => undefined);
    if (!cached || of !== store) throw error;
    if (isTooOld(cached)) {
      void of.drop(queryHash).catch(ignore);
      throw error;
    }
    return shown(query, cached) as T;
  }
}

/** Cache name of the complete copy of a list. It is stored beside the pages that were viewed last. */
const allPagesKey = (queryHash: string) => `whole ${queryHash}`;

/** Returns true if the data contains every page of a list, or is not a list. */
function hasAllPages({ options }: Query, data: unknown): boolean {
  const { getNextPageParam } = options as Partial<InfiniteQueryPageParamsOptions>;
  if (!getNextPageParam) return true;
  const { pages, pageParams } = data as InfiniteData<unknown>;
  return pages.length > 0 && getNextPageParam(pages.at(-1), pages, pageParams.at(-1), pageParams) == null;
}

/** Returns the newest cached response. For a partly loaded list, prefers the copy with all pages. */
async function cachedFor(of: OfflineCache, query: Query): Promise<CachedResponse | undefined> {
  const queryHash = query.queryHash;
  const isShown = query.state.data !== undefined && !cachedAt.has(queryHash);
  // Data that this page has from the server is newer than the cache. Only the complete copy may have further pages.
  if (isShown) return query.state.fetchMeta?.fetchMore ? of.read(allPagesKey(queryHash)) : undefined;
  const newest = await of.read(queryHash);
  if (newest && hasAllPages(query, newest.data)) return newest;
  return (await of.read(allPagesKey(queryHash))) ?? newest;
}

/**
 * Persists the queries under `persistedQueryKeys`, and answers them from the cache if the server is unreachable or
 * slow.
 */
export function installPersister(queries: QueryClient): void {
  for (const key of persistedQueryKeys) {
    queries.setQueryDefaults(key, { persister: fetchWithFallback as never, networkMode: "offlineFirst" });
  }
  session.watch(follow);
  follow();
}

/** Deletes expired responses when the browser is idle. */
function deleteExpired(of: OfflineCache): void {
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  whenIdle(() => {
    if (of === store) of.dropBefore(Date.now() - MAX_AGE_MS).catch(ignore);
  });
}

/**
 * Opens the cache of the signed-in user and deletes the caches of other users. Signing out deletes the user's cache and
 * files.
 */
function follow(): void {
  const state = session.state();
  const uid = state.status === "signed-in" && !state.isSharedComputer ? state.me.uid : undefined;
  if (uid === store?.uid && !(uid === undefined && state.status === "signed-out" && state.reason === "logout")) return;
  const before = store;
  before?.close();
  store = uid === undefined ? undefined : new OfflineCache(uid);
  if (store) deleteExpired(store);
  cachedAt.clear();
  const isOver = state.status === "signed-out" && state.reason === "logout";
  if (state.status === "signed-in" || isOver) deleteOtherCaches(uid, before?.uid).catch(ignore);
  // The files of another user stay until that user returns. If the former user is unknown, delete all files.
  if (isOver) (before ? deleteFiles(before.uid) : deleteAllFiles()).catch(ignore);
  if (isOver) deleteModel().catch(ignore);
}

/** Returns the cached response of a query without contacting the server. */
export async function readCachedQuery(queryKey: QueryKey): Promise<unknown> {
  return (await store?.read(hashKey(queryKey)).catch(() => undefined))?.data;
}

/** Stores data for a query that did not come from the query's own request. */
export async function writeCachedQuery(queryKey: QueryKey, data: unknown): Promise<void> {
  await store?.write(hashKey(queryKey), { data: stripPresignedUrls(data), at: Date.now() }).catch(ignore);
}

/**
 * Stores all pages of a list. The copy stays until it is replaced, even when a later fetch loads only the first pages.
 */
export function cacheAllPages(queryKey: QueryKey, data: InfiniteData<unknown>): void {
  void writeCachedValue(allPagesKey(hashKey(queryKey)), stripPresignedUrls(data));
}

/**
 * Returns the time of the oldest cached response among these query hashes, or `undefined` if all came from the server.
 */
export function oldestCachedAt(queryHashes: Iterable<string>): number | undefined {
  const times = [...queryHashes].flatMap((queryHash) => cachedAt.get(queryHash) ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Subscribes to changes between cached and live responses. Returns the unsubscribe function. */
export const subscribeStale = watchers.watch;

/** Deletes the cached response of a query and the complete copy of its list. */
export async function deleteCachedQuery(queryKey: QueryKey): Promise<void> {
  const name = hashKey(queryKey);
  for (const each of [name, allPagesKey(name)]) await deleteCachedValue(each);
}

/** Deletes the value stored under this name by `writeCachedValue`. */
export async function deleteCachedValue(name: string): Promise<void> {
  await store?.drop(name).catch(ignore);
}

/** Deletes the values stored by `writeCachedValue` under names that start with `prefix`. */
export async function deleteCachedValues(prefix: string): Promise<void> {
  await store?.dropPrefix(prefix).catch(ignore);
}

/** Deletes the cached responses of the queries below `root` for which `isUnwanted` returns true. */
export async function deleteCachedQueries(root: QueryKey, isUnwanted: (key: QueryKey) => boolean): Promise<void> {
  const prefix = hashKey(root).slice(0, -1);
  await store?.dropPrefix(`${prefix},`, (queryHash) => isUnwanted(JSON.parse(queryHash))).catch(ignore);
}

/** Returns the unexpired value stored under this name. Returns `undefined` on a shared computer. */
export async function readCachedValue(name: string): Promise<unknown> {
  const cached = await store?.read(name).catch(() => undefined);
  return cached && Date.now() - cached.at <= MAX_AGE_MS ? cached.data : undefined;
}

/** Returns the unexpired values stored under names that start with `prefix`. */
export async function readCachedValues(prefix: string): Promise<unknown[]> {
  const cached = (await store?.readPrefix(prefix).catch(() => undefined)) ?? [];
  return cached.filter((each) => !isTooOld(each)).map(({ data }) => data);
}

/** Returns the cache of the signed-in user, or `undefined` on a shared computer. */
export const currentOfflineCache = (): OfflineCache | undefined => store;

/**
 * Stores a value that is not a query response until the user signs out. Returns false if this device does not store it:
 * on a shared computer, without IndexedDB or without space.
 */
export async function writeCachedValue(name: string, data: unknown): Promise<boolean> {
  if (!store) return false;
  try {
    await store.write(name, { data, at: Date.now() });
    return true;
  } catch (error) {
    ignore(error);
    return false;
  }
}
