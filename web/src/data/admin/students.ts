import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { components } from "@/api/schema";
import { refreshEverywhere } from "../query/other-tabs";

/** A student as administrators see them. */
export type ManagedStudent = components["schemas"]["ManagedStudent"];

/** Change of a student's account that requires the administrator's password. */
export type StudentAction = "endSessions" | "block" | "unblock" | "delete";

/** The student with this username or e-mail address. Never cached, because an action starts from it. */
export const managedStudentQuery = (text: string) =>
  queryOptions({
    queryKey: ["admin", "student", text] as const,
    queryFn: ({ signal }) => payload(api.POST("/api/admin/students/find", { body: { text }, signal })),
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
      return payload(api.POST("/api/admin/students/{id}/end-sessions", options));
    case "block":
      return payload(api.POST("/api/admin/students/{id}/block", options));
    case "unblock":
      return payload(api.POST("/api/admin/students/{id}/unblock", options));
    case "delete":
      await payload(api.POST("/api/admin/students/{id}/delete", options));
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
      await refreshEverywhere(queries, ["admin", "activity"]);
    },
  });
}
