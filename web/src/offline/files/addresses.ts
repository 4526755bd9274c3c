/** Where files that are kept on this device lie; for the page, which puts them there, and its worker, which answers from them. */

/** The addresses that the worker answers from kept files. */
export const KEPT_PATH = "/kept/";

/** Bytes that are fetched and kept at once: the most that a broken connection costs. */
export const PART_BYTES = 1024 * 1024;

/** One cache and one database a person, so that both can be deleted by their name. */
export const FILES_PREFIX = "note-ninja files ";

export const cacheOf = (uid: string) => FILES_PREFIX + uid;

/** Where one content of an item is, by its SHA-256: another content is another file. */
export const addressOf = (uid: string, { id, sha256 }: { id: string; sha256: string }) =>
  `${KEPT_PATH}${uid}/${id}/${sha256}`;

/** The cache that an address leads to; nothing for what is no address of a kept file. */
export function cacheAt(pathname: string): string | undefined {
  const [, uid] = /^\/kept\/([^/]+)\/[^/]+\/[0-9a-f]{64}$/.exec(pathname) ?? [];
  return uid === undefined ? undefined : cacheOf(uid);
}

/** Where one part of a file is, counted from 0. */
export const partOf = (address: string, part: number) => `${address}/${part}`;

export const partsOf = (sizeBytes: number) => Math.ceil(sizeBytes / PART_BYTES);

/** What lies at the address of a file once all its parts are here and their hash is the right one. */
export interface WholeFile {
  sizeBytes: number;
  contentType: string;
}
