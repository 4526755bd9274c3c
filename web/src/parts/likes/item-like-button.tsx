import { type LikeKind, type LikeRejectionHandler, useLike } from "@/data/likes/likes";
import { LikeButton } from "@/ui/controls/like-button";

interface LikeProps {
  kind: LikeKind;
  /** Course code, or id of a note or recording. */
  id: string;
  /** Number of likes in the surrounding list. If it is undefined, no number is shown. */
  count?: number | undefined;
  tabIndex?: 0 | -1 | undefined;
  className?: string | undefined;
  /** Called after the server rejected the like and the button was reverted. By default the rejection is logged. */
  onRejected?: LikeRejectionHandler | undefined;
}

/** Like button of a course, note or recording. Asks visitors to sign in. */
export function ConnectedLikeButton({ kind, id, count, tabIndex, className, onRejected }: LikeProps) {
  const like = useLike(kind, id, count, onRejected);
  return <LikeButton {...like} isBare={count === undefined} tabIndex={tabIndex} className={className} />;
}
