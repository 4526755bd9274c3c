import type { QueryClient } from "@tanstack/react-query";
import type { AudioNote } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { requestReaderPrecache, requestSearchPrecache } from "@/lib/loading/precache";
import { readCachedQuery } from "@/offline/cache/query-persister";
import { textKey } from "@/offline/files/cache-keys";
import { isCached } from "@/offline/files/cache-storage";
import { ChecksumMismatch, fetchFile, isQuotaExceeded, UrlExpired } from "@/offline/files/fetch-file";
import type { FilesStore } from "@/offline/files/files-store";
import type { OfflineFile, OfflineFilesState, OfflineItem } from "@/offline/files/items";
import { downloaderPort } from "@/offline/files/offline-files";
import { recordingQuery, waveformQuery } from "../audio/audio";
import { fileToKeep } from "../audio/rendition";
import { isReadableText, type NoteText } from "../notes/note-text";
import { searchPlaceOf } from "../search/audio-places";
import { storeFullTextIndexes } from "../search/full-text-indexes";
import { transcriptQuery } from "../transcripts/transcripts";
import { audioFile, noteFile, signAudioUrls, signNoteUrls } from "./download-plan";
import { purgeRemoved } from "./revalidate";

/** Delays between attempts while files cannot be fetched, in milliseconds; the last one repeats. */
const BACKOFF_MS = [1000, 3000, 10_000, 30_000, 60_000];

/** Number of files whose URLs are requested at once. */
const PRESIGN_AHEAD = 10;

/** Next task: a file of an offline copy, or its additional data. */
interface Next {
  item: OfflineItem;
  file?: OfflineFile;
}

/** Fetches the offline copies of one user, one file after the other. */
export class OfflineFileDownloader {
  readonly #store: FilesStore;
  readonly #queries: QueryClient;
  readonly #end = new AbortController();
  readonly #urls = new Map<string, string>();
  /** Files that have arrived damaged once. */
  readonly #damaged = new Set<string>();
  #current: { next: Next; stop: AbortController } | undefined;
  #wake: () => void = () => undefined;

  constructor(store: FilesStore, queries: QueryClient) {
    this.#store = store;
    this.#queries = queries;
  }

  /** Stops when the session ends. */
  stop(): void {
    this.#end.abort();
    this.#current?.stop.abort();
    this.#wake();
  }

  /** Reacts to a change of the offline copies: cancels a fetch that is no longer needed, and ends the current delay. */
  onChange({ items }: OfflineFilesState): void {
    const current = this.#current?.next;
    const item = items.find(({ key }) => key === current?.item.key);
    const isWanted = item?.state === "wanted" && (!current?.file || item.files.includes(current.file.key));
    if (!isWanted) this.#current?.stop.abort();
    this.#wake();
  }

