/** URLs of offline files. The page stores files under them; the service worker serves them. */

/** Path prefix of the URLs that the service worker serves from offline files. */
export const OFFLINE_PATH = "/kept/";

/** Size of one range request. A broken connection loses at most this much. */
export const PART_BYTES = 1024 * 1024;

/**
 * Prefix of the name of a user's cache and of the user's database. Each user has separate ones, so that they can be
 * deleted by name.
 */
export const FILES_PREFIX = "note-ninja files ";

export const cacheName = (uid: string) => FILES_PREFIX + uid;

/** Name of the cache with the model of search by meaning. */
export const MODEL_CACHE = "note-ninja meaning";

/** Returns the path of a file. It contains the SHA-256, so each version of the content has its own path. */
export const cacheKeyOf = (uid: string, { id, sha256 }: { id: string; sha256: string }) =>
  `${OFFLINE_PATH}${uid}/${id}/${sha256}`;

/** Returns the cache name for the path of an offline file or of its text, or `undefined` for any other path. */
export function cacheNameAt(pathname: string): string | undefined {
  const [, uid] = /^\/kept\/([^/]+)\/[^/]+\/[0-9a-f]{64}(?:\/text)?$/.exec(pathname) ?? [];
  return uid === undefined ? undefined : cacheName(uid);
}

/** Returns the path of one part of a file, counted from 0. */
export const partKey = (key: string, part: number) => `${key}/${part}`;

/** Returns the path of the text of a note's file. */
export const textKey = (key: string) => `${key}/text`;

/** Returns true for the path of the text of a note's file. */
export const isTextKey = (pathname: string) => pathname.endsWith("/text");

export const partCount = (sizeBytes: number) => Math.ceil(sizeBytes / PART_BYTES);

/** Marker stored at the path of a file after all parts arrived and their hash was verified. */
export interface CompleteFile {
  sizeBytes: number;
  contentType: string;
}
