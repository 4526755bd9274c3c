import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { staleTimes } from "../query/cache-policies";
import { deleteOldTranscripts } from "./audio";

/** Audio notes about a course, in playback order. */
export const courseAudioQuery = (code: string) =>
  queryOptions({
    queryKey: ["audio", "course", code] as const,
    queryFn: async ({ signal }) => {
      const { items } = await unwrap(api.GET("/api/courses/{code}/audio", { params: { path: { code } }, signal }));
      deleteOldTranscripts(items);
      return items;
    },
    staleTime: staleTimes.minutes(5),
  });
