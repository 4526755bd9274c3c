import type { ShelfId } from "@/api/models";
import { paths } from "@/lib/urls/paths";
import { shelfTitles } from "@/lib/urls/shelves";
import type { Tone } from "@/lib/urls/subjects";
import type { QueueContext } from "@/player/player";

export interface ShelfInfo {
  id: ShelfId;
  title: string;
  href: string;
  tone: Tone;
}

const info = (id: ShelfId, href: string, tone: Tone): ShelfInfo => ({ id, title: shelfTitles[id], href, tone });

export const shelves = {
  "deep-dive": info("deep-dive", paths.deepDive(), "slate"),
  "quick-recap": info("quick-recap", paths.quickRecap(), "sand"),
  "chill-review": info("chill-review", paths.chillReview(), "sage"),
  radio: info("radio", paths.audioNotes(), "plum"),
} satisfies Record<ShelfId, ShelfInfo>;

/** Returns the shelf of a path, or `radio` for an unknown path. */
export function shelfFromPath(pathname: string): ShelfId {
  const href = pathname.replace(/\/+$/, "");
  return Object.values(shelves).find((shelf) => shelf.href === href)?.id ?? "radio";
}

export function shelfQueueContext({ id, title, href }: ShelfInfo): QueueContext {
  return { kind: "shelf", id, title, href };
}
