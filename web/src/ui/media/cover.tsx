import { useState } from "react";
import { cn } from "@/lib/text/cn";
import { displayCode, toneOf } from "@/lib/urls/subjects";
import { coverArt } from "./cover-art";

type CoverProps = {
  /** Course code, for example "CS246" or "CS 246". */
  code: string;
  /** `card` fills the top of a guide card. `thumb` shows no text. */
  size?: "card" | "thumb";
  /** Short text in the opposite corner. */
  label?: string | undefined;
  /** Image that replaces the drawing. */
  imageUrl?: string | null | undefined;
  className?: string;
};

/**
 * Cover of a course: its image, or a drawing computed from its code. Decorative: the course's name is shown beside it.
 */
export function Cover({ code, size = "card", label, imageUrl, className }: CoverProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={cn("cover", `cover-${size}`, `tone-${toneOf(code)}`, className)} aria-hidden="true">
      {imageUrl && imageUrl !== failed ? (
        <img src={imageUrl} alt="" loading="lazy" decoding="async" onError={() => setFailed(imageUrl)} />
      ) : (
        <svg viewBox="0 0 232 160" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
          <path
            d={coverArt(code)}
            fill="none"
            stroke="currentColor"
            strokeWidth={size === "thumb" ? 3 : 1.25}
            opacity={0.42}
          />
        </svg>
      )}
      {label && <span className="label">{label}</span>}
      {size !== "thumb" && <span className="code">{displayCode(code)}</span>}
    </span>
  );
}
