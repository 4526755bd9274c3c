import "@/styles/toasts.css";
import { Check, CircleAlert, Info, X } from "lucide-react";
import { createRoot } from "react-dom/client";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { TOAST_MS } from "@/core/limits";
import { cn } from "@/lib/text/cn";
import { requestIdOf, requestIdText } from "@/lib/text/reference";
import { Button } from "../controls/button";
import { IconButton } from "../controls/icon-button";
import type { ToastOptions } from "./toast-options";

/** Display time in milliseconds of a toast with a button. It leaves time to reach the button. */
const TOAST_WITH_ACTION_MS = 3 * TOAST_MS;

const icons = { info: Info, success: Check, error: CircleAlert };

type Shown = ToastOptions & { message: string; close: () => void };

/** One message. Exported for the page that shows all components. */
export function ToastCard({
  message,
  kind = "success",
  isShort = false,
  isPersistent = false,
  error,
  action,
  close,
}: Shown) {
  const Icon = icons[kind];
  const reference = requestIdOf(error);
  return (
    <div className={cn("toast", kind === "error" && "bad")} role={kind === "error" ? "alert" : "status"}>
      <Icon aria-hidden="true" />
      {reference === undefined ? (
        <span>{message}</span>
      ) : (
        <div className="toast-lines">
          <span>{message}</span>
          <span>{requestIdText(reference)}</span>
        </div>
      )}
      {action && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            close();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      {(isPersistent || (kind === "error" && !isShort)) && (
        <IconButton size="sm" label="Close" icon={<X />} onClick={close} />
      )}
    </div>
  );
}

let mounted = false;

function mount() {
  if (mounted) return;
  mounted = true;
  const host = document.createElement("div");
  document.body.append(host);
  createRoot(host).render(
    <Sonner className="toasts" position="bottom-center" visibleToasts={3} toastOptions={{ unstyled: true }} />,
  );
}

function durationMs({ kind, isShort, isPersistent, action }: ToastOptions): number {
  if (isPersistent || (kind === "error" && !isShort)) return Number.POSITIVE_INFINITY;
  return action ? TOAST_WITH_ACTION_MS : TOAST_MS;
}

/** Renders a toast. Call `toast` instead, which loads this module. */
export function showToast(message: string, options: ToastOptions): void {
  const reference = options.isShort ? requestIdOf(options.error) : undefined;
  if (reference !== undefined) {
    // A brief message leaves no time to note the reference, so the reference gets its own message.
    showToast(message, { ...options, error: undefined });
    showToast(requestIdText(reference), { kind: "error", id: "reference" });
    return;
  }
  mount();
  sonner.custom((id) => <ToastCard message={message} {...options} close={() => sonner.dismiss(id)} />, {
    ...(options.id !== undefined && { id: options.id }),
    duration: durationMs(options),
  });
}
