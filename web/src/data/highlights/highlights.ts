import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import type { Highlight, HighlightContent } from "@/api/models";
import { readAllItems } from "@/api/pages";
import type { HighlightChange } from "@/offline/outbox/kinds/highlight";
import type { ResultByKind } from "@/offline/outbox/kinds/kinds";
import { enqueueChange, type Outcome, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { staleTimes } from "../query/cache-policies";
import { patchQueryData } from "../query/patch-query-data";

const keyOf = (noteId: string | undefined) => ["highlights", noteId ?? "all"] as const;

const readAll = (noteId: string | undefined, signal: AbortSignal): Promise<Highlight[]> =>
  readAllItems((query) =>
    unwrap(
      noteId === undefined
        ? api.GET("/api/me/highlights", { params: { query }, signal })
        : api.GET("/api/me/highlights/{noteId}", { params: { path: { noteId }, query }, signal }),
    ),
  );

/** Highlights of one note, or of all notes. */
export const highlightsQuery = (noteId: string | undefined) =>
  queryOptions({
    queryKey: keyOf(noteId),
    queryFn: ({ signal }) => readAll(noteId, signal),
    staleTime: staleTimes.live,
    // Another device may have changed them.
    refetchOnWindowFocus: "always",
  });

/** Applies changes to a list of highlights. New highlights come last. */
export function applyHighlightChanges(list: readonly Highlight[], changes: readonly HighlightChange[]): Highlight[] {
  const highlights = new Map(list.map((highlight) => [highlight.id, highlight]));
  for (const { id, highlight } of changes) {
    if (highlight) highlights.set(id, highlight);
    else highlights.delete(id);
  }
  return [...highlights.values()];
}

/** Writes a confirmed change to the query cache of every tab. */
export function onHighlightConfirmed(
  queries: QueryClient,
  sent: HighlightChange,
  result: ResultByKind["highlight"],
): void {
  const change = { ...sent, highlight: result?.highlight };
  for (const of of [change.noteId, undefined]) {
    patchQueryData(queries, highlightsQuery(of).queryKey, (list) => list && applyHighlightChanges(list, [change]));
  }
}

/** Returns the student's highlights in one note or in all notes, including pending changes. */
export function useHighlights(noteId?: string) {
  const { data, error, isPending, refetch } = useQuery(highlightsQuery(noteId));
  const outboxState = useOutbox((all) => all);
  const highlights = useMemo(() => {
    const changes = selectPendingChanges(outboxState).filter(
      (change): change is HighlightChange =>
        change.kind === "highlight" && (noteId === undefined || change.noteId === noteId),
    );
    return applyHighlightChanges(data ?? [], changes);
  }, [data, outboxState, noteId]);
  return { highlights, error: data ? undefined : error, isPending: isPending && !error, refetch };
}

/** Creates a highlight, or restores a deleted one. */
export function putHighlight(highlight: Highlight): Promise<Outcome<HighlightChange>> {
  return enqueueChange({ kind: "highlight", noteId: highlight.noteId, id: highlight.id, highlight });
}

/**
 * Edits a highlight. `seen` is the version that the student saw, so that no change of another device is overwritten.
 * `onStored` is called once the change survives the end of the page.
 */
export function editHighlight(
  seen: Highlight,
  mark: Partial<HighlightContent>,
  onStored?: () => void,
): Promise<Outcome<HighlightChange>> {
  const { sha256, page, colour, remark } = seen.mark;
  const before = { sha256, page, colour, remark };
  return enqueueChange(
    { kind: "highlight", noteId: seen.noteId, id: seen.id, highlight: withContent(seen, mark), before },
    onStored,
  );
}

/** Returns the highlight with changed fields of its content. */
export const withContent = (highlight: Highlight, mark: Partial<HighlightContent>): Highlight => ({
  ...highlight,
  mark: { ...highlight.mark, ...mark },
});

/** Deletes a highlight. */
export function removeHighlight({ noteId, id }: Highlight): Promise<Outcome> {
  return enqueueChange({ kind: "highlight", noteId, id });
}
