import { api } from "@/api/client";
import { problemFrom } from "@/api/problem";
import type { components } from "@/api/schema";
import { lastTabReturnMs } from "@/lib/browser/tab-return";
import { session } from "@/session/session";
import { invalidateETag, storedETag, storeETag } from "./bootstrap-etag";

/**
 * Bootstrap request: one call for all data that a page needs after a load or a return. The first caller sends it, and
 * each part of the response can be taken once. Later callers request their part separately.
 */

type Bootstrap = components["schemas"]["Bootstrap"];

const parts = ["likes", "positions", "notes"] as const;
type BootstrapPart = (typeof parts)[number];

/** A part of the response, or `same` if the stored copy is current. */
type Taken<Part extends BootstrapPart> = NonNullable<Bootstrap[Part]> | "same";

/** Time for which a response can be used, in milliseconds. */
const MAX_AGE_MS = 10_000;

interface BootstrapRequest {
  uid: string;
  atMs: number;
  /** Time of the user's last return to the page before the request was sent (`tab-return.ts`). */
  backAtMs: number;
  response: Promise<Bootstrap | "same">;
  /** ETag of the response, stored once all its parts are stored. */
  etag: string | undefined;
  taken: Set<BootstrapPart>;
  stored: Set<BootstrapPart>;
}

let current: BootstrapRequest | undefined;

session.onEnd(() => {
  current = undefined;
});

function requestBootstrap(uid: string): BootstrapRequest {
  const tag = storedETag(uid);
  const applyProfile = session.trackProfileFetch();
  const fetchBootstrap = async (): Promise<Bootstrap | "same"> => {
    const header = tag === undefined ? {} : { "If-None-Match": tag };
    const { data, error, response } = await api.GET("/api/me/start", { params: { header } });
    if (response.status === 304) return "same";
    if (!data) throw problemFrom(error, response.status);
    // Until all parts are stored, the data on this device match neither the old nor the new ETag.
    invalidateETag(uid);
    mine.etag = response.headers.get("etag") ?? undefined;
    applyProfile(data.me);
    return data;
  };
  const mine: BootstrapRequest = {
    uid,
    atMs: performance.now(),
    backAtMs: lastTabReturnMs(),
    response: fetchBootstrap(),
    etag: undefined,
    taken: new Set(),
    stored: new Set(),
  };
  return mine;
}

/**
 * Passes a part of the response for `uid` to `store`, which stores it on this device. Returns the result of `store`, or
 * `undefined` if the part was taken before or the response is too old.
 */
export async function takeBootstrapPart<Part extends BootstrapPart, Result>(
  uid: string,
  part: Part,
  store: (taken: Taken<Part>) => Result | Promise<Result>,
): Promise<Result | undefined> {
  if (current?.uid !== uid || current.backAtMs !== lastTabReturnMs()) current = requestBootstrap(uid);
  const mine = current;
  if (mine.taken.has(part) || performance.now() - mine.atMs > MAX_AGE_MS) return undefined;
  mine.taken.add(part);
  const start = await mine.response;
  const result = await store(start === "same" ? start : ((start[part] ?? "same") as Taken<Part>));
  mine.stored.add(part);
  if (mine.etag !== undefined && parts.every((each) => mine.stored.has(each))) storeETag(uid, mine.etag);
  return result;
}
