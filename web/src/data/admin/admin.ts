import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { components } from "@/api/schema";
import { TRASH_BATCH_MAX } from "@/core/limits";
import { audioKeys } from "../audio/audio";
import { noteKeys } from "../notes/notes";
import { consoleList, Fresh } from "../query/freshness";
import { refreshEverywhere } from "../query/other-tabs";
import type { UploadTicket } from "../uploads/uploads";

type Schemas = components["schemas"];

/** Something that was published, whatever it is. */
export type ContentEntry = Schemas["ContentEntry"];
export type ContentKind = Schemas["ContentKind"];
/** The same with what can be edited. Its `version` goes back with an edit. */
export type ContentDetail = Schemas["ContentDetail"];
/** Something in the trash: a note, an audio note, an album note, or a file that was replaced. */
export type TrashEntry = Schemas["TrashEntry"];
/** What names a thing that was in the trash, and what people call it. */
export type Restorable = Pick<TrashEntry, "kind" | "id" | "title">;
/** What an administrator did. */
export type ActivityEntry = Schemas["ActivityEntry"];

/** Which entries are wanted: those that meet everything that is given. */
export interface ContentFilter {
  kind: ContentKind | undefined;
  /** A course code, a shelf or an album. */
  place: string | undefined;
  text: string | undefined;
}

/** What names a thing. */
export type ThingRef = Pick<ContentEntry, "kind" | "id">;

const adminKeys = {
  all: ["admin"] as const,
  lists: ["admin", "content"] as const,
  list: (filter: ContentFilter) => [...adminKeys.lists, filter] as const,
  detail: ({ kind, id }: ThingRef) => ["admin", "detail", kind, id] as const,
  storage: ["admin", "storage"] as const,
  trash: ["admin", "trash"] as const,
  activity: (month: string) => ["admin", "activity", month] as const,
};

const given = (query: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value));

