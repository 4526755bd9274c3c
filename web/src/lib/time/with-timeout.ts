/**
 * Runs `request` with a timeout in milliseconds. On timeout, aborts the signal and rejects. `request` must observe the
 * signal.
 */
export async function withTimeout<T>(ms: number, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason));
  });
  const timer = setTimeout(() => stop.abort(new Error("No answer came in time.")), ms);
  try {
    // The timeout also covers work before the request, such as a token refresh.
    return await Promise.race([request(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