  /** Fetches until nothing is left that can be fetched. */
  async run(): Promise<void> {
    for (let attempts = 0; !this.#isOver(); ) {
      const next = nextOf(await this.#store.read());
      if (!next) return;
      const stop = new AbortController();
      this.#current = { next, stop };
      try {
        await this.#fetch(next, stop.signal);
        attempts = 0;
      } catch (error) {
        if (stop.signal.aborted || this.#isOver()) continue;
        const problem = problemOf(error, next, this.#damaged);
        if (problem === undefined) {
          console.warn("What is to be kept could not be fetched now.", error);
          await downloaderPort.reload(true);
          await this.#pause(BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length - 1)] ?? 0);
          attempts += 1;
        } else {
          await this.#store.changeItem(next.item.key, (item) => ({ ...item, state: "stopped", problem }));
        }
      } finally {
        this.#current = undefined;
      }
      await downloaderPort.reload(false);
    }
  }

  #isOver(): boolean {
    return this.#end.signal.aborted || downloaderPort.store() !== this.#store;
  }

  async #fetch(next: Next, signal: AbortSignal): Promise<void> {
    const cache = await this.#store.cache();
    if (!next.file) {
      await this.#fetchAssets(next.item, cache, signal);
      return;
    }
    const { file } = next;
    const cacheKey = this.#store.cacheKeyOf(file);
    const here = () => this.#store.changeFile(file, (each) => ({ ...each, isComplete: true }));
    if (await isCached(cache, cacheKey)) {
      await here();
      return;
    }
    const url = await this.#urlOf(next);
    // The file was deleted or replaced, and the list is updated accordingly.
    if (url === undefined) return;
    const onPart = async (parts: number) => {
      await this.#store.changeFile(file, (each) => ({ ...each, parts }));
      await downloaderPort.reload(false);
    };
    try {
      await fetchFile({ file, cacheKey, url, cache, signal, onPart });
    } catch (error) {
      if (error instanceof UrlExpired) this.#urls.clear();
      throw error;
    }
    await here();
  }

  /** Returns the URL of a file, or `undefined` after removing a file that was deleted. */
  async #urlOf({ item, file }: Next): Promise<string | undefined> {
    if (!file) return undefined;
    const known = this.#urls.get(file.key);
    if (known !== undefined) return known;
    const { files } = await this.#store.read();
    const open = item.files.flatMap((key) => files.get(key) ?? []).filter(({ isComplete }) => !isComplete);
    const upcoming = [file, ...open.filter(({ key }) => key !== file.key)].slice(0, PRESIGN_AHEAD);
    const ids = (kind: OfflineFile["kind"]) => upcoming.flatMap((each) => (each.kind === kind ? each.id : []));
    const [notes, audio] = await Promise.all([signNoteUrls(ids("note")), signAudioUrls(ids("audio"))]);
    for (const { id, url } of notes.items) this.#urls.set(`note ${id}`, url);
    for (const each of audio.items) {
      const key = `audio ${each.id}`;
      this.#urls.set(key, fileToKeep(each, files.get(key)?.sha256).url);
    }
    const now = [
      ...notes.items.map(noteFile),
      ...audio.items.map((each) =>
        audioFile(each, files.get(`audio ${each.id}`)?.track, files.get(`audio ${each.id}`)),
      ),
    ];
    const same = now.find(({ key }) => key === file.key);
    if (!same) await purgeRemoved(this.#store, this.#queries, new Set([file.key]));
    else if (same.sha256 !== file.sha256) await this.#store.replaceFiles(item.key, (each) => each, [same]);
    else return this.#urls.get(file.key);
    return undefined;
  }

  /**
   * Fetches the reader and the full-text indexes, then the search, images, waveforms and transcripts. The latter are
   * optional, so failures are ignored.
   */
  async #fetchAssets(item: OfflineItem, cache: Cache, signal: AbortSignal): Promise<void> {
    if (item.files.some((key) => key.startsWith("note "))) await requestReaderPrecache();
    signal.throwIfAborted();
    await this.#storeTexts(item, cache, signal);
    await this.#storeFullText(item, signal);
    await requestSearchPrecache().catch(() => undefined);
    for (const url of item.pictures) {
      signal.throwIfAborted();
      if (await isCached(cache, url)) continue;
      const response = await fetch(url, { signal }).catch(() => undefined);
      // An opaque response cannot be stored, because its content is unknown.
      if (!response?.ok || response.type === "opaque") continue;
      const headers = { "content-type": response.headers.get("content-type") ?? "" };
      await cache.put(url, new Response(await response.blob(), { headers }));
    }
    for (const id of item.files.flatMap((key) => (key.startsWith("audio ") ? key.slice(6) : []))) {
      signal.throwIfAborted();
      // The cached recording may be older than the file.
      await this.#queries.prefetchQuery(waveformQuery({ id }));
      const audio = await readCachedQuery(recordingQuery(id).queryKey);
      if (isAudioNote(audio) && audio.transcriptId) await this.#queries.prefetchQuery(transcriptQuery(audio));
    }
    await this.#store.changeItem(item.key, (each) => ({ ...each, hasAssets: true }));
  }

