/**
 * Answers that the first script asked for before the code was there that wants them. Each is given away once, and only
 * while it is young: a page opened later asks anew.
 */
const answers = new Map<string, Promise<Response>>();

/** What was asked for this long ago is not the news any more, in milliseconds. */
const YOUNG_MS = 10_000;

/** Keeps the answer to `method path`, such as `GET /api/me/feed`, for whoever asks the same. */
export function keepEarly(question: string, answer: Promise<Response>): void {
  answers.set(question, answer);
  // Nobody may ever ask for it, and what is not read keeps its connection.
  answer.catch(() => undefined);
  setTimeout(() => {
    if (answers.get(question) === answer) drop(question);
  }, YOUNG_MS);
}

/** The kept answer to this question, if there is a young one; a question that failed is asked again by `ask`. */
export async function earlyOr(question: string, ask: () => Promise<Response>): Promise<Response> {
  const kept = answers.get(question);
  answers.delete(question);
  return kept ? kept.catch(ask) : ask();
}

/** Drops what is kept: it was for whoever has just left, or is older than what the server has been told since. */
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
