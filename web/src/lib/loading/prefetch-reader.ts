import { prefersSaveData } from "../browser/save-data";

/**
 * Actions before a note is opened. Links trigger them; the app, which knows the code of the reader, implements them.
 */
export interface ReaderPrefetch {
  /** The pointer rests on a link to a note. */
  onPointer: () => void;
  /** The user presses a link to this note. */
  onPress: (noteId: string) => void;
}

let prefetch: ReaderPrefetch | undefined;

export function setReaderPrefetch(what: ReaderPrefetch): void {
  prefetch = what;
}

/** Time in milliseconds after which the pointer counts as resting on a link. */
const HOVER_DELAY_MS = 80;

/** Returns the pointer handlers of a link to a note. */
export function prefetchHandlers(noteId: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => {
      // On a touch screen, entering and pressing are one event.
      if (pointerType !== "mouse" || prefersSaveData()) return;
      timer = setTimeout(() => prefetch?.onPointer(), HOVER_DELAY_MS);
    },
    onPointerLeave: () => clearTimeout(timer),
    onPointerDown: ({ button }: { button: number }) => {
      if (button === 0) prefetch?.onPress(noteId);
    },
  };
}
