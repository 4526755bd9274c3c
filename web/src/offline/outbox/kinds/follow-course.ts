import { api, keepalive, unwrap } from "@/api/client";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { mergeToggle } from "./coalesce";
import type { ChangeKind } from "./kind";

export interface FollowCourse {
  kind: "followCourse";
  on: boolean;
  code: string;
}

export const followCourse: ChangeKind<FollowCourse> = {
  id: ({ code }) => code,
  merge: mergeToggle,
  async send({ on, code }, { signal }) {
    const fact = { params: { path: { code } }, ...keepalive, signal };
    await unwrap(on ? api.PUT("/api/me/courses/{code}", fact) : api.DELETE("/api/me/courses/{code}", fact));
    return undefined;
  },
  describe: ({ on, code }) => `${on ? "follow" : "unfollow"} ${displayCode(code)}`,
  countNouns: ["followed course", "followed courses"],
  path: ({ code }) => paths.notes(code),
};
