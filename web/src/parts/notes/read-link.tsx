import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSession } from "@/api/session";
import { paths } from "@/lib/paths";

/** Opens a note in the reader, for members: visitors can download it. */
export function ReadLink({ noteId }: { noteId: string }) {
  const { status } = useSession();
  if (status !== "signed-in") return null;
  return (
    <Link className="btn outlined sm" to={paths.note(noteId)}>
      <BookOpen aria-hidden="true" />
      Read
    </Link>
  );
}

/** The picture of a note, a click on which reads it; the keyboard and screen readers have 'Read' beside it. */
export function ReadPicture({ noteId, children }: { noteId: string; children: ReactNode }) {
  const { status } = useSession();
  if (status !== "signed-in") return children;
  return (
    <Link className="contents" to={paths.note(noteId)} tabIndex={-1} aria-hidden="true">
      {children}
    </Link>
  );
}
