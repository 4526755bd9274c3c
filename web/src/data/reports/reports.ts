import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { components } from "@/api/schema";
import { add } from "@/offline/outbox/queue";
import { consoleList } from "../query/freshness";
import { refreshEverywhere } from "../query/other-tabs";

type Schemas = components["schemas"];

/** Why. */
export type ReportReason = Schemas["ReportReason"];
/** A reported thing that nobody has decided on. */
export type ReportedThing = Schemas["ReportedThing"];

/** What names a reported thing. */
export type ReportTarget = Pick<ReportedThing, "kind" | "id">;

const reportKeys = {
  open: ["reports", "open"] as const,
  of: ({ kind, id }: ReportTarget) => ["reports", "of", kind, id] as const,
};

/**
 * Reports a thing of this title, a study card with the chapter it is in; again before anybody has decided changes nothing.
 * Without a connection it waits on this device.
 */
export const sendReport = (report: Schemas["CreateReport"], title: string) => add({ kind: "report", report, title });

/** Reported things that nobody has decided on, most reported first. For administrators. */
export const reportedQuery = infiniteQueryOptions({
  ...consoleList,
  queryKey: reportKeys.open,
  queryFn: ({ pageParam, signal }) =>
    payload(api.GET("/api/reports", { params: { query: pageParam ? { cursor: pageParam } : {} }, signal })),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** What students say of one thing, newest first. For administrators. */
export const reportsQuery = ({ kind, id }: ReportTarget) =>
  queryOptions({
    queryKey: reportKeys.of({ kind, id }),
    queryFn: async ({ signal }) =>
      (await payload(api.GET("/api/reports/{kind}/{id}", { params: { path: { kind, id } }, signal }))).items,
  });

/** Leaves a thing as it is, or puts it into the trash for the reason given. For administrators. */
export function useDecideReport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ target: { kind, id }, takeDown }: { target: ReportTarget; takeDown?: { reason: string } }) => {
      const params = { path: { kind, id } };
      return takeDown
        ? payload(api.POST("/api/reports/{kind}/{id}/take-down", { params, body: takeDown }))
        : payload(api.POST("/api/reports/{kind}/{id}/dismiss", { params }));
    },
    onSuccess: () => refreshEverywhere(queries, reportKeys.open),
  });
}
