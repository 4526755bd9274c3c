import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { paginationOptions, readAllItems } from "@/api/pages";
import { ApiProblem } from "@/api/problem";
import type { components, operations } from "@/api/schema";
import { TRASH_BATCH_MAX } from "@/core/limits";
import { audioKeys } from "../audio/audio";
import { noteKeys } from "../notes/notes";
import { polled, staleTimes } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";
import type { UploadTicket } from "../uploads/uploads";

type Schemas = components["schemas"];

/** A published item of any kind. */
export type ContentEntry = Schemas["ContentEntry"];
export type ContentKind = Schemas["ContentKind"];
/** State of the accessibility report of a note. */
export type AccessibilityState = "problems" | "none" | "unknown";
/** A published item with its editable fields. Edits send its `version` back. */
export type ContentDetail = Schemas["ContentDetail"];
/** An entry of the trash: a note, an audio note, an album note, or a replaced file. */
export type TrashEntry = Schemas["TrashEntry"];
/** Identity and title of an item that can be restored from the trash. */
export type Restorable = Pick<TrashEntry, "kind" | "id" | "title">;
/** An entry of the audit log. */
export type ActivityEntry = Schemas["ActivityEntry"];
export type ActivityKind = NonNullable<NonNullable<operations["list_activity"]["parameters"]["query"]>["kind"]>;

/** Filter of the audit log. Entries must match all given fields. */
export interface ActivityFilter {
  /** Calendar month in UTC, such as '2026-11'. */
  month: string;
  /** User id of the administrator. */
  by: string | undefined;
  kind: ActivityKind | undefined;
  text: string | undefined;
}

/** Filter of the content list. Items must match all given fields. */
export interface ContentFilter {
  kind: ContentKind | undefined;
  /** Course code, shelf or album. */
  place: string | undefined;
  text: string | undefined;
  /** State of the accessibility report. Recordings have none. */
  accessibility?: AccessibilityState | undefined;
}

/** Identity of an item. */
export type ContentRef = Pick<ContentEntry, "kind" | "id">;

const adminKeys = {
  all: ["admin"] as const,
  lists: ["admin", "content"] as const,
  recordings: ["admin", "recordings"] as const,
  list: (filter: ContentFilter) => [...adminKeys.lists, filter] as const,
  detail: ({ kind, id }: ContentRef) => ["admin", "detail", kind, id] as const,
  storage: ["admin", "storage"] as const,
  trash: ["admin", "trash"] as const,
  activity: (filter: ActivityFilter) => ["admin", "activity", filter] as const,
};

/** Returns the query without its empty values. */
const given = <Query extends Record<string, string | undefined>>(query: Query) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value)) as {
    [Name in keyof Query]?: NonNullable<Query[Name]>;
  };

/** Published items, newest first, one page at a time. */
export const contentQuery = (filter: ContentFilter) =>
  infiniteQueryOptions({
    ...polled,
    queryKey: adminKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.GET("/api/admin/content", { params: { query: given({ ...filter, cursor: pageParam }) }, signal })),
    ...paginationOptions,
  });

/** Reads all published items that match a filter, newest first. */
export function readContent(filter: ContentFilter): Promise<ContentEntry[]> {
  return readAllItems((query) =>
    unwrap(api.GET("/api/admin/content", { params: { query: given({ ...filter, ...query }) } })),
  );
}

/** All recordings. Each dialog requests them again, because other administrators may have uploaded some. */
export const recordingEntriesQuery = queryOptions({
  queryKey: adminKeys.recordings,
  queryFn: ({ signal }) =>
    readAllItems((query) =>
      unwrap(api.GET("/api/admin/content", { params: { query: { ...query, kind: "audio" } }, signal })),
    ),
  staleTime: 0,
});

