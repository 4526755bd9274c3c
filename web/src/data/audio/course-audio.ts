import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { Fresh } from "../query/freshness";

/** Audio notes about a course, in playback order. */
export const courseAudioQuery = (code: string) =>
  queryOptions({
    queryKey: ["audio", "course", code] as const,
    queryFn: async ({ signal }) =>
      (await payload(api.GET("/api/courses/{code}/audio", { params: { path: { code } }, signal }))).items,
    staleTime: Fresh.minutes(5),
  });
