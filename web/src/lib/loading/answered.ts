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

/** What an answer shows asks for the next within this time, in milliseconds. */
const QUIET_MS = 100;

/** A page that is never idle is not waited for longer, in milliseconds. */
const IDLE_TIMEOUT_MS = 5_000;

async function idle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  if (typeof requestIdleCallback !== "function") return;
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS }));
}

/**
 * Resolves once the page has its answers and nothing else to do: the time for what is not needed yet. A page that waits for
 * answers is idle as well, and would share its connection.
 */
export async function settled(): Promise<void> {
  const untilMs = Date.now() + PATIENCE_MS;
  await idle();
  while (asking?.is() && Date.now() < untilMs) {
    await answered();
    await idle();
  }
}
