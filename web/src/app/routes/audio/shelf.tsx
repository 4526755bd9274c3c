import { type LoaderFunctionArgs, useLocation } from "react-router";
import { shelfQuery } from "@/data/audio/audio";
import { queryClient } from "@/data/query/query-client";
import { ShelfPage } from "@/features/audio/shelf-page";
import { shelfFromPath } from "@/features/audio/shelves";

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchInfiniteQuery(shelfQuery(shelfFromPath(new URL(request.url).pathname)));
  return null;
}

/** All four shelves share a route, so switching between them loads only a list. */
export function Component() {
  const id = shelfFromPath(useLocation().pathname);
  return <ShelfPage key={id} id={id} />;
}
