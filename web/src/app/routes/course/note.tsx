import type { LoaderFunctionArgs } from "react-router";
import { useParams } from "react-router";
import { highlightsQuery } from "@/data/highlights/highlights";
import { readerNoteQuery } from "@/data/notes/notes";
import { queryClient } from "@/data/query/query-client";
import { MakeCard } from "@/features/cards/personal/make-card";
import { openNoteAhead, prefetchNoteRanges, prefetchReaderCode } from "@/features/reader/prefetch";
import { ReaderPage } from "@/features/reader/reader-page";

/** Requests the note and, in the same batch, the student's highlights. */
function ask(noteId: string) {
  void queryClient.prefetchQuery(highlightsQuery(noteId));
  return queryClient.fetchQuery(readerNoteQuery(noteId));
}

export function loader({ params }: LoaderFunctionArgs) {
  openNoteAhead(ask(params.noteId ?? ""));
  return null;
}

export const prefetchCode = () => prefetchReaderCode();

/** Prefetches the start of a note's file while the user presses its link. */
export function prefetchNoteStart(noteId: string): void {
  prefetchNoteRanges(ask(noteId));
}

export function Component() {
  const { noteId = "" } = useParams();
  return <ReaderPage key={noteId} id={noteId} MakeCard={MakeCard} />;
}
