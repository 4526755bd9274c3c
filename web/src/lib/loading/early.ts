/**
 * Responses prefetched by the first script before the app bundle loads. Each is used at most once and expires after 10
 * s.
 */
const answers = new Map<string, Promise<Response>>();

/** Lifetime of a prefetched response in milliseconds. */
const YOUNG_MS = 10_000;

/** Stores the response to `method path`, such as `GET /api/me/feed`. */
export function storePrefetched(question: string, answer: Promise<Response>): void {
  answers.set(question, answer);
  // Cancel unused responses: an unread body keeps its connection open.
  answer.catch(() => undefined);
  setTimeout(() => {
    if (answers.get(question) === answer) drop(question);
  }, YOUNG_MS);
}

/**
 * Returns the stored response, or calls `ask` if there is none or if the prefetch failed. After another 10 s without a
 * response, calls `ask` too and returns the first response of the two.
 */
export async function takePrefetched(question: string, ask: () => Promise<Response>): Promise<Response> {
  const kept = answers.get(question);
  answers.delete(question);
  if (!kept) return ask();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), YOUNG_MS);
  });
  const first = await Promise.race([kept.catch(() => undefined), late]);
  clearTimeout(timer);
  if (first !== "late") return first ?? ask();
  const second = ask();
  const response = await Promise.any([kept, second]).catch(() => second);
  for (const each of [kept, second]) {
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
  for (const question of answers.keys()) drop(question);
}

function drop(question: string): void {
  answers.get(question)?.then(
    ({ body }) => body?.cancel(),
    () => undefined,
  );
  answers.delete(question);
}
