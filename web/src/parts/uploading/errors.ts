/** An upload failed; the message says what to do. */
export class UploadError extends Error {}

/** The server checked the file and refused it; the message is its reason. */
export class Refused extends UploadError {
  /** Whether the server has kept the file, so that it can be checked once more without being sent. */
  readonly isKept: boolean;

  constructor(reason: string, isKept = false) {
    super(reason);
    this.isKept = isKept;
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
