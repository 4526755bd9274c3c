import { ApiProblem } from "@/api/problem";

/**
 * Effect of a retry: send the file again, check the stored file again, or create a new upload. `none` means that a
 * retry cannot help and is not offered.
 */
export type RetryAction = "send" | "check" | "restart" | "none";

export class UploadError extends Error {
  readonly retry: RetryAction;

  constructor(reason: string, retry: RetryAction = "send") {
    super(reason);
    this.retry = retry;
  }
}

/** The connection broke. The upload can resume when the server can be reached. */
export class InterruptedError extends UploadError {}

/** The item is published, but a follow-up step failed, such as the upload of its cover. */
export class FollowUpError extends UploadError {
  readonly isInterrupted: boolean;

  constructor(reason: string, retry: RetryAction, isInterrupted: boolean) {
    super(reason, retry);
    this.isInterrupted = isInterrupted;
  }
}

/** S3 rejected the request. `status` is its HTTP status. */
export class StorageRejectedError extends UploadError {
  readonly status: number;

  constructor(status: number) {
    super(`The file store refused the file (${status}). Press Retry to send it again.`);
    this.status = status;
  }
}

/** Statuses of the API and of S3 after which the same request may succeed later. */
const PASSING = new Set([0, 408, 502, 503, 504]);
/** Status that is temporary for S3 only. The API uses it for reached limits, which it explains in a message. */
const TOO_MANY_REQUESTS = 429;

/** Returns true if the network or a server caused the error, so that the upload can resume later. */
export function isInterruption(error: unknown): boolean {
  if (error instanceof InterruptedError || (error instanceof FollowUpError && error.isInterrupted)) return true;
  if (error instanceof StorageRejectedError && error.status === TOO_MANY_REQUESTS) return true;
  return (error instanceof StorageRejectedError || error instanceof ApiProblem) && PASSING.has(error.status);
}
