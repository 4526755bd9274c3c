import { type LikeKind, type LikeRefused, useLike } from "@/data/likes/likes";
import { LikeButton } from "@/ui/controls/like-button";

interface LikeProps {
  kind: LikeKind;
  /** Course code, or the id of a note (of a course or in an album) or of an audio note. */
  id: string;
  /** The count in the list that shows it; absent where there is no list, and then no number is shown. */
  count?: number | undefined;
  tabIndex?: 0 | -1 | undefined;
  className?: string | undefined;
  /** Called when the server refused; without it the refusal is logged. Either way the heart is put back. */
  onRefused?: LikeRefused | undefined;
}

/** The heart of a course, note or audio note, ready to be placed. A visitor sees it and is told to sign in. */
export function Like({ kind, id, count, tabIndex, className, onRefused }: LikeProps) {
  const like = useLike(kind, id, count, onRefused);
  return <LikeButton {...like} isBare={count === undefined} tabIndex={tabIndex} className={className} />;
}
