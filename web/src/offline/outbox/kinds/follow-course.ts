import { api, keepalive, unwrap } from "@/api/client";
import { paths } from "@/lib/addresses/paths";
import { displayCode } from "@/lib/addresses/subjects";
import { toggle } from "./coalesce";
import type { Kind } from "./kind";

export interface FollowCourse {
  kind: "followCourse";
  on: boolean;
  code: string;
}

export const followCourse: Kind<FollowCourse> = {
  id: ({ code }) => code,
  merge: toggle,
  async send({ on, code }, { signal }) {
    const fact = { params: { path: { code } }, ...keepalive, signal };
    await unwrap(on ? api.PUT("/api/me/courses/{code}", fact) : api.DELETE("/api/me/courses/{code}", fact));
    return undefined;
  },
  doing: ({ on, code }) => `${on ? "follow" : "unfollow"} ${displayCode(code)}`,
  counted: ["followed course", "followed courses"],
  path: ({ code }) => paths.notes(code),
};
