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

/** What was uploaded is published; something that belongs to it, such as its picture, is not. */
export class Incomplete extends UploadError {}

/** The object store rejected the request. `status` is its HTTP status. */
export class StoreRefused extends UploadError {
  readonly status: number;

  constructor(status: number) {
    super(`The file store refused the file (${status}). Press Retry to send it again.`);
    this.status = status;
  }
}
