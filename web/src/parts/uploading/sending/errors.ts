import { ApiProblem } from "@/api/problem";

/**
 * What trying again does: the file is sent once more, the server checks the one that it kept, the file is sent as a new
 * upload. Where none of it can help, nobody is offered to try.
 */
export type Retry = "send" | "check" | "anew" | "none";

/** An upload failed; the message says what to do. */
export class UploadError extends Error {
  readonly retry: Retry;

  constructor(reason: string, retry: Retry = "send") {
    super(reason);
    this.retry = retry;
  }
}

/** The connection broke: the upload can go on once the server can be reached. */
export class Interrupted extends UploadError {}

/** What was uploaded is published; something that belongs to it, such as its picture, is not. */
export class Incomplete extends UploadError {
  readonly isInterrupted: boolean;

  constructor(reason: string, retry: Retry, isInterrupted: boolean) {
    super(reason, retry);
    this.isInterrupted = isInterrupted;
  }
}

/** The object store rejected the request. `status` is its HTTP status. */
export class StoreRefused extends UploadError {
  readonly status: number;

  constructor(status: number) {
    super(`The file store refused the file (${status}). Press Retry to send it again.`);
    this.status = status;
  }
}

/** Statuses after which the same request may succeed later, of the API and of the object store. */
const PASSING = new Set([0, 408, 502, 503, 504]);
/** Of the object store alone: the API says with it that a limit is reached, and gives the reason. */
const TOO_MANY_REQUESTS = 429;

/** Whether the network or the server is the reason, so that the same upload can go on later. */
export function isInterruption(error: unknown): boolean {
  if (error instanceof Interrupted || (error instanceof Incomplete && error.isInterrupted)) return true;
  if (error instanceof StoreRefused && error.status === TOO_MANY_REQUESTS) return true;
  return (error instanceof StoreRefused || error instanceof ApiProblem) && PASSING.has(error.status);
}
