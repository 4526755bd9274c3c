import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { newNotesQuery } from "@/api/new-notes";
import { formatDay } from "@/lib/format";
import { paths } from "@/lib/paths";
import { firstPage } from "@/parts/notes/first-page";
import { CourseBadge } from "@/ui/badge";
import { LoadError } from "@/ui/load-error";
import { NotePreview } from "@/ui/note-preview";

/** What was published lately in the courses that the student follows; nothing while there is nothing. */
export function NewNotes() {
  const notes = useQuery(newNotesQuery);
  const list = notes.data ?? [];
  if (list.length === 0 && !notes.isError) return null;
  return (
    <section aria-labelledby="new-notes">
      <div className="sec-h">
        <h2 className="sec" id="new-notes">
          New in your courses
        </h2>
      </div>
      {notes.isError && (
        <LoadError as="banner" onRetry={notes.refetch}>
          Could not load what is new
        </LoadError>
      )}
      <ul className="dashboard-row">
        {list.map((note, index) => (
          <li key={note.id} className="card">
            <NotePreview picture={firstPage(note.facts)} course={note.course} stock={index} />
            <div className="min-w-0">
              <p className="hint num">
                <CourseBadge code={note.course} /> {formatDay(note.uploadDate)}
              </p>
              <Link className="t2 stretched" to={paths.download(note.id)} title={note.title}>
                {note.title}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
