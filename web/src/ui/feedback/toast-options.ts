export type ToastOptions = {
  /** `error` is announced at once and stays until it is closed. Other kinds disappear after 2 s. */
  kind?: "info" | "success" | "error";
  /** True to keep the message until it is closed or its action is pressed. */
  isPersistent?: boolean;
  /** True for an error that the user cannot correct. It disappears after 2 s. */
  isShort?: boolean;
  /**
   * The error, if the message does not contain the text of `problemText`. For a server failure, the toast then shows
   * the reference.
   */
  error?: unknown;
  action?: { label: string; onClick: () => void };
  /** A toast replaces an earlier one with the same id. */
  id?: string;
};
