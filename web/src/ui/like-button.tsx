import { Heart } from "lucide-react";
import { useId } from "react";
import { cn } from "@/lib/cn";

export type LikeButtonProps = {
  liked: boolean;
  count: number;
  onToggle: () => void;
  /** Why this person cannot like ('Sign in to like'); the button then does nothing but says so. */
  disabledReason?: string | undefined;
  className?: string;
};

/** Likes of a thing. The caller changes `liked` and `count` at once and puts them back on refusal. */
export function LikeButton({ liked, count, onToggle, disabledReason, className }: LikeButtonProps) {
  const reasonId = useId();
  return (
    <>
      <button
        type="button"
        className={cn("like", className)}
        aria-pressed={liked}
        aria-label={`${liked ? "Liked" : "Like"}, ${count}`}
        aria-disabled={disabledReason ? true : undefined}
        aria-describedby={disabledReason ? reasonId : undefined}
        title={disabledReason}
        onClick={disabledReason ? undefined : onToggle}
      >
        <Heart aria-hidden="true" />
        {count}
      </button>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
