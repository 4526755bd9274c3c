import { BookOpen } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { paths } from "@/lib/addresses/paths";
import { tellsOfPointer } from "@/lib/loading/about-to-read";
import { useSession } from "@/session/session";
import type { PagePicture } from "@/ui/media/note-preview";

interface ReadProps {
  noteId: string;
  /** The note's first page, as it is shown beside the link: the reader shows it until it has drawn its own. */
  firstPage?: PagePicture | undefined;
}

/** What a link to the reader brings with it. */
type ReadState = Pick<ReadProps, "firstPage"> | null | undefined;

/** The picture that the link to this page brought with it. */
export const broughtFirstPage = (state: unknown): PagePicture | undefined => (state as ReadState)?.firstPage;

/** Opens a note in the reader, for members: visitors can download it. */
export function ReadLink({ noteId, firstPage }: ReadProps) {
  const isMember = useSession().status === "signed-in";
  const pointer = useMemo(() => tellsOfPointer(noteId), [noteId]);
  if (!isMember) return null;
  return (
    <Link className="btn outlined sm" to={paths.note(noteId)} state={{ firstPage } satisfies ReadState} {...pointer}>
      <BookOpen aria-hidden="true" />
      Read
    </Link>
  );
}

/** The picture of a note, a click on which reads it; the keyboard and screen readers have 'Read' beside it. */
export function ReadPicture({ noteId, firstPage, children }: ReadProps & { children: ReactNode }) {
  const { status } = useSession();
  const pointer = useMemo(() => tellsOfPointer(noteId), [noteId]);
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
