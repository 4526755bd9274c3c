import type { LoaderFunctionArgs } from "react-router";
import { useParams } from "react-router";
import { highlightsQuery } from "@/data/highlights/highlights";
import { readingQuery } from "@/data/notes/notes";
import { queryClient } from "@/data/query/query-client";
import { MakeCard } from "@/features/cards/own/make-card";
import { prepareFile, prepareReader, prepareReading } from "@/features/reader/prepare";
import { ReaderPage } from "@/features/reader/reader-page";

/** The note, and in the same call what the student marked in it. */
function ask(noteId: string) {
  void queryClient.prefetchQuery(highlightsQuery(noteId));
  return queryClient.fetchQuery(readingQuery(noteId));
}

/** Asks for the note, and for all that reading it takes; the page takes the answers. */
export function loader({ params }: LoaderFunctionArgs) {
  prepareReading(ask(params.noteId ?? ""));
  return null;
}

/** Asks for the code that reading takes, of whichever note. */
export const prepareCode = () => prepareReader();

/** Asks for what is fetched first of a note that is being pressed. */
export function prepare(noteId: string): void {
  prepareFile(ask(noteId));
}

export function Component() {
  const { noteId = "" } = useParams();
  return <ReaderPage key={noteId} id={noteId} MakeCard={MakeCard} />;
}
