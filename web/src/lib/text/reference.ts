/** Returns the request id of a server failure (status 5xx), with which an operator finds the request in the logs. */
export function requestIdOf(error: unknown): string | undefined {
  if (!(error instanceof Error && "status" in error && "traceId" in error)) return undefined;
  const { status, traceId } = error;
  return typeof status === "number" && status >= 500 && typeof traceId === "string" ? traceId : undefined;
}

/** Sentence that tells the user what to do with a reference, for text without a copy button. */
export const requestIdText = (reference: string) =>
  `If it keeps happening, report it with this reference: ${reference}`;
