import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { staleTimes } from "../query/cache-policies";

/** Audio notes about a course, in playback order. */
export const courseAudioQuery = (code: string) =>
  queryOptions({
    queryKey: ["audio", "course", code] as const,
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/courses/{code}/audio", { params: { path: { code } }, signal }))).items,
    staleTime: staleTimes.minutes(5),
  });
