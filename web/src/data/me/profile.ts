import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { Me, ProfileEdit } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { session } from "@/session/session";
import { studentKeys } from "../people/students";
import { playlistKeys } from "../playlists/playlists";
import { refreshEverywhere } from "../query/other-tabs";
import { myProfileQuery } from "./me";

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

/**
 * Saves changes of one's own profile. If another device has changed one of these fields since it was shown here, rejects and
 * shows the profile as it is now.
 */
export function useEditProfile() {
  const queries = useQueryClient();
  return useChangeOfMe(async (body: ProfileEdit) => {
    try {
      return await payload(api.PATCH("/api/me/profile", { body }));
    } catch (error) {
      if (isConflict(error)) await queries.refetchQueries({ queryKey: myProfileQuery.queryKey });
      throw error;
    }
  });
}

/** Whether another device has changed what was to be replaced. */
export const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.code === "conflict";

/** Takes one's photo away. */
export const useRemovePhoto = () => useChangeOfMe(() => payload(api.DELETE("/api/me/photo")));

/** After a new photo was sent and checked. */
export async function refreshPhoto(queries: QueryClient): Promise<void> {
  await showMe(queries, await payload(api.GET("/api/me")));
}
