import { type LoaderFunctionArgs, useParams } from "react-router";
import { studentCoursesQuery, studentQuery } from "@/data/people/students";
import { studentPlaylistsQuery } from "@/data/playlists/playlists";
import { queryClient } from "@/data/query/query-client";
import { renderProfilePlaylists } from "@/features/playlists/student-playlists";
import { PublicProfile } from "@/features/profile/public-profile";

/** Prefetches all sections in parallel. */
export function loader({ params }: LoaderFunctionArgs) {
  const username = params.username ?? "";
  void queryClient.prefetchQuery(studentQuery(username));
  // The sections request the student's canonical spelling. Another spelling cannot be resolved yet.
  if (username === username.toLowerCase()) {
    void queryClient.prefetchQuery(studentCoursesQuery(username));
    void queryClient.prefetchInfiniteQuery(studentPlaylistsQuery(username));
  }
  return null;
}

export function Component() {
  const { username = "" } = useParams();
  return <PublicProfile key={username} username={username} playlists={renderProfilePlaylists} />;
}
