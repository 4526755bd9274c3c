import { wishesToSaveData } from "../browser/data-saving";

/**
 * Actions before a note is opened. Links trigger them; the app, which knows the code of the reader, implements them.
 */
export interface BeforeReading {
  /** The pointer rests on a link to a note. */
  pointedAt: () => void;
  /** The user presses a link to this note. */
  pressed: (noteId: string) => void;
}

let before: BeforeReading | undefined;

export function doBeforeReading(what: BeforeReading): void {
  before = what;
}

/** Time in milliseconds after which the pointer counts as resting on a link. */
const RESTS_AFTER_MS = 80;

/** Returns the pointer handlers of a link to a note. */
export function tellsOfPointer(noteId: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => {
      // Touches enter and press at the same time.
      if (pointerType !== "mouse" || wishesToSaveData()) return;
      timer = setTimeout(() => before?.pointedAt(), RESTS_AFTER_MS);
    },
    onPointerLeave: () => clearTimeout(timer),
    onPointerDown: ({ button }: { button: number }) => {
      if (button === 0) before?.pressed(noteId);
    },
  };
}
