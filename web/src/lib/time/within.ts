/**
 * What is asked for, if it comes in time (in milliseconds). `ask` has to heed its signal: then nothing of it is under way any
 * more when this rejects.
 */
export async function within<T>(ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason));
  });
  const timer = setTimeout(() => stop.abort(new Error("No answer came in time.")), ms);
  try {
    // Also what comes before the request, such as another token, takes no longer.
    return await Promise.race([ask(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
