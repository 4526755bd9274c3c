import type { LoaderFunctionArgs } from "react-router";
import { useParams } from "react-router";
import { readingQuery } from "@/api/notes";
import { queryClient } from "@/api/query-client";
import { ReaderPage } from "@/features/reader/reader-page";

/** Asks while the page's code arrives; the page takes this answer. */
export function loader({ params }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(readingQuery(params.noteId ?? ""));
  return null;
}

export function Component() {
  const { noteId = "" } = useParams();
  return <ReaderPage key={noteId} id={noteId} />;
}
