/** What is done before somebody opens a note. Links say when; the app, which knows the code of the reader, says what. */
export interface BeforeReading {
  /** The pointer rests on one. */
  pointedAt: () => void;
  /** This one is being pressed. */
  pressed: (noteId: string) => void;
}

let before: BeforeReading | undefined;

/** Says what is done. */
export function doBeforeReading(what: BeforeReading): void {
  before = what;
}

/** The pointer rests on a link after this time, in milliseconds: on its way across a page it rests on none. */
const RESTS_AFTER_MS = 80;

/** What a link to a note has to tell of the pointer. */
export function tellsOfPointer(noteId: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => {
      // Fingers enter what they press.
      if (pointerType !== "mouse" || savesData()) return;
      timer = setTimeout(() => before?.pointedAt(), RESTS_AFTER_MS);
    },
    onPointerLeave: () => clearTimeout(timer),
    onPointerDown: ({ button }: { button: number }) => {
      if (button === 0) before?.pressed(noteId);
    },
  };
}

/** Whether the person asked the browser to fetch no more than it must. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
