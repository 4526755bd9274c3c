import type { ToastOptions } from "./toast-options";

/**
 * Short messages above the page. The library behind them is fetched with the first message, or when
 * the shell has nothing else to do, so that the sign-in page does not pay for it.
 */
let loading: Promise<typeof import("./toaster")> | undefined;

/** Shows a message. A failure says what happened and offers the next step as `action`. */
export function toast(message: string, options: ToastOptions = {}): void {
  // One promise for all: messages appear in the order in which they were sent, also the first ones.
  loading ??= import("./toaster");
  loading.then(
    ({ show }) => show(message, options),
    () => {
      // Not fetched; the next message tries again.
      loading = undefined;
    },
  );
}
