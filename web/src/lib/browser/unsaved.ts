import { useEffect, useRef } from "react";

/** Something typed that is saved nowhere. */
interface Unsaved {
  /** Counts up: what is typed in a window comes after the window was opened. */
  place: number;
  survivesReload: boolean;
  discard: () => void;
}

/** A question to the person: whether what was typed may be lost. */
interface Question {
  answer: (mayBeLost: boolean) => void;
  answered: Promise<boolean>;
}

const all = new Set<Unsaved>();
const watchers = new Set<() => void>();
let question: Question | undefined;
let lastPlace = 0;

interface UnsavedOptions {
  /** A draft is kept on the device, so that loading the page again loses nothing. */
  survivesReload?: boolean;
  /** The person does not want it any more. */
  onDiscard?: () => void;
}

/**
 * Says while a form holds what is saved nowhere: leaving the page or closing its window asks first. Call what it returns
 * once it is saved, before going on to another page.
 */
export function useUnsaved(isUnsaved: boolean, { survivesReload = false, onDiscard }: UnsavedOptions = {}): () => void {
  const own = useRef<Unsaved>(undefined);
  const discard = useRef(onDiscard);
  useEffect(() => {
    discard.current = onDiscard;
  }, [onDiscard]);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    lastPlace += 1;
    const entry: Unsaved = { place: lastPlace, survivesReload, discard: () => discard.current?.() };
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

function typedAfter(place: number): Unsaved[] {
  return [...all].filter((each) => each.place > place);
}

/** The place of what was typed last; a window remembers it when it opens, and asks only about what comes after. */
export function lastUnsaved(): number {
  return lastPlace;
}

/** Whether something is typed and saved nowhere: anywhere, or after a place. */
export function isUnsaved(after = 0): boolean {
  return typedAfter(after).length > 0;
}

/** Whether loading the page again would lose something. */
export function wouldBeLostByReload(): boolean {
  return [...all].some((each) => !each.survivesReload);
}

/** Asks whether what is typed may be lost; no question where nothing is. Asked twice, it is one question. */
export async function mayLose(after = 0): Promise<boolean> {
  const entries = typedAfter(after);
  if (entries.length === 0) return true;
  if (!question) {
    question = ask();
    announce();
  }
  const mayBeLost = await question.answered;
  if (mayBeLost) {
    for (const entry of entries) {
      if (all.delete(entry)) entry.discard();
    }
  }
  return mayBeLost;
}

function ask(): Question {
  let resolve: (mayBeLost: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  const answer = (mayBeLost: boolean) => {
    question = undefined;
    resolve(mayBeLost);
    announce();
  };
  return { answered, answer };
}

function announce(): void {
  for (const watcher of watchers) watcher();
}

/** The question that waits for an answer. */
export const openQuestion = {
  get: () => question,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};
