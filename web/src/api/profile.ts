import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "./client";
import { myProfileQuery } from "./me";
import type { Me, ProfileEdit } from "./models";
import { refreshEverywhere } from "./other-tabs";
import { playlistKeys } from "./playlists";
import { session } from "./session";
import { studentKeys } from "./students";

/** Updates everything that shows one's own profile: the shell, profiles, searches, playlists. */
async function showMe(queries: QueryClient, me: Me): Promise<void> {
  session.update(me);
  queries.setQueryData(myProfileQuery.queryKey, me);
  await refreshEverywhere(queries, studentKeys.all, playlistKeys.all);
}

function useChangeOfMe<Change = void>(change: (wanted: Change) => Promise<Me>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (me) => {
      // What others show of it may come a moment later.
      void showMe(queries, me);
    },
  });
}

/** Saves changes of one's own profile. */
export const useEditProfile = () =>
  useChangeOfMe((body: ProfileEdit) => payload(api.PATCH("/api/me/profile", { body })));

/** Takes one's photo away. */
export const useRemovePhoto = () => useChangeOfMe(() => payload(api.DELETE("/api/me/photo")));

/** After a new photo was sent and checked. */
export async function refreshPhoto(queries: QueryClient): Promise<void> {
  await showMe(queries, await payload(api.GET("/api/me")));
}
