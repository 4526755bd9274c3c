import type { components } from "@/api/schema";
import { account } from "./api";

type Schemas = components["schemas"];

/** One thing that is kept; what there is to say about it differs from kind to kind. */
type Belonging = Schemas["Belonging"];

/** Every list of the file, so that an empty one is seen to be empty. */
const LISTS = [
  "followedCourses",
  "followedStudents",
  "savedNotes",
  "downloads",
  "likes",
  "positions",
  "readingPositions",
  "highlights",
  "studying",
  "exams",
  "playlists",
  "requests",
  "sessions",
  "reports",
] as const;

type ReadPage = (cursor: string | undefined, signal: AbortSignal) => Promise<Schemas["Page_Belonging"]>;

async function* pages(read: ReadPage, signal: AbortSignal): AsyncGenerator<Belonging[]> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor, signal);
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** The file: single things under their name, everything else in its list. */
export function fileOf(belongings: readonly Belonging[], exportedAt: string): Record<string, unknown> {
  const file: Record<string, unknown> = { service: "Note Ninja", exportedAt };
  const lists = new Map<string, unknown[]>(LISTS.map((kind) => [kind, []]));
  for (const { kind, data } of belongings) {
    const list = lists.get(kind);
    if (list) list.push(data);
    else file[kind] = data;
  }
  return { ...file, ...Object.fromEntries(lists) };
}

/** Gathers everything that is kept about the student, page by page; tells how many things it has so far. */
export async function gather(onProgress: (things: number) => void, signal: AbortSignal): Promise<Blob> {
  const all: Belonging[] = [];
  for (const read of [account.belongings, account.reports]) {
    for await (const items of pages(read, signal)) {
      all.push(...items);
      onProgress(all.length);
    }
  }
  const file = fileOf(all, new Date().toISOString());
  return new Blob([JSON.stringify(file, undefined, 2)], { type: "application/json" });
}
