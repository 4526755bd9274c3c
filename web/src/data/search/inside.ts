import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { ApiProblem } from "@/api/problem";
import type { components } from "@/api/schema";
import { INSIDE_PLACES_MAX } from "@/core/limits";
import { forget, keep, readKept } from "@/offline/cache/answers";
import { followedList } from "../query/freshness";

/** Where the words of the notes of a course or an album are. Of those on this device only the version is known. */
export type Inside = Pick<components["schemas"]["Inside"], "place" | "sha256"> & { url?: string };

/**
 * Which words there are of these courses and albums, asked again while they are searched: seldom, for no file at the CDN says
 * that they changed. Without a server it is what this device keeps of them.
 */
export const insidesQuery = (places: readonly string[]) =>
  queryOptions({
    queryKey: ["inside", "places", places] as const,
    queryFn: async ({ signal }): Promise<readonly Inside[]> => {
      try {
        return (await Promise.all(questionsAbout(places).map((some) => newestOf(some, signal)))).flat();
      } catch (error) {
        const isOutOfReach = error instanceof ApiProblem && error.status === 0;
        const kept = isOutOfReach ? await keptOf(places) : [];
        if (kept.length === 0) throw error;
        return kept;
      }
    },
    enabled: places.length > 0,
    networkMode: "offlineFirst",
    ...followedList,
    refetchInterval: followedList.staleTime,
    refetchOnWindowFocus: true,
  });

/** Places in as many parts as the server wants questions. */
function questionsAbout(places: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(places.length / INSIDE_PLACES_MAX);
  return Array.from({ length: count }, (_, at) => places.slice(at * INSIDE_PLACES_MAX, (at + 1) * INSIDE_PLACES_MAX));
}

async function newestOf(places: readonly string[], signal: AbortSignal): Promise<readonly Inside[]> {
  const query = { places: places.join(",") };
  return (await payload(api.GET("/api/library/inside", { params: { query }, signal }))).items;
}

interface Kept {
  sha256: string;
  bytes: ArrayBuffer;
}

const nameOf = (place: string) => `inside ${place}`;

/** What this device keeps of a place. */
async function readInside(place: string): Promise<Kept | undefined> {
  const value = await readKept(nameOf(place));
  const isKept = typeof value === "object" && value !== null && "sha256" in value && "bytes" in value;
  return isKept ? (value as Kept) : undefined;
}

async function keptOf(places: readonly string[]): Promise<Inside[]> {
  const kept = await Promise.all(places.map(async (place) => ({ place, kept: await readInside(place) })));
  return kept.flatMap(({ place, kept }) => (kept ? { place, sha256: kept.sha256 } : []));
}

/**
 * Keeps the words of these courses and albums on this device, as the server has them now.
 *
 * @throws `ApiProblem`; what `fetch` throws.
 */
export async function keepInsides(places: readonly string[], signal: AbortSignal): Promise<void> {
  const newest = (await Promise.all(questionsAbout(places).map((some) => newestOf(some, signal)))).flat();
  await forgetInsides(places.filter((place) => !newest.some((inside) => inside.place === place)));
  for (const inside of newest) {
    const kept = await readInside(inside.place);
    // Confirmed: its days begin anew.
    if (kept?.sha256 === inside.sha256) keep(nameOf(inside.place), kept);
    else await insideBytes(inside, false, signal);
  }
}

/** Forgets the words of these courses and albums: notes that had some of them were taken down. */
export async function forgetInsides(places: readonly string[]): Promise<void> {
  for (const place of places) await forget(nameOf(place));
}

/** The words: those on this device if they are this version, and not damaged, else those at their address. */
export async function insideBytes(inside: Inside, isAgain: boolean, signal: AbortSignal): Promise<ArrayBuffer> {
  const { place, sha256, url } = inside;
  const kept = isAgain ? undefined : await readInside(place);
  if (kept?.sha256 === sha256) return kept.bytes;
  if (url === undefined) throw new Error(`The words of ${place} are not on this device any more.`);
  const response = await fetch(url, { signal, cache: isAgain ? "reload" : "default" });
  if (!response.ok) throw new Error(`The words of ${place} could not be loaded (${response.status}).`);
  const bytes = await response.arrayBuffer();
  // Whoever asked may have signed out, and somebody else in.
  signal.throwIfAborted();
  // The worker takes these bytes away.
  keep(nameOf(place), { sha256, bytes: bytes.slice(0) } satisfies Kept);
  return bytes;
}
