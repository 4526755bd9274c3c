import { catalogueQuery } from "@/core/catalogue/catalogue";
import { queryClient } from "@/data/query/query-client";
import { BrowsePage } from "@/features/browse/browse-page";

/** The courses are on their way while the page is being drawn. */
export function loader() {
  void queryClient.prefetchQuery(catalogueQuery);
  return null;
}

/** What is typed changes the address, not the courses. */
export function shouldRevalidate() {
  return false;
}

export function Component() {
  return <BrowsePage />;
}
