import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { pageQuery, paginationOptions } from "@/api/pages";
import type { components } from "@/api/schema";
import { enqueueChange } from "@/offline/outbox/queue";
import { polled } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";

type Schemas = components["schemas"];

export type ReportReason = Schemas["ReportReason"];
/** A reported item without a decision. */
export type ReportedItem = Schemas["ReportedItem"];

/** Identity of a reported item. */
export type ReportTarget = Pick<ReportedItem, "kind" | "id">;

const reportKeys = {
  open: ["reports", "open"] as const,
  of: ({ kind, id }: ReportTarget) => ["reports", "of", kind, id] as const,
};

/**
 * Reports an item with this title; for a study card, the report includes its chapter. A second report before the
 * decision changes nothing. Offline, the report is stored as a pending change.
 */
export const sendReport = (report: Schemas["CreateReport"], title: string) =>
  enqueueChange({ kind: "report", report, title });

/** Reported items without a decision, most reported first. Administrators only. */
export const reportedItemsQuery = infiniteQueryOptions({
  ...polled,
  queryKey: reportKeys.open,
  queryFn: ({ pageParam, signal }) =>
    unwrap(api.GET("/api/reports", { params: { query: pageQuery(pageParam) }, signal })),
  ...paginationOptions,
});

/** Reports on one item, newest first. Administrators only. */
export const reportsQuery = ({ kind, id }: ReportTarget) =>
  queryOptions({
    queryKey: reportKeys.of({ kind, id }),
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/reports/{kind}/{id}", { params: { path: { kind, id } }, signal }))).items,
  });

/** Dismisses the reports on an item, or moves it to the trash with a reason. Administrators only. */
export function useDecideReportedItem() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ target: { kind, id }, takeDown }: { target: ReportTarget; takeDown?: { reason: string } }) => {
      const params = { path: { kind, id } };
      return takeDown
        ? unwrap(api.POST("/api/reports/{kind}/{id}/take-down", { params, body: takeDown }))
        : unwrap(api.POST("/api/reports/{kind}/{id}/dismiss", { params }));
    },
    onSuccess: () => invalidateInAllTabs(queries, reportKeys.open),
  });
}
