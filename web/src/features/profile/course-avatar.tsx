import { cn } from "@/lib/text/cn";
import { Cover } from "@/ui/media/cover";
import { hasCoverArt } from "@/ui/media/cover-art";
import { coursePlaceholder } from "./placeholders";

/** Round picture of a course: the drawing of its subject, or else a placeholder. */
export function CourseAvatar({ code }: { code: string }) {
  if (hasCoverArt(code)) return <Cover code={code} size="thumb" className="profile-avatar" />;
  const { tone, d } = coursePlaceholder(code);
  return (
    <span className={cn("cover cover-thumb profile-avatar", `tone-${tone}`)} aria-hidden="true">
      <svg viewBox="0 0 112 112" aria-hidden="true">
        <path d={d} fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round" opacity={0.6} />
      </svg>
    </span>
  );
}
