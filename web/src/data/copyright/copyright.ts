import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { pageQuery, paginationOptions } from "@/api/pages";
import type { components } from "@/api/schema";
import { polled } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";

type Schemas = components["schemas"];

/** A confirmed notice of copyright, as administrators see it. */
export type CopyrightNotice = Schemas["CopyrightNotice"];
/** An item that a notice names, or a copy of its file. */
export type NoticeItem = Schemas["NoticeItem"];
export type NewNotice = Schemas["CreateNoticeRequest"];
export type CounterNotice = Schemas["CounterNoticeRequest"];

/** Sends a notice of copyright. Returns the address to which a link for confirmation was mailed. */
export const sendNotice = (body: NewNotice) => unwrap(api.POST("/api/copyright-notices", { body }));

/** Confirms the e-mail address of a notice with the values of the mailed link. */
export const confirmNotice = (id: string, code: string) =>
  unwrap(api.POST("/api/copyright-notices/{id}/confirm", { params: { path: { id } }, body: { code } }));

/** Whether the form for notices can be used on this site. */
export const noticeFormQuery = queryOptions({
  queryKey: ["copyright-notice-form"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/copyright-notices/form", { signal })),
});

const noticeKeys = {
  all: ["copyright-notices"] as const,
  list: (closed: boolean) => ["copyright-notices", "list", closed] as const,
  copies: (id: string) => ["copyright-notices", "copies", id] as const,
};

/** Notices that are closed or not, newest first. Administrators only. */
export const noticesQuery = (closed: boolean) =>
  infiniteQueryOptions({
    ...polled,
    queryKey: noticeKeys.list(closed),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/admin/copyright-notices", { params: { query: { ...pageQuery(pageParam), closed } }, signal }),
      ),
    ...paginationOptions,
  });

/** Published items that have a file of a notice, and named items whose file was replaced. Administrators only. */
export const noticeCopiesQuery = (id: string) =>
  queryOptions({
    queryKey: noticeKeys.copies(id),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/admin/copyright-notices/{id}/copies", { params: { path: { id } }, signal })),
  });

/** A decision of an administrator. */
export type NoticeDecision =
  | { kind: "hide"; replaced: boolean; password: string }
  | { kind: "dismiss" | "close"; state: CopyrightNotice["state"]; reason: string; password: string }
  | { kind: "counter"; counter: CounterNotice }
  | { kind: "hold"; held: boolean; reason: string };

function sendDecision(id: string, decision: NoticeDecision) {
  const params = { path: { id } };
  switch (decision.kind) {
    case "hide": {
      const { kind: _, ...body } = decision;
      return api.POST("/api/admin/copyright-notices/{id}/hide", { params, body });
    }
    case "dismiss":
    case "close": {
      const { kind, ...body } = decision;
      return kind === "dismiss"
        ? api.POST("/api/admin/copyright-notices/{id}/dismiss", { params, body })
        : api.POST("/api/admin/copyright-notices/{id}/close", { params, body });
    }
    case "counter":
      return api.POST("/api/admin/copyright-notices/{id}/counter", { params, body: decision.counter });
    case "hold":
      return api.PUT("/api/admin/copyright-notices/{id}/hold", {
        params,
        body: { held: decision.held, reason: decision.reason },
      });
  }
}

/** Decides about a notice. Also after a failure, the notices and the content of the console are read again. */
export function useDecideNotice(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (decision: NoticeDecision) => unwrap(sendDecision(id, decision)),
    onSettled: async () => {
      await invalidateInAllTabs(queries, noticeKeys.all);
      await invalidateInAllTabs(queries, ["admin"]);
    },
  });
}
