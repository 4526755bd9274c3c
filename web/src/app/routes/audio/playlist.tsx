import { type LoaderFunctionArgs, useParams } from "react-router";
import { playlistQuery } from "@/data/playlists/playlists";
import { queryClient } from "@/data/query/query-client";
import { PlaylistPage } from "@/features/playlists/playlist-page";

export function loader({ params }: LoaderFunctionArgs) {
  void queryClient.prefetchInfiniteQuery(playlistQuery(params.playlistId ?? ""));
  return null;
}

export function Component() {
  const { playlistId = "" } = useParams();
  return <PlaylistPage key={playlistId} id={playlistId} />;
}
