import { ChevronLeft } from "lucide-react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/addresses/paths";

type BackButtonProps = {
  /** Where to go when there is nothing to go back to; the dashboard, unless a page says otherwise. */
  fallback?: string | undefined;
  /** Go here in any case. */
  to?: string | undefined;
  label?: string;
};

/** The part of the Navigation API that is needed here; TypeScript 5.9 does not describe it yet. */
type WithNavigation = Window & { navigation?: { canGoBack: boolean } };

/** Whether there is an entry of ours to go back to: a new tab, or the site that sent the person here, is none. */
function canGoBack(): boolean {
  return (window as WithNavigation).navigation?.canGoBack ?? window.history.state?.idx > 0;
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
