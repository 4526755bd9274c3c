import { type LoaderFunctionArgs, useParams } from "react-router";
import { recordingQuery } from "@/data/audio/audio";
import { bookmarksQuery } from "@/data/bookmarks/bookmarks";
import { queryClient } from "@/data/query/query-client";
import { RecordingPage } from "@/features/audio/recording-page";

export function loader({ params }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(recordingQuery(params.audioId ?? ""));
  void queryClient.prefetchQuery(bookmarksQuery);
  return null;
}

export function Component() {
  const { audioId = "" } = useParams();
  return <RecordingPage key={audioId} id={audioId} />;
}
