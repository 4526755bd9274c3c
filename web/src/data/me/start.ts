import { api } from "@/api/client";
import { problemFrom } from "@/api/problem";
import type { components } from "@/api/schema";
import { cameBackAtMs } from "@/lib/browser/came-back";
import { session } from "@/session/session";
import { changedTag, startTag, writeTag } from "./start-tag";

/**
 * One question for all that a page wants that is loaded anew, or come back to. Whoever comes first asks it, the others take
 * their part of its answer; whoever comes again, or late, asks for the part alone.
 */

type Start = components["schemas"]["Start"];

const parts = ["likes", "positions", "notes"] as const;
type StartPart = (typeof parts)[number];

/** What somebody gets who takes a part: what there is, or `same` when it is what this device has kept. */
type Taken<Part extends StartPart> = NonNullable<Start[Part]> | "same";

/** An answer this old is not the news any more, in milliseconds. */
const YOUNG_MS = 10_000;

interface Asked {
  uid: string;
  atMs: number;
  /** When somebody had last come back to the page by then (`came-back.ts`). */
  backAtMs: number;
  answer: Promise<Start | "same">;
  /** The tag of the answer, to be kept when each part of it is. */
  tag: string | undefined;
  taken: Set<StartPart>;
  kept: Set<StartPart>;
}

let asked: Asked | undefined;

session.onEnd(() => {
  asked = undefined;
});

function ask(uid: string): Asked {
  const tag = startTag(uid);
  const heard = session.asking();
  const answer = async (): Promise<Start | "same"> => {
    const header = tag === undefined ? {} : { "If-None-Match": tag };
    const { data, error, response } = await api.GET("/api/me/start", { params: { header } });
    if (response.status === 304) return "same";
    if (!data) throw problemFrom(error, response.status);
    // Until all of it is kept, what this device has is neither as before nor as now.
    changedTag(uid);
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
 * Takes a part of the answer for `uid` to `keep`, which stores it on this device; answers with what `keep` does. The same
 * part again, or long after, is not there: nothing.
 */
export async function takeStart<Part extends StartPart, Result>(
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
  if (mine.tag !== undefined && parts.every((each) => mine.kept.has(each))) writeTag(uid, mine.tag);
  return result;
}
