import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AlbumId, AudioNote, ReadableNote, ShelfId, StudyChapter } from "@/api/models";
import type { components } from "@/api/schema";
import { ADDRESSES_MAX } from "@/core/limits";
import { writeCachedQuery } from "@/offline/cache/query-persister";
import {
  type OfflineFile,
  type OfflineFilesState,
  type OfflineItemRef,
  type OfflineTrack,
  offlineItemKey,
} from "@/offline/files/items";
import { albumQuery } from "../albums/albums";
import { recordingQuery, shelfQuery } from "../audio/audio";
import { courseAudioQuery } from "../audio/course-audio";
import { fileToKeep } from "../audio/rendition";
import { chapterQuery, chaptersQuery } from "../cards/chapters";
import { personalCardsQuery } from "../cards/personal-cards";
import { courseQuery } from "../courses/courses";
import { courseNotesQuery, noteQuery } from "../notes/notes";
import { playlistQuery } from "../playlists/playlists";
import { reviewLogQuery, studySettingsQuery } from "../study/review-log";

type Schemas = components["schemas"];

/** Content of an offline copy, according to the server. */
export interface DownloadPlan {
  files: readonly OfflineFile[];
  /** URLs of the images of the item. */
  pictures: readonly string[];
  /** List of the item with all its pages. */
  list?: WholeList | undefined;
}

interface WholeList {
  queryKey: QueryKey;
  data: InfiniteData<unknown>;
}

/** Items of an offline copy before their files are known. */
interface Items {
  notes: readonly string[];
  audio: readonly AudioNote[];
  pictures: readonly (string | null | undefined)[];
  list?: WholeList;
}

/** Number of pages to request; larger than the number of pages of any list. */
const ALL_PAGES = 10_000;

/**
 * Maximum number of attempts. If another component is fetching the list with fewer pages, the result lacks pages and
 * the list is fetched again.
 */
const LIST_ATTEMPTS = 3;

/** Fetches all pages of a list. */
async function all<Page>(fetchPages: (pages: number) => Promise<InfiniteData<Page>>, next: (page: Page) => unknown) {
  for (let attempt = 1; ; attempt++) {
    const data = await fetchPages(ALL_PAGES);
    const last = data.pages.at(-1);
    if (!last || !next(last) || attempt === LIST_ATTEMPTS) return data;
  }
}

const previewOf = ({ facts }: { facts: Schemas["PdfMetadata"] }) => facts.preview?.smallUrl;
const artworkOf = ({ artworkUrl }: AudioNote) => artworkUrl;

async function courseItems(queries: QueryClient, code: string): Promise<Items> {
  const query = courseNotesQuery(code);
  const [data, chapters, audio] = await Promise.all([
    all(
      (count) => queries.fetchInfiniteQuery({ ...query, pages: count, staleTime: 0 }),
      (page) => page.notes.nextCursor,
    ),
    queries.fetchQuery(chaptersQuery(code)),
    queries.fetchQuery(courseAudioQuery(code)),
    queries.prefetchQuery(courseQuery(code)),
    // Needed to study the cards offline on a device where they were never studied.
    queries.prefetchQuery(reviewLogQuery),
    queries.prefetchQuery(studySettingsQuery),
    queries.prefetchQuery(personalCardsQuery(code)),
  ]);
  const chaptersWithCards: StudyChapter[] = [];
  for (const { id } of chapters) chaptersWithCards.push(await queries.fetchQuery(chapterQuery(code, id)));
  const notes = data.pages.flatMap((page) => page.notes.items);
  const cards = chaptersWithCards.flatMap((chapter) => chapter.cards.map(({ image }) => image?.url));
  return {
    notes: notes.map(({ id }) => id),
    audio,
    pictures: [...notes.map(previewOf), ...audio.map(artworkOf), ...cards],
    list: { queryKey: query.queryKey, data },
  };
}

async function albumItems(queries: QueryClient, album: AlbumId): Promise<Items> {
  const query = albumQuery(album);
  const data = await all(
    (count) => queries.fetchInfiniteQuery({ ...query, pages: count, staleTime: 0 }),
    (page) => page.notes.nextCursor,
  );
  const notes = data.pages.flatMap((page) => page.notes.items);
  return {
    notes: notes.map(({ id }) => id),
    audio: [],
    pictures: notes.map((note) => note.imageUrl ?? previewOf(note)),
    list: { queryKey: query.queryKey, data },
  };
}

async function recordings(
  queries: QueryClient,
  ref: OfflineItemRef,
): Promise<Pick<Items, "audio" | "list"> & { cover?: string | undefined }> {
  if (ref.kind === "audio") {
    return { audio: [await unwrap(api.GET("/api/audio/{id}", { params: { path: { id: ref.id } } }))] };
  }
  if (ref.kind === "shelf") {
    const query = shelfQuery(ref.id as ShelfId);
    const data = await all(
      (count) => queries.fetchInfiniteQuery({ ...query, pages: count, staleTime: 0 }),
      (page) => page.audio.nextCursor,
    );
    return { audio: data.pages.flatMap((page) => page.audio.items), list: { queryKey: query.queryKey, data } };
  }
  const query = playlistQuery(ref.id);
  const data = await all(
    (count) => queries.fetchInfiniteQuery({ ...query, pages: count, staleTime: 0 }),
    (page) => page.items.nextCursor,
  );
  const audio = data.pages.flatMap((page) => page.items.items.flatMap((item) => item.audio ?? []));
  const cover = data.pages[0]?.playlist.coverUrl;
  return { audio, cover, list: { queryKey: query.queryKey, data } };
}

