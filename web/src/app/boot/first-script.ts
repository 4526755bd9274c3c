/**
 * Inline bootstrap script, which runs while the app bundle loads. Prefetches the session, the page's first API requests
 * and its code. The app takes the responses from `lib/loading/prefetched-responses` and repeats failed requests.
 */

import { type BatchedResponse, fetchBatched, toResponse } from "@/api/request-batching";
import { catalogueFileUrl, MANIFEST_URL } from "@/core/catalogue/urls";
import { searchWorker } from "@/core/search/client";
import type { CatalogueManifest } from "@/core/wasm";
import { BOOTSTRAP_PATH, bootstrapUser, storedETag } from "@/data/me/bootstrap-etag";
import { NOTE_UPDATES_PATH, NOTE_UPDATES_STALE_MS, noteUpdatesAtMs, studyLogDeltaUrl } from "@/data/me/device-markers";
import { storePrefetched } from "@/lib/loading/prefetched-responses";
import { type PageId, pages } from "@/lib/urls/pages";
import { outboxChannel } from "@/offline/outbox/outbox-channel";
import { pendingSignOut } from "@/session/pending-sign-out";
import { hasSessionHint, REFRESH_TIMEOUT_MS, withSessionLock } from "@/session/session-hint";
import { loadLayout, pageModules } from "../pages";
import { matchPage } from "./match-page";

const REFRESH = "/api/auth/refresh";

/** The part of a renewed session that this script needs. */
interface Renewed {
  me?: { uid: string };
  responses?: BatchedResponse[];
}

/** Starts to load and run modules once the document is parsed, because the app needs the whole document. */
function loadWhenParsed(...loads: (() => Promise<unknown>)[]): void {
  const begin = () => {
    if (document.readyState === "loading") return;
    document.removeEventListener("readystatechange", begin);
    for (const load of loads) load().catch(() => undefined);
  };
  document.addEventListener("readystatechange", begin);
  begin();
}

interface PrefetchRequest {
  path: string;
  ifNoneMatch?: string;
  /** Id of the user whose cached data the response omits. */
  cachedFor?: string;
}

/**
 * Adds ETags for cached data and omits requests whose data is still fresh. For users who study, also requests new
 * entries of the review log.
 */
function withETags(paths: readonly string[], page: PageId | undefined): PrefetchRequest[] {
  const uid = bootstrapUser();
  if (uid === undefined) return paths.map((path) => ({ path }));
  const tag = storedETag(uid);
  const log = studyLogDeltaUrl(uid);
  // My Notes always fetches the updates; the dashboard only when they are stale.
  const hasUpdates = page !== "myNotes" && Date.now() - noteUpdatesAtMs(uid) < NOTE_UPDATES_STALE_MS;
  const requests = paths
    .filter((path) => path !== NOTE_UPDATES_PATH || !hasUpdates)
    .map((path) =>
      path === BOOTSTRAP_PATH && tag !== undefined ? { path, ifNoneMatch: tag, cachedFor: uid } : { path },
    );
  return log === undefined ? requests : [...requests, { path: log, cachedFor: uid }];
}

/**
 * Renews the session and sends the page's first requests in the same call. Stores each response as prefetched; the app
 * repeats missing ones.
 */
function refreshAndPrefetch(requests: readonly PrefetchRequest[]): void {
  const refreshed = withSessionLock(() =>
    fetch(REFRESH, {
      method: "POST",
      headers: { "X-Note-Ninja": "1", "Content-Type": "application/json" },
      body: JSON.stringify({ requests: requests.map(({ path, ifNoneMatch }) => ({ path, ifNoneMatch })) }),
      credentials: "same-origin",
      priority: "high",
      keepalive: true,
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    }),
  );
  storePrefetched(`POST ${REFRESH}`, refreshed);
  const renewed = refreshed.then(async (reply) => (await reply.clone().json()) as Renewed);
  renewed.catch(() => undefined);
  for (const [index, { path, cachedFor }] of requests.entries()) {
    const response = renewed.then(({ responses, me }) => {
      // A response that omits the cached data of one user is wrong for another.
      const isTheirs = cachedFor === undefined || me?.uid === cachedFor;
      const own = isTheirs ? toResponse(responses?.[index]) : undefined;
      if (!own) throw new Error(`There is no response to ${path} yet.`);
      return own;
    });
    storePrefetched(`GET ${path}`, response);
  }
}

async function manifestAndFiles(): Promise<Response> {
  const manifest = await fetch(MANIFEST_URL, { cache: "no-cache", priority: "high" });
  if (manifest.ok) {
    const { file, counts } = (await manifest.clone().json()) as Pick<CatalogueManifest, "file" | "counts">;
    // Store these requests before this function returns the manifest, so that the app does not request the files again.
    for (const address of [file, ...(counts ? [counts.file] : [])].map(catalogueFileUrl)) {
      storePrefetched(`GET ${address}`, fetch(address));
    }
  }
  return manifest;
}

function prefetchCatalogue(): void {
  searchWorker();
  storePrefetched(`GET ${MANIFEST_URL}`, manifestAndFiles());
}

function prefetchPublic(paths: readonly string[]): void {
  for (const path of paths) storePrefetched(`GET ${path}`, fetchBatched(new Request(path)));
}

function start(): void {
  const isMember = !pendingSignOut.isPending() && hasSessionHint();
  const page = matchPage(location.pathname, isMember);
  const isAccountPage = page && pages[page.name].layout === "account";
  const requests = page && location.search === "" ? page.requests : [];
  if (isMember) {
    // Buffer messages of other tabs: their changes from now on may be newer than these responses.
    outboxChannel.buffer();
    refreshAndPrefetch(isAccountPage ? [] : withETags(requests, page?.name));
  }
  if (!page) return;
  const load = pageModules[page.name];
  if (isAccountPage) {
    loadWhenParsed(load);
    return;
  }
  if (!isMember && pages[page.name].audience !== "visitor") {
    // The guard will redirect to the sign-in page.
    loadWhenParsed(pageModules.signIn);
    return;
  }
  loadWhenParsed(loadLayout, load);
  if (!isMember) prefetchPublic(requests);
  if (pages[page.name].usesCatalogue) prefetchCatalogue();
}

start();
