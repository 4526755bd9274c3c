import { QUESTIONS_BATCH_MAX } from "@/core/limits";

/**
 * Questions of one moment travel in one call. A page asks several when it opens, and each call by itself costs the
 * gateway, a function and its lines in the log. Whoever asks does not notice: they get the answer they would have got
 * alone, and what cannot be answered together is asked alone.
 */

const BATCH = "/api/batch";

/** What the browser keeps for a while, and what the API answers alone only (`routes/batch.rs`). */
const ALONE = /^\/api\/auth\/|\/(file|waveform)$/;

/** What an API says that does not know how to answer several, or not these. */
const NOT_TOGETHER: ReadonlySet<number> = new Set([404, 405, 422]);

interface Question {
  request: Request;
  path: string;
  answer: (response: Response) => void;
  fail: (reason: unknown) => void;
}

/** An answer that came with others. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body?: string | null;
}

/** What is asked in this moment, by the access token that it is asked with. */
const asked = new Map<string, Question[]>();

/** Sends a request as `fetch` does, a question of the API in one call with others of this moment. */
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

/** Not as a microtask: questions of one moment have waited for different things, such as the token. Not as a timer, which waits. */
function afterThisTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(undefined);
}

async function send(who: string, questions: readonly Question[]): Promise<void> {
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

/** Asks several questions; hands out the answer to each by its place, or nothing where it has to be asked alone. */
async function askTogether(
  who: string,
  questions: readonly Question[],
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
  // A server that is too busy for the call is too busy for its questions.
  if (!call.ok) return () => new Response(said, call);
  const { answers } = JSON.parse(said) as { answers?: Answer[] };
  return (at) => responseOf(answers?.[at]);
}

/** The answer as if it had come alone; nothing where it has to be asked for alone. */
export function responseOf(answer: Answer | undefined): Response | undefined {
  if (typeof answer?.body !== "string") return undefined;
  // An answer without content, such as 304, may have no body, not even an empty one.
  return new Response(answer.body === "" ? null : answer.body, { status: answer.status, headers: answer.headers });
}
