import { Heart } from "lucide-react";
import { useId } from "react";
import { cn } from "@/lib/text/cn";
import { Tooltip } from "../overlay/tooltip";

type LikeButtonProps = {
  liked: boolean;
  count: number;
  onToggle: () => void;
  /** Reason why the user cannot like ("Sign in to like"). It disables the button and is shown as its tooltip. */
  disabledReason?: string | undefined;
  isBare?: boolean | undefined;
  tabIndex?: 0 | -1 | undefined;
  className?: string | undefined;
};

/** Like button with a count. The caller updates `liked` and `count` optimistically and reverts them after an error. */
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
