import { useState } from "react";
import type { CardFields } from "@/data/cards/study";
import { DRAFT_PREFIX, personalStorage } from "@/lib/browser/storage";

/** What is typed about a card. */
export type Typed = CardFields & { order: string; chapter: string };

/** A card that is being written, as this device keeps it: it survives a reload, and goes at sign-out. */
interface Draft {
  typed: Typed;
  /** The version that was edited; none of a card that is new. */
  version: number | undefined;
}

function parse(text: string | undefined): Draft | undefined {
  try {
    const { typed, version } = JSON.parse(text ?? "null") ?? {};
    const isWhole = ["title", "content", "imageAlt", "order"].every((name) => typeof typed?.[name] === "string");
    const chapter = typeof typed?.chapter === "string" ? typed.chapter : "";
    return isWhole
      ? { typed: { ...typed, chapter }, version: typeof version === "number" ? version : undefined }
      : undefined;
  } catch {
    return undefined; // Cut short, or of another version.
  }
}

/** Keeps what one person types about one card, named by `place`. */
export function draftOf(uid: string, place: string) {
  const storage = personalStorage(uid);
  const key = `${DRAFT_PREFIX}${place}`;
  return {
    read: () => parse(storage.get(key)),
    /** Whether it is kept: storage may be full or closed. */
    write(draft: Draft): boolean {
      const text = JSON.stringify(draft);
      storage.set(key, text);
      return storage.get(key) === text;
    },
    drop: () => storage.remove(key),
  };
}

/** The draft of a card as it was when its editor opened, and how to go on with it. */
export function useDraft(uid: string, place: string) {
  const [draft] = useState(() => draftOf(uid, place));
  const [before] = useState(draft.read);
  return { ...draft, before };
}
