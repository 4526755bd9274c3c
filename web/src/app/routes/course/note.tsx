import type { LoaderFunctionArgs } from "react-router";
import { useParams } from "react-router";
import { highlightsQuery } from "@/data/highlights/highlights";
import { readerNoteQuery } from "@/data/notes/notes";
import { queryClient } from "@/data/query/query-client";
import { MakeCard } from "@/features/cards/own/make-card";
import { prefetchNote, prefetchReaderCode, preloadNote } from "@/features/reader/prefetch";
import { ReaderPage } from "@/features/reader/reader-page";

/** Requests the note and, in the same batch, the student's highlights. */
function ask(noteId: string) {
  void queryClient.prefetchQuery(highlightsQuery(noteId));
  return queryClient.fetchQuery(readerNoteQuery(noteId));
}

export function loader({ params }: LoaderFunctionArgs) {
  preloadNote(ask(params.noteId ?? ""));
  return null;
}

export const prepareCode = () => prefetchReaderCode();

/** Prefetches the start of a note's file while the user presses its link. */
export function prepare(noteId: string): void {
  prefetchNote(ask(noteId));
}

export function Component() {
  const { noteId = "" } = useParams();
  return <ReaderPage key={noteId} id={noteId} MakeCard={MakeCard} />;
}