async function itemsOf(queries: QueryClient, ref: OfflineItemRef): Promise<Items> {
  switch (ref.kind) {
    case "note": {
      // A deleted note that the student saved can have an offline copy, although its page no longer exists.
      const note = await queries.fetchQuery(noteQuery(ref.id)).catch(() => undefined);
      const picture = note?.kind === "album" ? note.imageUrl : undefined;
      return { notes: [ref.id], audio: [], pictures: note ? [picture ?? previewOf(note), largeOf(note)] : [] };
    }
    case "course":
      return courseItems(queries, ref.id);
    case "album":
      return albumItems(queries, ref.id as AlbumId);
    case "audio":
    case "shelf":
    case "playlist": {
      const { cover, ...found } = await recordings(queries, ref);
      return { notes: [], pictures: [cover, ...found.audio.map(artworkOf)], ...found };
    }
  }
}

/** Returns the query key of an item's list, or `undefined` if it has none. */
export function listQueryKey({ kind, id }: OfflineItemRef): QueryKey | undefined {
  switch (kind) {
    case "course":
      return courseNotesQuery(id).queryKey;
    case "album":
      return albumQuery(id as AlbumId).queryKey;
    case "shelf":
      return shelfQuery(id as ShelfId).queryKey;
    case "playlist":
      return playlistQuery(id).queryKey;
    case "note":
    case "audio":
      return undefined;
  }
}

const largeOf = ({ facts }: { facts: Schemas["PdfMetadata"] }) => facts.preview?.largeUrl;

/**
 * Returns the files of an item. `stored` are the files on this device. The responses that it reads are cached for
 * offline use.
 *
 * @throws `ApiProblem` with `not_found` if the item no longer exists.
 */
export async function downloadPlanOf(
  queries: QueryClient,
  ref: OfflineItemRef,
  stored: OfflineFilesState["files"] = new Map(),
): Promise<DownloadPlan> {
  const { notes, audio, pictures, list } = await itemsOf(queries, ref);
  // The page of a recording shows its details offline even if it was never opened.
  await Promise.all(audio.map((each) => writeCachedQuery(recordingQuery(each.id).queryKey, each)));
  const tracks = new Map(audio.map((each) => [each.id, trackOf(each)]));
  const [readable, signedAudio] = await Promise.all([signNoteUrls(notes), signAudioUrls([...tracks.keys()])]);
  const order = new Map(notes.map((id, place) => [id, place]));
  const files = [
    ...readable.items.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)).map(noteFile),
    ...signedAudio.items.map((address) =>
      audioFile(address, tracks.get(address.id), stored.get(`audio ${address.id}`)),
    ),
  ];
  const ours = pictures.filter((address): address is string => /^\/(api|pictures)\//.test(address ?? ""));
  return { files, pictures: [...new Set(ours)], list };
}

const nothingHere = { parts: 0, isComplete: false };

/** Returns the offline file of a note, with no part stored yet. */
export function noteFile({ url: _url, textUrl: _textUrl, expiresAt: _expires, ...reading }: ReadableNote): OfflineFile {
  const { id, title, sha256, sizeBytes } = reading;
  const contentType = "application/pdf";
  return {
    key: offlineItemKey({ kind: "note", id }),
    kind: "note",
    id,
    title,
    sha256,
    sizeBytes,
    contentType,
    reading,
    ...nothingHere,
  };
}

function trackOf(audio: AudioNote): OfflineTrack {
  const { id, title, subject, courseCode, shelf, durationSecs, artworkUrl, uploaderName } = audio;
  return { id, title, subject, courseCode, shelf, durationSecs, artworkUrl, uploaderName };
}

/**
 * Returns the offline file of a recording, with no part stored yet. If the original is stored, it is kept: the smaller
 * rendition would have to be downloaded.
 */
export function audioFile(
  signedUrl: Schemas["SignedAudioUrl"],
  track: OfflineTrack | undefined,
  stored: OfflineFile | undefined,
): OfflineFile {
  const { id, loudnessLufs } = signedUrl;
  const { sha256, sizeBytes, contentType } = fileToKeep(signedUrl, stored?.sha256);
  return {
    key: offlineItemKey({ kind: "audio", id }),
    kind: "audio",
    id,
    title: track?.title ?? "",
    sha256,
    sizeBytes,
    contentType,
    track,
    ...(typeof loudnessLufs === "number" && { loudnessLufs }),
    ...nothingHere,
  };
}

/** Requests data for all ids, in batches of the size that the server allows. */
async function inBatches<Item>(
  ids: readonly string[],
  request: (ids: string[]) => Promise<{ items: Item[]; missing: string[] }>,
): Promise<{ items: Item[]; missing: string[] }> {
  const found: { items: Item[]; missing: string[] } = { items: [], missing: [] };
  for (let at = 0; at < ids.length; at += ADDRESSES_MAX) {
    const { items, missing } = await request(ids.slice(at, at + ADDRESSES_MAX));
    found.items.push(...items);
    found.missing.push(...missing);
  }
  return found;
}

/** Requests the URLs of notes; `missing` lists the notes that the user can no longer read. */
export const signNoteUrls = (ids: readonly string[]) =>
  inBatches(ids, (some) => unwrap(api.POST("/api/notes/addresses", { body: { ids: some } })));

/** Requests the URLs of recordings; `missing` lists deleted ones. */
export const signAudioUrls = (ids: readonly string[]) =>
  inBatches(ids, (some) => unwrap(api.POST("/api/audio/addresses", { body: { ids: some } })));
