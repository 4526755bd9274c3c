import { catalogueQuery } from "@/core/catalogue/catalogue";
import { queryClient } from "@/data/query/query-client";
import { BrowsePage } from "@/features/browse/browse-page";

export function loader() {
  void queryClient.prefetchQuery(catalogueQuery);
  return null;
}

/** The query string filters the loaded courses, so a change needs no refetch. */
export function shouldRevalidate() {
  return false;
}

export function Component() {
  return <BrowsePage />;
}
