import type { ReactNode } from "react";
import { Link } from "react-router";
import { Skeleton, SkeletonText } from "../feedback/skeleton";
import { Cover } from "../media/cover";
import { VisuallyHidden } from "../text/visually-hidden";

type GuideCardProps = {
  code: string;
  title: string;
  description: string;
  /** What the card is among others, in a corner of its cover: 'Study Guide 1'. */
  label?: string;
  /** Why the card is among those shown, in a few words: 'You follow it'. */
  reason?: string | undefined;
  /** Where the card leads; the whole card can be pressed. */
  to: string;
  /** The like button; pressing it does not follow the card. */
  like: ReactNode;
  /** A second control at the other end of the foot. */
  action?: ReactNode;
  /** A round button on the seam of cover and text; seen under the pointer and with the focus, always where nothing hovers. */
  play?: ReactNode;
};

/** A course as a card: cover, title, two lines of description, like. */
export function GuideCard({ code, title, description, label, reason, to, like, action, play }: GuideCardProps) {
  return (
    <article className="card guide">
      <Cover code={code} size="card" label={label ?? reason} />
      <div className="body">
        <h3 className="line-clamp-2" title={title}>
          <Link to={to} className="stretched">
            {title}
          </Link>
        </h3>
        {/* The cover is decoration, and its words are not read out. */}
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

/** A guide card that is coming. */
export function GuideCardSkeleton() {
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
