import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { polled } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";

type Schemas = components["schemas"];

/** An access key with which a program acts for an administrator, without its secret. */
export type AccessKey = Schemas["AccessKey"];
/** Purpose of a key. */
export type KeyScope = Schemas["KeyScope"];
export type CreateAccessKey = Schemas["CreateAccessKeyRequest"];

/** The keys of all administrators, newest first. */
export const accessKeysQuery = queryOptions({
  ...polled,
  queryKey: ["admin", "keys"] as const,
  queryFn: ({ signal }) => unwrap(api.GET("/api/admin/keys", { signal })),
});

function useKeyChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The secret of a new key is shown once and must not stay in memory.
    gcTime: 0,
    onSettled: async () => {
      await invalidateInAllTabs(queries, accessKeysQuery.queryKey);
      await invalidateInAllTabs(queries, ["admin", "activity"]);
    },
  });
}

/** Creates a key. Returns it with its secret, which the server does not store. */
export const useCreateAccessKey = () =>
  useKeyChange((body: CreateAccessKey) => unwrap(api.POST("/api/admin/keys", { body })));

/** Revokes a key. */
export const useRevokeAccessKey = () =>
  useKeyChange((id: string) => unwrap(api.DELETE("/api/admin/keys/{id}", { params: { path: { id } } })));
