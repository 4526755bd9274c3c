import { useState } from "react";
import { cn } from "@/lib/text/cn";
import type { Tone } from "@/lib/urls/subjects";

type AvatarProps = {
  src?: string | null | undefined;
  /** Name of the user. Without an image, its first letter is shown. */
  name?: string | null | undefined;
  size?: "xs" | "md" | "xl";
  className?: string;
};

const tones: readonly Tone[] = ["slate", "sand", "sage", "clay", "plum", "stone"];

function toneOfName(name: string): Tone {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return tones[sum % tones.length] ?? "stone";
}

/** Image of a user, or the first letter of the name, or a person icon. Decorative: the name is shown beside it. */
export function Avatar({ src, name, size = "md", className }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const tone = name ? toneOfName(name) : "stone";
  return (
    <span className={cn("avatar", `tone-${tone}`, size !== "md" && size, className)} aria-hidden="true">
      {src && failed !== src ? (
        <img src={src} alt="" decoding="async" onError={() => setFailed(src)} />
      ) : name ? (
        name.trim().charAt(0).toUpperCase()
      ) : (
        <>
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <path
              d="M20 9a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M6 40c0-9 6-14 14-14s14 5 14 14z"
              fill="currentColor"
              opacity=".82"
            />
          </svg>
          <span className="sr-only">👤</span>
        </>
      )}
    </span>
  );
}
