import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Me, ProfileEdit } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { session } from "@/session/session";
import { studentKeys } from "../people/students";
import { playlistKeys } from "../playlists/playlists";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";
import { myProfileQuery } from "./me";

/** Updates all data that shows the student's own profile: the session, profiles, searches and playlists. */
async function showMe(queries: QueryClient, me: Me): Promise<void> {
  session.setUser(me);
  queries.setQueryData(myProfileQuery.queryKey, me);
  await invalidateInAllTabs(queries, studentKeys.all, playlistKeys.all);
}

function useChangeOfMe<Change = void>(change: (edit: Change) => Promise<Me>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (me) => {
      // Not awaited, because the other views may update a moment later.
      void showMe(queries, me);
    },
  });
}

/**
 * Saves changes of the student's profile. If another device has changed one of the fields since it was shown, rejects
 * and refetches the profile.
 */
export const useEditProfile = () =>
  useChangeOfShownMe((body: ProfileEdit) => unwrap(api.PATCH("/api/me/profile", { body })));

/** Removes the photo that is shown at this URL. If another device has changed it, rejects and refetches the profile. */
export const useRemovePhoto = () =>
  useChangeOfShownMe((replaces: string) => unwrap(api.DELETE("/api/me/photo", { params: { query: { replaces } } })));

/** Returns a mutation of the profile. After a conflict, it refetches the profile. */
function useChangeOfShownMe<Change>(send: (change: Change) => Promise<Me>) {
  const queries = useQueryClient();
  return useChangeOfMe(async (change: Change) => {
    try {
      return await send(change);
    } catch (error) {
      if (isConflict(error)) await queries.refetchQueries({ queryKey: myProfileQuery.queryKey });
      throw error;
    }
  });
}

/** Whether another device has changed the value that was to be replaced. */
export const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.code === "conflict";

/** Updates the profile after a new photo was uploaded and checked. */
export async function refreshPhoto(queries: QueryClient): Promise<void> {
  await showMe(queries, await unwrap(api.GET("/api/me")));
}
