import { queryOptions } from "@tanstack/react-query";
import { INSIDE_PLACES_MAX, REFETCH_SECS } from "@/core/limits";
import { api, payload } from "./client";
import { keep, readKept } from "./kept/answers";
import type { components } from "./schema";

/** Where the words of the notes of a course or an album are. */
export type Inside = components["schemas"]["Inside"];

/** Which words there are of these courses and albums, asked again while they are searched. Of too many, the first. */
export const insidesQuery = (places: readonly string[]) => {
  const some = places.slice(0, INSIDE_PLACES_MAX);
  return queryOptions({
    queryKey: ["inside", some] as const,
    queryFn: async ({ signal }): Promise<Inside[]> => {
      const query = { places: some.join(",") };
      return (await payload(api.GET("/api/library/inside", { params: { query }, signal }))).items;
    },
    enabled: some.length > 0,
    staleTime: REFETCH_SECS * 1000,
    refetchInterval: REFETCH_SECS * 1000,
    refetchOnWindowFocus: true,
  });
};

interface Kept {
  sha256: string;
  bytes: ArrayBuffer;
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof ArrayBuffer;

/** The words: those on this device if they are the newest, and not damaged, else those at their address. */
export async function insideBytes(inside: Inside, isAgain: boolean, signal: AbortSignal): Promise<ArrayBuffer> {
  const name = `inside ${inside.place}`;
  const kept = isAgain ? undefined : await readKept(name);
  if (isKept(kept) && kept.sha256 === inside.sha256) return kept.bytes;
  const response = await fetch(inside.url, { signal, cache: isAgain ? "reload" : "default" });
  if (!response.ok) throw new Error(`The words of ${inside.place} could not be loaded (${response.status}).`);
  const bytes = await response.arrayBuffer();
  // The worker takes these bytes away.
  keep(name, { sha256: inside.sha256, bytes: bytes.slice(0) } satisfies Kept);
  return bytes;
}
