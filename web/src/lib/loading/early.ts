/**
 * Responses prefetched by the first script before the app bundle loads. Each is used at most once and expires after 10
 * s.
 */
const answers = new Map<string, Promise<Response>>();

/** Lifetime of a prefetched response in milliseconds. */
const YOUNG_MS = 10_000;

/** Stores the response to `method path`, such as `GET /api/me/feed`. */
export function keepEarly(question: string, answer: Promise<Response>): void {
  answers.set(question, answer);
  // Cancel unused responses: an unread body keeps its connection open.
  answer.catch(() => undefined);
  setTimeout(() => {
    if (answers.get(question) === answer) drop(question);
  }, YOUNG_MS);
}

/**
 * Returns the stored response, or calls `ask` if there is none, if the prefetch failed or if it has not been answered
 * after another 10 s.
 */
export async function takePrefetched(question: string, ask: () => Promise<Response>): Promise<Response> {
  const kept = answers.get(question);
  answers.delete(question);
  if (!kept) return ask();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const second = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(ask()), YOUNG_MS);
  });
  return Promise.race([kept.catch(ask), second]).finally(() => clearTimeout(timer));
}

/** Discards all stored responses, after sign-out or after a change on the server. */
export function dropEarly(): void {
  for (const question of answers.keys()) drop(question);
}

function drop(question: string): void {
  answers.get(question)?.then(
    ({ body }) => body?.cancel(),
    () => undefined,
  );
  answers.delete(question);
}
