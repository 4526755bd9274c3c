import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";

/** A student as administrators see them. */
export type ManagedStudent = components["schemas"]["ManagedStudent"];

/** Change of a student's account that requires the administrator's password. */
export type StudentAction = "endSessions" | "block" | "unblock" | "delete";

/** The student with this username or e-mail address. Never cached, because an action starts from it. */
export const managedStudentQuery = (text: string) =>
  queryOptions({
    queryKey: ["admin", "student", text] as const,
    queryFn: ({ signal }) => unwrap(api.POST("/api/admin/students/find", { body: { text }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

interface StudentOrder {
  id: string;
  action: StudentAction;
  password: string;
}

/** Sends an action. Returns the changed student, or `undefined` after a deletion. */
async function act({ id, action, password }: StudentOrder): Promise<ManagedStudent | undefined> {
  const options = { params: { path: { id } }, body: { password } };
  switch (action) {
    case "endSessions":
      return unwrap(api.POST("/api/admin/students/{id}/end-sessions", options));
    case "block":
      return unwrap(api.POST("/api/admin/students/{id}/block", options));
    case "unblock":
      return unwrap(api.POST("/api/admin/students/{id}/unblock", options));
    case "delete":
      await unwrap(api.POST("/api/admin/students/{id}/delete", options));
      return undefined;
  }
}

/** Changes the account of the student that was found with `text`. */
export function useStudentAction(text: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (student) => {
      if (student) queries.setQueryData(managedStudentQuery(text).queryKey, student);
      await invalidateInAllTabs(queries, ["admin", "activity"]);
    },
  });
}
