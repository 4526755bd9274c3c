import { useState } from "react";
import { userStorage } from "@/lib/browser/storage";

/** Text sizes of a transcript, relative to the text of the page. */
export const TEXT_SIZES = [0.875, 1, 1.25, 1.5, 2] as const;
const USUAL = 1;
const KEY = "transcript-size";

/** Returns the text size of transcripts, which is stored on this device, and a function that changes it by steps. */
export function useTextSize(uid: string) {
  const storage = userStorage(uid);
  const [index, setIndex] = useState(() => {
    const stored = Number(storage.get(KEY) ?? USUAL);
    return stored in TEXT_SIZES ? stored : USUAL;
  });
  function step(by: 1 | -1) {
    const next = Math.min(Math.max(index + by, 0), TEXT_SIZES.length - 1);
    setIndex(next);
    storage.set(KEY, String(next));
  }
  return { size: TEXT_SIZES[index] ?? 1, step, isSmallest: index === 0, isLargest: index === TEXT_SIZES.length - 1 };
}
