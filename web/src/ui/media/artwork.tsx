import { AudioLines } from "lucide-react";
import { useState } from "react";
import { cn } from "@/lib/text/cn";
import { toneOf } from "@/lib/urls/subjects";
import { Cover } from "./cover";

interface ArtworkProps {
  /** Subject of the audio note. Without an image, the cover is drawn from it. */
  subject: string;
  url?: string | null | undefined;
  /** Must set the size. */
  className?: string | undefined;
}

/** Image of an audio note. Decorative: its title is shown beside it. */
export function Artwork({ subject, url, className }: ArtworkProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (!url) return <Cover code={subject} size="thumb" className={cn("artwork", className)} />;
  if (url === failedUrl) {
    return (
      <span className={cn("artwork grid place-items-center", `tone-${toneOf(subject)}`, className)} aria-hidden="true">
        <AudioLines data-testid="artwork-fallback" />
      </span>
    );
  }
  return (
    <img
      className={cn("artwork object-cover", className)}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailedUrl(url)}
    />
  );
}
