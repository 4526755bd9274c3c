import { ChevronLeft } from "lucide-react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";

export type BackButtonProps = {
  /** Where to go when there is nothing to go back to; the dashboard, unless a page says otherwise. */
  fallback?: string | undefined;
  /** Go here in any case. */
  to?: string | undefined;
  label?: string;
};

/** Whether going back leads to where the person came from, and not out to the site that sent them here. */
function canGoBack(): boolean {
  const cameFromUs = typeof window.history.state?.idx === "number" && window.history.state.idx > 0;
  const sentByAnother = document.referrer !== "" && new URL(document.referrer).origin !== window.location.origin;
  return cameFromUs || (window.history.length > 1 && !sentByAnother);
}

/** Back to where the person came from. */
export function BackButton({ fallback = paths.dashboard(), to, label = "Back" }: BackButtonProps) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="back"
      onClick={() => {
        if (to === undefined && canGoBack()) navigate(-1);
        else navigate(to ?? fallback);
      }}
    >
      <ChevronLeft aria-hidden="true" />
      {label}
    </button>
  );
}
