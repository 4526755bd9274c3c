import { type LoaderFunctionArgs, useLocation } from "react-router";
import { albumQuery } from "@/data/albums/albums";
import { queryClient } from "@/data/query/query-client";
import { AlbumPage } from "@/features/albums/album-page";
import { albumFromPath } from "@/lib/urls/albums";

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchInfiniteQuery(albumQuery(albumFromPath(new URL(request.url).pathname)));
  return null;
}

/** All three albums share a route, so switching between them loads only a list. */
export function Component() {
  const id = albumFromPath(useLocation().pathname);
  return <AlbumPage key={id} id={id} />;
}
