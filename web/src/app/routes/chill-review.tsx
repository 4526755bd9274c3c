import { shelfQuery } from "@/api/audio";
import { queryClient } from "@/api/query-client";
import { ShelfPage } from "@/features/audio/shelf-page";

/** The page asks the same question a moment later and gets this answer. */
export function loader() {
  void queryClient.prefetchInfiniteQuery(shelfQuery("chill-review"));
  return null;
}

export function Component() {
  return <ShelfPage key="chill-review" id="chill-review" />;
}
