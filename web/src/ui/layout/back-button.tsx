import { ChevronLeft } from "lucide-react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/urls/paths";

type BackButtonProps = {
  /** Destination if there is no history entry to return to. Default: the dashboard. */
  fallback?: string | undefined;
  /** Destination in any case. */
  to?: string | undefined;
  label?: string;
};

/** Navigation API, which TypeScript 5.9 does not declare. */
type WithNavigation = Window & { navigation?: { canGoBack: boolean } };

/** Returns true if the previous history entry belongs to this app. */
function canGoBack(): boolean {
  return (window as WithNavigation).navigation?.canGoBack ?? window.history.state?.idx > 0;
}

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
