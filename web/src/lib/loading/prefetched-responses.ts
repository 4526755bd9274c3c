/**
 * Responses prefetched by the first script before the app bundle loads. Each is used at most once and expires after 10
 * s.
 */
const responses = new Map<string, Promise<Response>>();

/** Lifetime of a prefetched response in milliseconds. */
const PREFETCH_TTL_MS = 10_000;

/** Stores the response to `method path`, such as `GET /api/me/feed`. */
export function storePrefetched(request: string, response: Promise<Response>): void {
  responses.set(request, response);
  // Cancel unused responses: an unread body keeps its connection open.
  response.catch(() => undefined);
  setTimeout(() => {
    if (responses.get(request) === response) drop(request);
  }, PREFETCH_TTL_MS);
}

/**
 * Returns the stored response, or calls `send` if no response is stored or the prefetch failed. After another 10 s
 * without a response, calls `send` too and returns the first response of the two.
 */
export async function takePrefetched(request: string, send: () => Promise<Response>): Promise<Response> {
  const prefetched = responses.get(request);
  responses.delete(request);
  if (!prefetched) return send();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), PREFETCH_TTL_MS);
  });
  const first = await Promise.race([prefetched.catch(() => undefined), late]);
  clearTimeout(timer);
  if (first !== "late") return first ?? send();
  const second = send();
  const response = await Promise.any([prefetched, second]).catch(() => second);
  for (const each of [prefetched, second]) {
    // Cancel the other response: an unread body keeps its connection open.
    each.then(
      (other) => (other === response ? undefined : other.body?.cancel()),
      () => undefined,
    );
  }
  return response;
}

/** Discards all stored responses, after sign-out or after a change on the server. */
export function discardPrefetched(): void {
  for (const request of responses.keys()) drop(request);
}

function drop(request: string): void {
  responses.get(request)?.then(
    ({ body }) => body?.cancel(),
    () => undefined,
  );
  responses.delete(request);
}
