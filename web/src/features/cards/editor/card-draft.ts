import { useState } from "react";
import type { CardFields } from "@/data/cards/chapters";
import { CARD_DRAFT_PREFIX, userStorage } from "@/lib/browser/storage";

export type TypedCard = CardFields & { order: string; chapter: string };

/** Unsaved text of a card, stored on this device. It survives a reload and is deleted at sign-out. */
interface Draft {
  typed: TypedCard;
  /** Version of the card that is edited; `undefined` for a new card. */
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
    return undefined; // Truncated, or from another version of the app.
  }
}

/** Returns access to a user's draft of one card. `place` is its key. */
export function cardDraftStorage(uid: string, place: string) {
  const storage = userStorage(uid);
  const key = `${CARD_DRAFT_PREFIX}${place}`;
  return {
    read: () => parse(storage.get(key)),
    /** Stores the draft. Returns false if that failed: storage may be full or disabled. */
    write(draft: Draft): boolean {
      const text = JSON.stringify(draft);
      storage.set(key, text);
      return storage.get(key) === text;
    },
    drop: () => storage.remove(key),
  };
}

/** Returns access to a draft; `stored` is the draft that was stored when the editor opened. */
export function useDraft(uid: string, place: string) {
  const [draft] = useState(() => cardDraftStorage(uid, place));
  const [stored] = useState(draft.read);
  return { ...draft, stored };
}
