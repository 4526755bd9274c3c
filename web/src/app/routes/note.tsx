import type { LoaderFunctionArgs } from "react-router";
import { useParams } from "react-router";
import { readingQuery } from "@/api/notes";
import { queryClient } from "@/api/query-client";
import { MakeCard } from "@/features/cards/own/make-card";
import { prepareReading } from "@/features/reader/prepare";
import { ReaderPage } from "@/features/reader/reader-page";

/** Asks for the note, and for all that reading it takes; the page takes the answers. */
export function loader({ params }: LoaderFunctionArgs) {
  prepareReading(queryClient.fetchQuery(readingQuery(params.noteId ?? "")));
  return null;
}

export function Component() {
  const { noteId = "" } = useParams();
  return <ReaderPage key={noteId} id={noteId} MakeCard={MakeCard} />;
}
