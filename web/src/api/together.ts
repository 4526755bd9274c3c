import { QUESTIONS_BATCH_MAX } from "@/core/limits";

/**
 * Batches the API requests of one moment into one call, because each call costs the gateway, a function and log lines.
 * Callers receive the same responses as without batching. Requests that cannot be batched are sent separately.
 */

const BATCH = "/api/batch";

/** Paths with long-lived browser caching, and paths that the API does not batch (`routes/batch.rs`). */
const ALONE = /^\/api\/auth\/|\/(file|waveform)$/;

/** Statuses of an API that does not support batching, or not these requests. */
const NOT_TOGETHER: ReadonlySet<number> = new Set([404, 405, 422]);

interface BatchRequestItem {
  request: Request;
  path: string;
  answer: (response: Response) => void;
  fail: (reason: unknown) => void;
}

/** One response in a batch. */
export interface BatchedResponse {
  status: number;
  headers: Record<string, string>;
  body?: string | null;
}

/** Requests of this moment, by access token. */
const asked = new Map<string, BatchRequestItem[]>();

/** Sends a request like `fetch`. An API `GET` is batched with others of this moment. */
export function fetchTogether(request: Request): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  const isQuestion = request.method === "GET" && origin === location.origin && pathname.startsWith("/api/");
  if (!isQuestion || ALONE.test(pathname) || request.signal.aborted) return fetch(request);
  return new Promise((answer, fail) => {
    request.signal.addEventListener("abort", () => fail(request.signal.reason), { once: true });
    const question = { request, path: pathname + search, answer, fail };
    const who = request.headers.get("Authorization") ?? "";
    const others = asked.get(who);
    if (others) {
      others.push(question);
      return;
    }
    const questions = [question];
    asked.set(who, questions);
    afterThisTask(() => {
      asked.delete(who);
      const wanted = questions.filter(({ request }) => !request.signal.aborted);
      while (wanted.length > 0) void send(who, wanted.splice(0, QUESTIONS_BATCH_MAX));
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

async function send(who: string, questions: readonly BatchRequestItem[]): Promise<void> {
  try {
    const answers = questions.length > 1 ? await askTogether(who, questions) : undefined;
    for (const [at, question] of questions.entries()) {
      const answer = answers?.(at);
      if (answer) question.answer(answer);
      else fetch(question.request).then(question.answer, question.fail);
    }
  } catch (error) {
    for (const { fail } of questions) fail(error);
  }
}

/**
 * Sends a batch. Returns a function from index to response, which gives `undefined` for requests that must be sent
 * separately.
 */
async function askTogether(
  who: string,
  questions: readonly BatchRequestItem[],
): Promise<((at: number) => Response | undefined) | undefined> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (who !== "") headers.Authorization = who;
  const body = questions.map(({ path, request }) => ({
    path,
    ifNoneMatch: request.headers.get("If-None-Match") ?? undefined,
  }));
  const address = new URL(BATCH, location.origin);
  const call = await fetch(
    new Request(address, { method: "POST", headers, body: JSON.stringify({ questions: body }) }),
  );
  if (NOT_TOGETHER.has(call.status)) return undefined;
  const said = await call.text();
  // A server too busy for the batch is too busy for its requests.
  if (!call.ok) return () => new Response(said, call);
  const { answers } = JSON.parse(said) as { answers?: BatchedResponse[] };
  return (at) => responseOf(answers?.[at]);
}

/** Rebuilds the `Response` of one request in a batch. Returns `undefined` if the request must be sent separately. */
export function responseOf(answer: BatchedResponse | undefined): Response | undefined {
  if (typeof answer?.body !== "string") return undefined;
  // A response without content, such as 304, may have no body, not even an empty one.
  return new Response(answer.body === "" ? null : answer.body, { status: answer.status, headers: answer.headers });
}