/** Current version of one item. Never cached, because an edit starts from it. */
export const contentDetailQuery = ({ kind, id }: ContentRef) =>
  queryOptions({
    queryKey: adminKeys.detail({ kind, id }),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/admin/content/{kind}/{id}", { params: { path: { kind, id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

export const storageQuery = queryOptions({
  queryKey: adminKeys.storage,
  queryFn: ({ signal }) => unwrap(api.GET("/api/admin/storage", { signal })),
  staleTime: staleTimes.live,
});

/** Trash entries, last deleted first, one page at a time. */
export const trashQuery = infiniteQueryOptions({
  ...polled,
  queryKey: adminKeys.trash,
  queryFn: ({ pageParam, signal }) =>
    unwrap(api.GET("/api/admin/trash", { params: { query: given({ cursor: pageParam }) }, signal })),
  ...paginationOptions,
});

/** Audit log of a month, newest first, one page at a time. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    ...polled,
    queryKey: adminKeys.activity(filter),
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.GET("/api/admin/activity", { params: { query: given({ ...filter, cursor: pageParam }) }, signal })),
    ...paginationOptions,
  });

/** Returns a function that refetches the console and every list with published items after a write. */
export function useRefreshContent(): () => Promise<void> {
  const queries = useQueryClient();
  return () => invalidateInAllTabs(queries, adminKeys.all, noteKeys.all, audioKeys.all);
}

/** Edits the metadata of an item. A conflict means that it was edited elsewhere. */
export function useEditContent({ kind, id }: ContentRef) {
  const refresh = useRefreshContent();
  return useMutation({
    mutationFn: (body: Schemas["EditContentRequest"]) =>
      unwrap(api.PATCH("/api/admin/content/{kind}/{id}", { params: { path: { kind, id } }, body })),
    onSettled: refresh,
  });
}

/**
 * Moves a recording on its shelf: directly after another one, or to the beginning. `from` is the position that the
 * administrator saw, empty if there was none. A conflict means that it was moved elsewhere.
 */
export function useReorderAudio(id: string) {
  const refresh = useRefreshContent();
  return useMutation({
    mutationFn: ({ after, from }: { after: string | undefined; from: string }) =>
      unwrap(
        api.PUT("/api/audio/{id}/place", {
          params: { path: { id } },
          body: { from, ...(after !== undefined && { after }) },
        }),
      ),
    onSettled: refresh,
  });
}

/** Changes only the title of an item. Rejects with status 409 if the title is not `seen`. */
export function useSetTitle({ kind, id }: ContentRef) {
  const refresh = useRefreshContent();
  const params = { path: { kind, id } };
  return useMutation({
    mutationFn: async ({ title, seen }: { title: string; seen: string }) => {
      const latest = await unwrap(api.GET("/api/admin/content/{kind}/{id}", { params }));
      if (latest.title !== seen && latest.title !== title) {
        const detail = `It was changed to “${latest.title}” by another administrator.`;
        throw new ApiProblem({ code: "conflict", status: 409, detail });
      }
      const body = { title, description: latest.description, version: latest.version };
      return unwrap(api.PATCH("/api/admin/content/{kind}/{id}", { params, body }));
    },
    onSettled: refresh,
  });
}

/** Creates an upload that replaces the file of an item. It is sent and checked like any upload. */
export function createReplacementUpload(
  { kind, id }: ContentRef,
  body: Schemas["ReplaceFileRequest"],
  signal: AbortSignal,
): Promise<UploadTicket> {
  return unwrap(api.POST("/api/admin/content/{kind}/{id}/file", { params: { path: { kind, id } }, body, signal }));
}

function moveToTrash({ kind, id }: ContentRef): Promise<unknown> {
  const params = { path: { id } };
  switch (kind) {
    case "note":
      return unwrap(api.DELETE("/api/notes/{id}", { params }));
    case "audio":
      return unwrap(api.DELETE("/api/audio/{id}", { params }));
    case "albumNote":
      return unwrap(api.DELETE("/api/album-notes/{id}", { params }));
  }
}

function restore({ kind, id }: Restorable): Promise<unknown> {
  const params = { path: { id } };
  switch (kind) {
    case "note":
      return unwrap(api.POST("/api/notes/{id}/restore", { params }));
    case "audio":
      return unwrap(api.POST("/api/audio/{id}/restore", { params }));
    case "albumNote":
      return unwrap(api.POST("/api/album-notes/{id}/restore", { params }));
    case "file":
      return unwrap(api.POST("/api/admin/trash/files/{id}/restore", { params }));
  }
}

/** Result of a write to several items. */
interface Tally<Item> {
  done: Item[];
  failed: Item[];
  /** Error of the first failure. */
  error: unknown;
}

async function each<Item>(items: readonly Item[], write: (item: Item) => Promise<unknown>): Promise<Tally<Item>> {
  const tally: Tally<Item> = { done: [], failed: [], error: undefined };
  // Write sequentially: parallel writes would compete for the same counters.
  for (const item of items) {
    try {
      await write(item);
      tally.done.push(item);
    } catch (error) {
      tally.failed.push(item);
      tally.error ??= error;
    }
  }
  return tally;
}

/** Moves one item to the trash. */
export function useTrashItem() {
  const refresh = useRefreshContent();
  return useMutation({ mutationFn: moveToTrash, onSettled: refresh });
}

/** Items to move to the trash, and the password for reauthentication. */
interface TrashOrder {
  items: readonly ContentEntry[];
  password: string;
}

/** Moves several items to the trash. Throws if none was moved, for example after a wrong password. */
export function useTrashItems() {
  const refresh = useRefreshContent();
  return useMutation({
    mutationFn: async ({ items, password }: TrashOrder): Promise<Tally<ContentEntry>> => {
      const tally: Tally<ContentEntry> = { done: [], failed: [], error: undefined };
      for (let from = 0; from < items.length; from += TRASH_BATCH_MAX) {
        const batch = items.slice(from, from + TRASH_BATCH_MAX);
        try {
          const body = { password, things: batch.map(({ kind, id }) => ({ kind, id })) };
          const { done } = await unwrap(api.POST("/api/admin/trash", { body }));
          const gone = new Set(done.map(({ kind, id }) => `${kind} ${id}`));
          for (const item of batch) tally[gone.has(`${item.kind} ${item.id}`) ? "done" : "failed"].push(item);
        } catch (error) {
          if (tally.done.length === 0) throw error;
          tally.failed.push(...items.slice(from));
          tally.error = error;
          break;
        }
      }
      return tally;
    },
    onSettled: refresh,
  });
}

/** Restores items from the trash. Never throws; the result lists the failures. */
export function useRestoreItems() {
  const refresh = useRefreshContent();
  return useMutation({
    mutationFn: (items: readonly Restorable[]) => each(items, restore),
    onSettled: refresh,
  });
}

/** Rebuilds the content index and its storage counts from the stored items. */
export function useRebuildContent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/content/rebuild")),
    onSettled: () => invalidateInAllTabs(queries, adminKeys.all),
  });
}
