import { useEffect, useRef } from "react";
import { createWatchers } from "../watchers";

/** One form with unsaved input. */
interface Unsaved {
  /**
   * Sequence number of the registration. Input in a dialog has a higher number than the input that existed when the
   * dialog opened.
   */
  seq: number;
  survivesReload: boolean;
  discard: () => void;
}

/** Pending confirmation before unsaved input is discarded. */
interface DiscardPrompt {
  answer: (mayBeLost: boolean) => void;
  answered: Promise<boolean>;
}

const all = new Set<Unsaved>();
const watchers = createWatchers();
let prompt: DiscardPrompt | undefined;
let lastSeq = 0;

interface UnsavedOptions {
  /** True if a draft is stored on the device, so that a reload loses nothing. */
  survivesReload?: boolean;
  /** Called when the user discards the input. */
  onDiscard?: () => void;
}

/**
 * Registers unsaved input, so that the user must confirm leaving the page or closing its dialog. Call the returned
 * function after saving, before navigating.
 */
export function useUnsavedChanges(
  isUnsaved: boolean,
  { survivesReload = false, onDiscard }: UnsavedOptions = {},
): () => void {
  const own = useRef<Unsaved>(undefined);
  const discard = useRef(onDiscard);
  useEffect(() => {
    discard.current = onDiscard;
  }, [onDiscard]);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    lastSeq += 1;
    const entry: Unsaved = { seq: lastSeq, survivesReload, discard: () => discard.current?.() };
    own.current = entry;
    all.add(entry);
    return () => {
      all.delete(entry);
    };
  }, [isUnsaved, survivesReload]);
  return () => {
    if (own.current) all.delete(own.current);
  };
}

function typedAfter(seq: number): Unsaved[] {
  return [...all].filter((each) => each.seq > seq);
}

/**
 * Returns the sequence number of the last unsaved input. A dialog stores it on opening and asks only about later input.
 */
export function lastChangeNumber(): number {
  return lastSeq;
}

/** Returns true if there is unsaved input with a sequence number above `after`. */
export function hasUnsavedChanges(after = 0): boolean {
  return typedAfter(after).length > 0;
}

/** Returns true if a reload would lose input. */
export function blocksReload(): boolean {
  return [...all].some((each) => !each.survivesReload);
}

/**
 * Asks the user to confirm that unsaved input is discarded. Returns true at once without unsaved input. Concurrent
 * calls share one dialog.
 */
export async function confirmDiscard(after = 0): Promise<boolean> {
  const entries = typedAfter(after);
  if (entries.length === 0) return true;
  if (!prompt) {
    prompt = createPrompt();
    watchers.tell();
  }
  const mayBeLost = await prompt.answered;
  if (mayBeLost) {
    for (const entry of entries) {
      if (all.delete(entry)) entry.discard();
    }
  }
  return mayBeLost;
}

function createPrompt(): DiscardPrompt {
  let resolve: (mayBeLost: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  const answer = (mayBeLost: boolean) => {
    prompt = undefined;
    resolve(mayBeLost);
    watchers.tell();
  };
  return { answered, answer };
}

/** Prompt that waits for the user's decision. */
export const discardPrompt = {
  get: () => prompt,
  watch: watchers.watch,
};
