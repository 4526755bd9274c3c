import { unreachableProblem } from "@/api/problem";
import { ADDRESSES_MAX } from "@/core/limits";
import { fetchSignedAudioUrls, type SignedAudioUrl } from "@/data/audio/playback";
import { preferredFile } from "@/data/audio/rendition";

/** Minimum remaining lifetime of a usable URL in milliseconds. */
const MIN_LIFE_MS = 60_000;

/** Maximum number of upcoming tracks to prefetch URLs for. About this many play within the lifetime of a URL. */
const SOON_MAX = 8;

/** Thrown when the audio note no longer exists, so that a new URL would not help. */
export class AudioNotFound extends Error {
  override readonly name = "AudioGone";
}

type PlayableUrl = Pick<SignedAudioUrl, "id" | "url" | "expiresAt" | "rendition" | "loudnessLufs"> & {
  waveformVersion?: string;
};

/** Requests URLs for `ids` and for the upcoming tracks `soon`. `missing` are the ids that no longer exist. */
type SignUrls = (
  ids: readonly string[],
  soon: readonly string[],
) => Promise<{
  items: readonly PlayableUrl[];
  missing: readonly string[];
}>;

interface Held {
  url: string;
  /** URL of the original. Differs from `url` if that is the URL of the smaller rendition. */
  original: string;
  expiresAtMs: number;
  loudnessLufs: number | undefined;
  /** Version of the waveform of the file behind the URL. */
  waveformVersion: string | undefined;
}

interface PendingUrl {
  promise: Promise<string>;
  resolve: (url: string) => void;
  reject: (error: unknown) => void;
}

function pendingUrl(): PendingUrl {
  let [resolve, reject]: [PendingUrl["resolve"], PendingUrl["reject"]] = [() => undefined, () => undefined];
  const promise = new Promise<string>((succeed, fail) => {
    resolve = succeed;
    reject = fail;
  });
  // Avoid an unhandled rejection if no caller waits any longer.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/**
 * Cache of signed audio URLs. They are requested ahead of time and used until shortly before they expire, so that the
 * next track starts without a request. Requests of the same microtask share one call, which also prefetches the URLs of
 * upcoming tracks.
 */
export class SignedUrlCache {
  readonly #held = new Map<string, Held>();
  readonly #pending = new Map<string, PendingUrl>();
  /** Tracks whose rendition did not play. */
  readonly #originalOnly = new Set<string>();
  /** Ids to include in the next request. */
  #waiting: string[] = [];
  readonly #soon: () => readonly string[];
  readonly #ask: SignUrls;

  /** `soon` returns the ids of the upcoming tracks. */
  constructor(soon: () => readonly string[] = () => [], ask: SignUrls = fetchSignedAudioUrls) {
    this.#soon = soon;
    this.#ask = ask;
  }

  /** Returns the cached URL if it has enough lifetime left. */
  getCached(id: string): string | undefined {
    const held = this.#held.get(id);
    return held && held.expiresAtMs - Date.now() > MIN_LIFE_MS ? held.url : undefined;
  }

  /** Returns the loudness of a recording whose URL was requested, in LUFS. */
  loudnessOf(id: string): number | undefined {
    return this.#held.get(id)?.loudnessLufs;
  }

  /** Returns the version of the waveform of the file that plays, if its URL was requested. */
  waveformVersionOf(id: string | undefined): string | undefined {
    return id === undefined ? undefined : this.#held.get(id)?.waveformVersion;
  }

  /** Returns true if `url` expires soon or is not the cached one. */
  isExpiring(id: string, url: string): boolean {
    return this.getCached(id) !== url;
  }

  /** Returns the URL, requesting it if necessary. Rejects with `AudioNotFound` or with the error of the request. */
  get(id: string): Promise<string> {
    const known = this.getCached(id);
    if (known !== undefined) return Promise.resolve(known);
    const already = this.#pending.get(id);
    if (already) return already.promise;
    const pending = pendingUrl();
    this.#pending.set(id, pending);
    if (this.#waiting.push(id) === 1) queueMicrotask(() => this.#askNow());
    return pending.promise;
  }

  /** Returns the URL of the original if `url` is that of a rendition, which is not used again. */
  fallBack(id: string, url: string): string | undefined {
    const held = this.#held.get(id);
    if (held?.url !== url || held.original === url) return undefined;
    this.#originalOnly.add(id);
    held.url = held.original;
    return held.url;
  }

  /** Discards a URL that did not work. */
  drop(id: string): void {
    this.#held.delete(id);
  }

  clear(): void {
    this.#held.clear();
  }

  #askNow(): void {
    const ids = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < ids.length; at += ADDRESSES_MAX) {
      const some = ids.slice(at, at + ADDRESSES_MAX);
      void this.#askFor(some, this.#alsoSoon(ADDRESSES_MAX - some.length));
    }
  }

  /** Returns up to `room` upcoming ids that are neither cached nor requested, and marks them as requested. */
  #alsoSoon(room: number): string[] {
    const ids = this.#soon()
      .slice(0, SOON_MAX)
      .filter((id) => this.getCached(id) === undefined && !this.#pending.has(id))
      .slice(0, room);
    for (const id of ids) this.#pending.set(id, pendingUrl());
    return ids;
  }

  async #askFor(wantedNow: readonly string[], soon: readonly string[]): Promise<void> {
    const ids = [...wantedNow, ...soon];
    try {
      const { items, missing } = await this.#ask(wantedNow, soon);
      for (const item of items) this.#keep(item);
      for (const id of missing)
        this.#settle(id, (pending) => pending.reject(new AudioNotFound("This audio note was deleted.")));
      // Ids that are neither returned nor missing could not be looked up, for example offline.
      for (const id of ids) this.#settle(id, (pending) => pending.reject(unreachableProblem()));
    } catch (error) {
      for (const id of ids) this.#settle(id, (pending) => pending.reject(error));
    }
  }

  #keep(item: PlayableUrl): void {
    const { id, url: original, expiresAt, loudnessLufs, waveformVersion } = item;
    const { url } = this.#originalOnly.has(id) ? item : preferredFile(item);
    this.#held.set(id, {
      url,
      original,
      expiresAtMs: Date.parse(expiresAt),
      loudnessLufs: loudnessLufs ?? undefined,
      waveformVersion,
    });
    this.#settle(id, (pending) => pending.resolve(url));
  }

  #settle(id: string, how: (pending: PendingUrl) => void): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    how(pending);
  }
}
