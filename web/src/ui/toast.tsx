/**
 * Short messages above the page. The library behind them is fetched with the first message, or when
 * the shell has nothing else to do, so that the sign-in page does not pay for it.
 */
export type ToastOptions = {
  /** `error` is announced at once and stays until closed; anything else goes after 2 s. */
  kind?: "info" | "success" | "error";
  /** An error that nothing can be done about goes after 2 s, too. */
  isBrief?: boolean;
  action?: { label: string; onClick: () => void };
  /** A second toast with the same id replaces the first. */
  id?: string;
};

/** Shows a message. A failure says what happened and offers the next step as `action`. */
export function toast(message: string, options: ToastOptions = {}): void {
  void import("./toaster").then(({ show }) => show(message, options));
}
