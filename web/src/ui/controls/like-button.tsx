import { Heart } from "lucide-react";
import { useId } from "react";
import { cn } from "@/lib/text/cn";
import { Tooltip } from "../overlay/tooltip";

type LikeButtonProps = {
  liked: boolean;
  count: number;
  onToggle: () => void;
  /** Why this person cannot like ('Sign in to like'); the button then does nothing but says so. */
  disabledReason?: string | undefined;
  /** Without the number, where there is no room for it or it is not known. */
  isBare?: boolean | undefined;
  tabIndex?: 0 | -1 | undefined;
  className?: string | undefined;
};

/** Likes of a thing. The caller changes `liked` and `count` at once and puts them back on refusal. */
export function LikeButton({ liked, count, onToggle, disabledReason, isBare, tabIndex, className }: LikeButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      type="button"
      className={cn("like", isBare && "is-bare", className)}
      aria-pressed={liked}
      aria-label={isBare ? "Like" : `${liked ? "Liked" : "Like"}, ${count}`}
      aria-disabled={disabledReason ? true : undefined}
      aria-describedby={disabledReason ? reasonId : undefined}
      tabIndex={tabIndex}
      onClick={disabledReason ? undefined : onToggle}
    >
      <Heart aria-hidden="true" />
      {!isBare && count}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <>
      <Tooltip text={disabledReason}>{button}</Tooltip>
      <span id={reasonId} hidden>
        {disabledReason}
      </span>
    </>
  );
}
