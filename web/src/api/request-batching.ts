import { BATCH_REQUESTS_MAX } from "@/core/limits";

/**
 * Batches the API requests of one moment into one call, because each call costs the gateway, a function and log lines.
 * Callers receive the same responses as without batching. Requests that cannot be batched are sent separately.
 */

const BATCH = "/api/batch";

/** Paths with long-lived browser caching, and paths that the API does not batch (`routes/batch.rs`). */
const UNBATCHED_PATHS = /^\/api\/auth\/|\/(file|waveform)$/;

/** Statuses of an API that does not support batching, or not these requests. */
const BATCH_UNAVAILABLE_STATUSES: ReadonlySet<number> = new Set([404, 405, 422]);

interface BatchRequestItem {
  request: Request;
  path: string;
  resolve: (response: Response) => void;
  reject: (reason: unknown) => void;
}

/** One response in a batch. */
export interface BatchedResponse {
  status: number;
  headers: Record<string, string>;
  body?: string | null;
}

/** Requests of this moment, by access token. */
const waiting = new Map<string, BatchRequestItem[]>();

/** Sends a request like `fetch`. An API `GET` is batched with others of this moment. */
export function fetchBatched(request: Request): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  const canBatch = request.method === "GET" && origin === location.origin && pathname.startsWith("/api/");
  if (!canBatch || UNBATCHED_PATHS.test(pathname) || request.signal.aborted) return fetch(request);
  return new Promise((resolve, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
    const item = { request, path: pathname + search, resolve, reject };
    const authorization = request.headers.get("Authorization") ?? "";
    const others = waiting.get(authorization);
    if (others) {
      others.push(item);
      return;
    }
    const items = [item];
    waiting.set(authorization, items);
    afterThisTask(() => {
      waiting.delete(authorization);
      const unsent = items.filter(({ request }) => !request.signal.aborted);
      while (unsent.length > 0) void send(authorization, unsent.splice(0, BATCH_REQUESTS_MAX));
    });
  });
}

/**
 * Runs work after the current task. A microtask would be too early, because requests of one moment await different
 * things, such as the token. A timer would add a delay.
 */
function afterThisTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(undefined);
}

async function send(authorization: string, items: readonly BatchRequestItem[]): Promise<void> {
  try {
    const responses = items.length > 1 ? await sendBatch(authorization, items) : undefined;
    for (const [index, item] of items.entries()) {
      const response = responses?.(index);
      if (response) item.resolve(response);
      else fetch(item.request).then(item.resolve, item.reject);
    }
  } catch (error) {
    for (const { reject } of items) reject(error);
  }
}

/**
 * Sends a batch. Returns a function from index to response, which gives `undefined` for requests that must be sent
 * separately.
 */
async function sendBatch(
  authorization: string,
  items: readonly BatchRequestItem[],
): Promise<((index: number) => Response | undefined) | undefined> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (authorization !== "") headers.Authorization = authorization;
  const body = items.map(({ path, request }) => ({
    path,
    ifNoneMatch: request.headers.get("If-None-Match") ?? undefined,
  }));
  const url = new URL(BATCH, location.origin);
  const call = await fetch(new Request(url, { method: "POST", headers, body: JSON.stringify({ requests: body }) }));
  if (BATCH_UNAVAILABLE_STATUSES.has(call.status)) return undefined;
  const text = await call.text();
  // A server too busy for the batch is too busy for its requests.
  if (!call.ok) return () => new Response(text, call);
  const { responses } = JSON.parse(text) as { responses?: BatchedResponse[] };
  return (index) => toResponse(responses?.[index]);
}

/** Rebuilds the `Response` of one request in a batch. Returns `undefined` if the request must be sent separately. */
export function toResponse(item: BatchedResponse | undefined): Response | undefined {
  if (typeof item?.body !== "string") return undefined;
  // A response without content, such as 304, may have no body, not even an empty one.
  return new Response(item.body === "" ? null : item.body, { status: item.status, headers: item.headers });
}
