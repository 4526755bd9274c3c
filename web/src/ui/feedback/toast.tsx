import type { ToastOptions } from "./toast-options";

/**
 * Toasts. Their library is loaded with the first message or when the app is idle, so that the sign-in page loads
 * faster.
 */
let loading: Promise<typeof import("./toaster")> | undefined;

/** Shows a message. An error message says what happened and offers the next step as `action`. */
export function toast(message: string, options: ToastOptions = {}): void {
  // All calls share one promise, so that messages appear in the order of the calls.
  loading ??= import("./toaster");
  loading.then(
    ({ showToast }) => showToast(message, options),
    () => {
      // Loading failed: the next message tries again.
      loading = undefined;
    },
  );
}
