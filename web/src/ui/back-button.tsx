import { ChevronLeft } from "lucide-react";
import { Link, useNavigate } from "react-router";

export type BackButtonProps = {
  /** Where to go when the page was opened directly and there is nothing to go back to. */
  fallback: string;
  /** Go here in any case. */
  to?: string | undefined;
  label?: string;
};

/** Back to where the person came from. */
export function BackButton({ fallback, to, label = "Back" }: BackButtonProps) {
  const navigate = useNavigate();
  return (
    <Link
      className="back"
      to={to ?? fallback}
      onClick={(event) => {
        const cameFromUs = typeof window.history.state?.idx === "number" && window.history.state.idx > 0;
        if (to !== undefined || !cameFromUs) return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      <ChevronLeft aria-hidden="true" />
      {label}
    </Link>
  );
}
