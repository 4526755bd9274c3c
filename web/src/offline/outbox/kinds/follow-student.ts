import { api, keepalive, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { mergeToggle } from "./coalesce";
import type { ChangeKind } from "./kind";

export interface FollowStudent {
  kind: "followStudent";
  on: boolean;
  username: string;
}

export const followStudent: ChangeKind<FollowStudent, components["schemas"]["FollowedStudent"]> = {
  id: ({ username }) => username.toLowerCase(),
  merge: mergeToggle,
  send({ on, username }, { signal }) {
    const fact = { params: { path: { username } }, ...keepalive, signal };
    return unwrap(on ? api.PUT("/api/me/students/{username}", fact) : api.DELETE("/api/me/students/{username}", fact));
  },
  describe: ({ on, username }) => `${on ? "follow" : "unfollow"} @${username}`,
  countNouns: ["followed student", "followed students"],
  path: ({ username }) => paths.student(username),
};
