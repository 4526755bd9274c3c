import type { ReactNode } from "react";
import { Link } from "react-router";
import { Skeleton, SkeletonText } from "../feedback/skeleton";
import { Cover } from "../media/cover";
import { VisuallyHidden } from "../text/visually-hidden";

type GuideCardProps = {
  code: string;
  title: string;
  description: string;
  /** Short label in a corner of the cover, for example "Study Guide 1". */
  label?: string;
  /** Reason for a recommendation, for example "You follow it". */
  reason?: string | undefined;
  /** Destination. The whole card is a link. */
  to: string;
  /** Like button. Pressing it does not open the link. */
  like: ReactNode;
  /** Second control at the end of the footer. */
  action?: ReactNode;
  /** Round button between cover and text. It appears on hover and focus, and always on touch devices. */
  play?: ReactNode;
};

/** Card of a course: cover, title, two lines of description, and like button. */
export function CourseCard({ code, title, description, label, reason, to, like, action, play }: GuideCardProps) {
  return (
    <article className="card guide">
      <Cover code={code} size="card" label={label ?? reason} />
      <div className="body">
        <h3 className="line-clamp-2" title={title}>
          <Link to={to} className="stretched">
            {title}
          </Link>
        </h3>
        {/* Screen readers skip the cover, which shows this text. */}
        {reason && <VisuallyHidden>{reason}</VisuallyHidden>}
        <p className="line-clamp-2">{description}</p>
        <div className="foot">
          {like}
          {action}
        </div>
      </div>
      {play}
    </article>
  );
}

export function CourseCardSkeleton() {
  return (
    <div className="card guide" aria-hidden="true">
      <Skeleton className="cover" />
      <div className="body">
        <Skeleton className="h-4 w-4/5" />
        <SkeletonText lines={2} className="mt-2" />
      </div>
    </div>
  );
}