  /** Stores the texts of the notes beside their files. A text that cannot be fetched now is requested again later. */
  async #storeTexts({ files: keys }: OfflineItem, cache: Cache, signal: AbortSignal): Promise<void> {
    const { files } = await this.#store.read();
    const missing = new Map<string, string>();
    for (const file of keys.flatMap((key) => files.get(key) ?? [])) {
      const at = textKey(this.#store.cacheKeyOf(file));
      if (file.kind === "note" && !(await isCached(cache, at))) missing.set(file.id, at);
    }
    if (missing.size === 0) return;
    const { items } = await signNoteUrls([...missing.keys()]);
    for (const { id, sha256, textUrl } of items) {
      signal.throwIfAborted();
      const at = missing.get(id);
      // After a replacement, the new file is fetched with its text.
      if (textUrl === undefined || at === undefined || files.get(`note ${id}`)?.sha256 !== sha256) continue;
      const response = await fetch(textUrl, { signal });
      if (!response.ok) {
        console.warn(`The text of a note could not be stored: the file store says ${response.status}.`);
        continue;
      }
      const text = await response.text();
      // Another version is requested again later.
      if (!isReadableText(parsed(text))) continue;
      await cache.put(at, new Response(text, { headers: { "content-type": "application/json" } }));
    }
  }

  /** Stores the full-text indexes of the notes and recordings. Retries only after connection failures. */
  async #storeFullText({ kind, id, files: keys }: OfflineItem, signal: AbortSignal): Promise<void> {
    const { files } = await this.#store.read();
    const own = kind === "course" || kind === "album" ? [id] : [];
    // The index of a course or an album contains all its notes.
    const outside = keys.flatMap((key) => files.get(key) ?? []).filter((file) => own.length === 0 || file.track);
    const places = outside.flatMap((file) => searchPlaceOf(file) ?? []);
    const collections = [...new Set([...own, ...places])];
    if (collections.length === 0) return;
    try {
      await storeFullTextIndexes(collections, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TypeError || (error instanceof ApiProblem && error.status === 0)) throw error;
      console.warn("The words inside of what is kept cannot be searched without a network.", error);
    }
  }

  /** Waits for a delay, which ends early when the browser is online again or the offline copies change. */
  #pause(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        window.removeEventListener("online", go);
        resolve();
      };
      const timer = setTimeout(go, waitMs);
      window.addEventListener("online", go);
      this.#wake = go;
    });
  }
}

const isAudioNote = (value: unknown): value is AudioNote =>
  typeof value === "object" && value !== null && "id" in value;

function parsed(json: string): Partial<NoteText> | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function nextOf({ items, files }: OfflineFilesState): Next | undefined {
  const pending = items.filter(({ state }) => state === "wanted");
  for (const item of pending) {
    const file = item.files.flatMap((key) => files.get(key) ?? []).find(({ isComplete }) => !isComplete);
    if (file) return { item, file };
    if (!item.hasAssets) return { item };
  }
  return undefined;
}

/** Too many requests, or a session that is about to be renewed. */
const isForNow = ({ status }: ApiProblem) => status === 401 || status === 429;

/** Returns the reason why fetching cannot continue, as a sentence, or `undefined` for temporary failures. */
function problemOf(error: unknown, { file }: Next, damaged: Set<string>): string | undefined {
  if (isQuotaExceeded(error)) {
    return "This device is out of space. Remove something here or free some space, then try again.";
  }
  if (error instanceof ChecksumMismatch && file) {
    if (damaged.has(file.key)) return `“${file.title}” could not be downloaded correctly. Try again later.`;
    damaged.add(file.key);
    return undefined;
  }
  if (error instanceof ApiProblem && error.status >= 400 && error.status < 500 && !isForNow(error)) {
    return error.detail;
  }
  return undefined;
}
