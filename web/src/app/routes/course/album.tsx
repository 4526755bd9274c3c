import { type LoaderFunctionArgs, useLocation } from "react-router";
import { albumQuery } from "@/data/albums/albums";
import { queryClient } from "@/data/query/query-client";
import { AlbumPage } from "@/features/albums/album-page";
import { albumAt } from "@/lib/addresses/albums";

/** The page asks the same question a moment later and gets this answer. */
export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchInfiniteQuery(albumQuery(albumAt(new URL(request.url).pathname)));
  return null;
}

/** All three albums: going from one to another needs nothing but its list. */
export function Component() {
  const id = albumAt(useLocation().pathname);
  return <AlbumPage key={id} id={id} />;
}