/** Everything that was published, newest first, a page at a time. */
export const contentQuery = (filter: ContentFilter) =>
  infiniteQueryOptions({
    ...consoleList,
    queryKey: adminKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      payload(api.GET("/api/admin/content", { params: { query: given({ ...filter, cursor: pageParam }) }, signal })),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** The current version of one item. Fetched when an edit begins, so never from the cache. */
export const contentDetailQuery = ({ kind, id }: ThingRef) =>
  queryOptions({
    queryKey: adminKeys.detail({ kind, id }),
    queryFn: ({ signal }) =>
      payload(api.GET("/api/admin/content/{kind}/{id}", { params: { path: { kind, id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

export const storageQuery = queryOptions({
  queryKey: adminKeys.storage,
  queryFn: ({ signal }) => payload(api.GET("/api/admin/storage", { signal })),
  staleTime: Fresh.live,
});

/** What is in the trash, last deleted first, a page at a time. */
export const trashQuery = infiniteQueryOptions({
  ...consoleList,
  queryKey: adminKeys.trash,
  queryFn: ({ pageParam, signal }) =>
    payload(api.GET("/api/admin/trash", { params: { query: given({ cursor: pageParam }) }, signal })),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** What administrators did in a month like '2026-11', newest first, a page at a time. */
export const activityQuery = (month: string) =>
  infiniteQueryOptions({
    ...consoleList,
    queryKey: adminKeys.activity(month),
    queryFn: ({ pageParam, signal }) =>
      payload(api.GET("/api/admin/activity", { params: { query: given({ month, cursor: pageParam }) }, signal })),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** After a write: refetches the console and every list that shows the item. */
export function useRefreshContent(): () => Promise<void> {
  const queries = useQueryClient();
  return () => refreshEverywhere(queries, adminKeys.all, noteKeys.all, audioKeys.all);
}

/** Edits what is said of an item. A conflict means that it was edited elsewhere meanwhile. */
export function useEditContent({ kind, id }: ThingRef) {
  const refresh = useRefreshContent();
  return useMutation({
    mutationFn: (body: Schemas["EditContentRequest"]) =>
      payload(api.PATCH("/api/admin/content/{kind}/{id}", { params: { path: { kind, id } }, body })),
    onSettled: refresh,
  });
}

/** Gives an item another title; all else stays as it is now. */
export function useRetitle({ kind, id }: ThingRef) {
  const refresh = useRefreshContent();
  const params = { path: { kind, id } };
  return useMutation({
    mutationFn: async (title: string) => {
      const { description, version } = await payload(api.GET("/api/admin/content/{kind}/{id}", { params }));
      const body = { title, description, version };
      return payload(api.PATCH("/api/admin/content/{kind}/{id}", { params, body }));
    },
    onSettled: refresh,
  });
}

/** Declares another file for a thing; it is sent and checked as any upload. */
export function declareReplacement(
  { kind, id }: ThingRef,
  body: Schemas["ReplaceFileRequest"],
  signal: AbortSignal,
): Promise<UploadTicket> {
  return payload(api.POST("/api/admin/content/{kind}/{id}/file", { params: { path: { kind, id } }, body, signal }));
}

function moveToTrash({ kind, id }: ThingRef): Promise<unknown> {
  const params = { path: { id } };
  switch (kind) {
    case "note":
      return payload(api.DELETE("/api/notes/{id}", { params }));
    case "audio":
      return payload(api.DELETE("/api/audio/{id}", { params }));
    case "albumNote":
      return payload(api.DELETE("/api/album-notes/{id}", { params }));
  }
}

function restore({ kind, id }: Restorable): Promise<unknown> {
  const params = { path: { id } };
  switch (kind) {
    case "note":
      return payload(api.POST("/api/notes/{id}/restore", { params }));
    case "audio":
      return payload(api.POST("/api/audio/{id}/restore", { params }));
    case "albumNote":
      return payload(api.POST("/api/album-notes/{id}/restore", { params }));
    case "file":
      return payload(api.POST("/api/admin/trash/files/{id}/restore", { params }));
  }
}

/** How a write to several things went. */
interface Tally<Thing> {
  done: Thing[];
  failed: Thing[];
  /** Why the first of them failed. */
  error: unknown;
}

async function each<Thing>(things: readonly Thing[], write: (thing: Thing) => Promise<unknown>): Promise<Tally<Thing>> {
  const tally: Tally<Thing> = { done: [], failed: [], error: undefined };
  // One after the other: they move the same counters, and would only wait for each other.
  for (const thing of things) {
    try {
      await write(thing);
      tally.done.push(thing);
    } catch (error) {
      tally.failed.push(thing);
      tally.error ??= error;
    }
  }
  return tally;
}

/** Moves one thing to the trash. */
export function useTrashThing() {
  const refresh = useRefreshContent();
  return useMutation({ mutationFn: moveToTrash, onSettled: refresh });
}

/** What goes to the trash together, and the password once more. */
interface TrashOrder {
  things: readonly ContentEntry[];
  password: string;
}

/** Moves things to the trash together. Throws when none of them went, as with a wrong password. */
export function useTrashThings() {
  const refresh = useRefreshContent();
  return useMutation({
    mutationFn: async ({ things, password }: TrashOrder): Promise<Tally<ContentEntry>> => {
      const tally: Tally<ContentEntry> = { done: [], failed: [], error: undefined };
      for (let from = 0; from < things.length; from += TRASH_BATCH_MAX) {
        const batch = things.slice(from, from + TRASH_BATCH_MAX);
        try {
          const body = { password, things: batch.map(({ kind, id }) => ({ kind, id })) };
          const { done } = await payload(api.POST("/api/admin/trash", { body }));
          const gone = new Set(done.map(({ kind, id }) => `${kind} ${id}`));
          for (const thing of batch) tally[gone.has(`${thing.kind} ${thing.id}`) ? "done" : "failed"].push(thing);
        } catch (error) {
          if (tally.done.length === 0) throw error;
          tally.failed.push(...things.slice(from));
          tally.error = error;
          break;
        }
      }
      return tally;
    },
    onSettled: refresh,
  });
}

/** Brings things back from the trash. Does not throw: what failed is in the answer. */
export function useRestoreThings() {
  const refresh = useRefreshContent();
  return useMutation({
    mutationFn: (things: readonly Restorable[]) => each(things, restore),
    onSettled: refresh,
  });
}

/** Makes the list of content again from what is there, and counts what it uses. */
export function useRebuildContent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => payload(api.POST("/api/admin/content/rebuild")),
    onSettled: () => refreshEverywhere(queries, adminKeys.all),
  });
}
