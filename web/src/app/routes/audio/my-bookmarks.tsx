import { bookmarksQuery } from "@/data/bookmarks/bookmarks";
import { queryClient } from "@/data/query/query-client";
import { BookmarksPage } from "@/features/my-notes/bookmarks-page";

export function loader() {
  void queryClient.prefetchQuery(bookmarksQuery);
  return null;
}

export function Component() {
  return <BookmarksPage />;
}
