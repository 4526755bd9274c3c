import { api } from "@/api/client";
import { problemFrom } from "@/api/problem";
import type { components } from "@/api/schema";
import { cameBackAtMs } from "@/lib/browser/came-back";
import { session } from "@/session/session";
import { invalidateETag, storedETag, storeETag } from "./start-tag";

/**
 * Bootstrap request: one call for all data that a page needs after a load or a return. The first caller sends it, and
 * each part of the response can be taken once. Later callers request their part separately.
 */

type Bootstrap = components["schemas"]["Start"];

const parts = ["likes", "positions", "notes"] as const;
type BootstrapPart = (typeof parts)[number];

/** A part of the response, or `same` if the stored copy is current. */
type Taken<Part extends BootstrapPart> = NonNullable<Bootstrap[Part]> | "same";

/** Time for which a response can be used, in milliseconds. */
const YOUNG_MS = 10_000;

interface Asked {
  uid: string;
  atMs: number;
  /** Time at which the user had last returned to the page when the request was sent (`came-back.ts`). */
  backAtMs: number;
  answer: Promise<Bootstrap | "same">;
  /** ETag of the response, stored once all its parts are stored. */
  tag: string | undefined;
  taken: Set<BootstrapPart>;
  kept: Set<BootstrapPart>;
}

let asked: Asked | undefined;

session.onEnd(() => {
  asked = undefined;
});

function ask(uid: string): Asked {
  const tag = storedETag(uid);
  const heard = session.asking();
  const answer = async (): Promise<Bootstrap | "same"> => {
    const header = tag === undefined ? {} : { "If-None-Match": tag };
    const { data, error, response } = await api.GET("/api/me/start", { params: { header } });
    if (response.status === 304) return "same";
    if (!data) throw problemFrom(error, response.status);
    // Until all parts are stored, the data on this device match neither the old nor the new ETag.
    invalidateETag(uid);
    mine.tag = response.headers.get("etag") ?? undefined;
    heard(data.me);
    return data;
  };
  const mine: Asked = {
    uid,
    atMs: performance.now(),
    backAtMs: cameBackAtMs(),
    answer: answer(),
    tag: undefined,
    taken: new Set(),
    kept: new Set(),
  };
  return mine;
}

/**
 * Passes a part of the response for `uid` to `keep`, which stores it on this device. Returns the result of `keep`, or
 * `undefined` if the part was taken before or the response is too old.
 */
export async function takeBootstrapPart<Part extends BootstrapPart, Result>(
  uid: string,
  part: Part,
  keep: (taken: Taken<Part>) => Result | Promise<Result>,
): Promise<Result | undefined> {
  if (asked?.uid !== uid || asked.backAtMs !== cameBackAtMs()) asked = ask(uid);
  const mine = asked;
  if (mine.taken.has(part) || performance.now() - mine.atMs > YOUNG_MS) return undefined;
  mine.taken.add(part);
  const start = await mine.answer;
  const result = await keep(start === "same" ? start : ((start[part] ?? "same") as Taken<Part>));
  mine.kept.add(part);
  if (mine.tag !== undefined && parts.every((each) => mine.kept.has(each))) storeETag(uid, mine.tag);
  return result;
}
