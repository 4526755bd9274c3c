import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import type { Highlight, HighlightMark } from "@/api/models";
import { allItems } from "@/api/pages";
import type { HighlightChange } from "@/offline/outbox/kinds/highlight";
import type { Results } from "@/offline/outbox/kinds/table";
import { enqueueChange, type Outcome, selectUnconfirmedChanges, useOutbox } from "@/offline/outbox/queue";
import { staleTimes } from "../query/cache-policies";
import { patchQueryData } from "../query/patch-query-data";

const keyOf = (noteId: string | undefined) => ["highlights", noteId ?? "all"] as const;

const readAll = (noteId: string | undefined, signal: AbortSignal): Promise<Highlight[]> =>
  allItems((query) =>
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

/** A list with what was changed in it; one that is not in it yet comes last. */
export function withChanges(list: readonly Highlight[], changes: readonly HighlightChange[]): Highlight[] {
  const highlights = new Map(list.map((highlight) => [highlight.id, highlight]));
  for (const { id, highlight } of changes) {
    if (highlight) highlights.set(id, highlight);
    else highlights.delete(id);
  }
  return [...highlights.values()];
}

/** The server has a change: it becomes part of what the server said, in every tab. */
export function onHighlightConfirmed(queries: QueryClient, sent: HighlightChange, result: Results["highlight"]): void {
  const change = { ...sent, highlight: result?.highlight };
  for (const of of [change.noteId, undefined]) {
    patchQueryData(queries, highlightsQuery(of).queryKey, (list) => list && withChanges(list, [change]));
  }
}

/** The student's highlights, of one note or of all, with what has not been sent yet. */
export function useHighlights(noteId?: string) {
  const { data, error, isPending, refetch } = useQuery(highlightsQuery(noteId));
  const outboxState = useOutbox((all) => all);
  const highlights = useMemo(() => {
    const changes = selectUnconfirmedChanges(outboxState).filter(
      (change): change is HighlightChange =>
        change.kind === "highlight" && (noteId === undefined || change.noteId === noteId),
    );
    return withChanges(data ?? [], changes);
  }, [data, outboxState, noteId]);
  return { highlights, error: data ? undefined : error, isPending: isPending && !error, refetch };
}

/** Creates a highlight, or puts one back that was removed. */
export function putHighlight(highlight: Highlight): Promise<Outcome<HighlightChange>> {
  return enqueueChange({ kind: "highlight", noteId: highlight.noteId, id: highlight.id, highlight });
}

/**
 * Changes a highlight. It must be as the student has seen it, so that nothing is replaced that another device has changed.
 * `onStored` is called when the change would outlive the page.
 */
export function editHighlight(
  seen: Highlight,
  mark: Partial<HighlightMark>,
  onStored?: () => void,
): Promise<Outcome<HighlightChange>> {
  const { sha256, page, colour, remark } = seen.mark;
  const before = { sha256, page, colour, remark };
  return enqueueChange(
    { kind: "highlight", noteId: seen.noteId, id: seen.id, highlight: withMark(seen, mark), before },
    onStored,
  );
}

/** The same highlight with something else said of it. */
export const withMark = (highlight: Highlight, mark: Partial<HighlightMark>): Highlight => ({
  ...highlight,
  mark: { ...highlight.mark, ...mark },
});

/** Removes a highlight. */
export function removeHighlight({ noteId, id }: Highlight): Promise<Outcome> {
  return enqueueChange({ kind: "highlight", noteId, id });
}
