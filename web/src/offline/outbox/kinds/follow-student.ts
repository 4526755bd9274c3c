import { api, keepalive, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { paths } from "@/lib/addresses/paths";
import { toggle } from "./coalesce";
import type { Kind } from "./kind";

export interface FollowStudent {
  kind: "followStudent";
  on: boolean;
  username: string;
}

export const followStudent: Kind<FollowStudent, components["schemas"]["FollowedStudent"]> = {
  id: ({ username }) => username.toLowerCase(),
  merge: toggle,
  send({ on, username }, { signal }) {
    const fact = { params: { path: { username } }, ...keepalive, signal };
    return unwrap(on ? api.PUT("/api/me/students/{username}", fact) : api.DELETE("/api/me/students/{username}", fact));
  },
  doing: ({ on, username }) => `${on ? "follow" : "unfollow"} @${username}`,
  counted: ["followed student", "followed students"],
  path: ({ username }) => paths.student(username),
};
