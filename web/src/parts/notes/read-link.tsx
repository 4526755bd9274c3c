import { BookOpen } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { prefetchHandlers } from "@/lib/loading/prefetch-reader";
import { paths } from "@/lib/urls/paths";
import { useSession } from "@/session/session";
import type { PagePicture } from "@/ui/media/note-preview";

interface ReadProps {
  noteId: string;
  /** Thumbnail of the first page, which the reader shows until it has rendered the page. */
  firstPage?: PagePicture | undefined;
}

/** History state of a link to the reader. */
type ReadState = Pick<ReadProps, "firstPage"> | null | undefined;

/** Returns the thumbnail from the history state. */
export const thumbnailFromState = (state: unknown): PagePicture | undefined => (state as ReadState)?.firstPage;

/** Link that opens a note in the reader. Members only; visitors can download it. */
export function ReadNoteLink({ noteId, firstPage }: ReadProps) {
  const isMember = useSession().status === "signed-in";
  const pointer = useMemo(() => prefetchHandlers(noteId), [noteId]);
  if (!isMember) return null;
  return (
    <Link className="btn outlined sm" to={paths.note(noteId)} state={{ firstPage } satisfies ReadState} {...pointer}>
      <BookOpen aria-hidden="true" />
      Read
    </Link>
  );
}

/**
 * Image of a note that links to the reader, for pointer users. Keyboard and screen reader users have `ReadNoteLink`
 * beside it.
 */
export function NotePictureLink({ noteId, firstPage, children }: ReadProps & { children: ReactNode }) {
  const { status } = useSession();
  const pointer = useMemo(() => prefetchHandlers(noteId), [noteId]);
  if (status !== "signed-in") return children;
  return (
    <Link
      {...pointer}
      className="contents"
      to={paths.note(noteId)}
      state={{ firstPage } satisfies ReadState}
      tabIndex={-1}
      aria-hidden="true"
    >
      {children}
    </Link>
  );
}
