/** Whether the page waits for answers, as whoever asks the server says; nobody does where nothing is asked. */
interface Asking {
  is: () => boolean;
  /** Calls the listener whenever that may have changed. Returns how to stop. */
  watch: (listener: () => void) => () => void;
}

/** What is not answered by then is not waited for, in milliseconds. */
const PATIENCE_MS = 10_000;

let asking: Asking | undefined;

/** Says what the page waits for. */
export function tellAsking(by: Asking): void {
  asking = by;
}

/** Resolves once the page has all that it has asked for. */
export function answered(): Promise<void> {
  const by = asking;
  if (!by?.is()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    const stop = by.watch(() => !by.is() && end());
  });
}
