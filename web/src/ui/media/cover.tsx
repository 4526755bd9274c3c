import { useState } from "react";
import { displayCode, toneOf } from "@/lib/addresses/subjects";
import { cn } from "@/lib/text/cn";
import { coverArt } from "./cover-art";

type CoverProps = {
  /** 'CS246' or 'CS 246'. */
  code: string;
  /** `card` fills the top of a guide card, `thumb` has no text. */
  size?: "card" | "thumb";
  /** A few words in the other corner. */
  label?: string | undefined;
  /** A picture of the course that replaces the drawing. */
  imageUrl?: string | null | undefined;
  className?: string;
};

/** Cover of a course: its picture, or while that is not to be had drawn from its code. Decoration: the course's name stands beside it. */
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
