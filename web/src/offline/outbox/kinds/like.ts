import { api, keepalive, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { mergeToggle } from "./coalesce";
import type { ChangeKind } from "./kind";

type Schemas = components["schemas"];
export type LikeKind = Schemas["LikeKind"];

export interface Like {
  kind: "like";
  on: boolean;
  target: LikeKind;
  id: string;
}

const liked = { courses: "a course", notes: "a note", audio: "an audio note" } as const;

export const like: ChangeKind<Like, Schemas["LikeState"]> = {
  id: ({ target, id }) => `${target} ${id}`,
  merge: mergeToggle,
  send({ on, target, id }, { signal }) {
    const fact = { params: { path: { kind: target, id } }, ...keepalive, signal };
    return on ? unwrap(api.PUT("/api/likes/{kind}/{id}", fact)) : unwrap(api.DELETE("/api/likes/{kind}/{id}", fact));
  },
  describe: ({ on, target }) => (on ? `like ${liked[target]}` : "remove a like"),
  countNouns: ["like", "likes"],
  path: ({ target, id }) => (target === "audio" ? undefined : target === "courses" ? paths.notes(id) : paths.note(id)),
};
