import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { Course, LinkedNote } from "@/api/models";
import { ApiProblem, problemDetail } from "@/api/problem";
import { courseQuery } from "@/data/courses/courses";
import { courseNotesQuery, noteQuery } from "@/data/notes/notes";
import { useSavedNotes } from "@/data/saved/saved";
import { usePageTitle } from "@/lib/browser/page-title";
import { formatBytes, formatDay } from "@/lib/text/format";
import { albums } from "@/lib/urls/albums";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { ConnectedLikeButton } from "@/parts/likes/item-like-button";
import { DownloadLink } from "@/parts/notes/download-link";
import { firstPageThumbnail, noteThumbnail } from "@/parts/notes/note-thumbnail";
import { processingWarnings } from "@/parts/notes/processing-warnings";
import { SubjectBadge } from "@/parts/notes/subject-badge";
import { OfflineButton } from "@/parts/offline/offline-button";
import { ReportButton } from "@/parts/report/report";
import { ShareButton } from "@/parts/sharing/share-button";
import { useSession } from "@/session/session";
import { LinkButton } from "@/ui/controls/button";
import { Badge, CourseBadge } from "@/ui/feedback/badge";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { Cover } from "@/ui/media/cover";
import { NotePreview } from "@/ui/media/note-preview";
import { NoteCard } from "./note-card";
import "./notes.css";
import { ReadNoteLink } from "@/parts/notes/read-link";
import { SaveNoteButton } from "@/parts/notes/save-button";
import { LoadError } from "@/ui/feedback/load-error";

/** The part of a query result that shared pages need. */
interface PublicQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => unknown;
}

/** Shows the loading, not-found and error states, or the content. */
function Shared<Data>({
  query,
  missing,
  children,
}: {
  query: PublicQuery<Data>;
  missing: string;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <p role="status">Loading...</p>;
  const isGone = query.error instanceof ApiProblem && query.error.code === "not_found";
  return (
    <>
      <BackButton />
      <h1 className="sr-only">{isGone ? missing : "Could not load"}</h1>
      {isGone ? (
        <StatusPlaceholder
          icon={<FileQuestion />}
          title={missing}
          body="It may have been removed, or the link is wrong."
          action={<LinkButton to={paths.browse()}>Browse & Discover</LinkButton>}
          role="status"
        />
      ) : (
        <LoadError variant="page" error={query.error} body={problemDetail(query.error)} onRetry={query.refetch}>
          Could not load
        </LoadError>
      )}
    </>
  );
}

/** Page of a shared note, also for visitors. */
export function PublicNotePage({ id }: { id: string }) {
  return (
    <Shared query={useQuery(noteQuery(id))} missing="Note not found.">
      {(note) => <SharedNoteView note={note} />}
    </Shared>
  );
}

function SharedNoteView({ note }: { note: LinkedNote }) {
  const { status, isAdmin } = useSession();
  const saved = useSavedNotes();
  usePageTitle(note.title);
  const remarks = isAdmin ? processingWarnings(note.facts) : [];
  const facts = [
    formatDay(note.uploadDate),
    note.pages === 1 ? "1 page" : `${note.pages} pages`,
    formatBytes(note.sizeBytes),
    `by ${note.uploaderName}`,
  ];
  return (
    <>
      <BackButton />
      <article className="shared-note">
        {note.kind === "album" ? (
          <NotePreview
            picture={noteThumbnail(note, "large")}
            course={note.courseCode ?? note.subject}
            drawingSeed={0}
          />
        ) : (
          <NotePreview picture={firstPageThumbnail(note.facts, "large")} course={note.course} drawingSeed={0} />
        )}
        <div className="min-w-0">
          <h1>{note.title}</h1>
          <div className="facts">
            {note.kind === "album" ? (
              <SubjectBadge note={note} />
            ) : (
              <>
                <CourseBadge code={note.course} />
                <Badge>{note.noteType}</Badge>
              </>
            )}
            <span className="tabular-nums">{facts.filter(Boolean).join(" · ")}</span>
          </div>
          {note.description && <p className="about">{note.description}</p>}
          {remarks.length > 0 && <p className="about">About the file: {remarks.join(" ")}</p>}
          <div className="actions">
            <DownloadLink noteId={note.id} href={note.fileUrl} isPrimary />
            <ReadNoteLink noteId={note.id} />
            {status === "signed-in" && (
              <SaveNoteButton note={note} isSaved={saved.notes.some((each) => each.originalNoteId === note.id)} />
            )}
            <ConnectedLikeButton kind="notes" id={note.id} count={note.likes} />
            {note.kind === "album" ? (
              <Link className="link" to={albums[note.album].href}>
                All of {albums[note.album].title}
              </Link>
            ) : (
              <Link className="link" to={paths.notes(note.course)}>
                All notes for {displayCode(note.course)}
              </Link>
            )}
            <OfflineButton item={{ kind: "note", id: note.id, title: note.title }} />
            <ShareButton path={paths.download(note.id)} title={note.title} />
            <ReportButton target={{ kind: "note", id: note.id, title: note.title }} />
          </div>
        </div>
      </article>
    </>
  );
}

/** Course page that search results link to. Members also see its PDFs. */
export function PublicCoursePage({ code }: { code: string }) {
  return (
    <Shared query={useQuery(courseQuery(code))} missing="Course not found.">
      {(course) => <SharedCourseView course={course} />}
    </Shared>
  );
}

function SharedCourseView({ course }: { course: Course }) {
  const { status } = useSession();
  const { pathname } = useLocation();
  const code = course.courseCode;
  usePageTitle(displayCode(code));
  return (
    <>
      <BackButton />
      <header className="shared-course">
        <Cover code={code} size="card" imageUrl={course.imageUrl} />
        <div className="min-w-0">
          <p className="over">{displayCode(code)}</p>
          <h1>{course.title}</h1>
          {course.description && <p className="sub">{course.description}</p>}
          <div className="actions">
            {status === "signed-in" ? (
              <LinkButton variant="primary" to={paths.notes(code)}>
                Open course notes
              </LinkButton>
            ) : (
              <LinkButton variant="primary" to={paths.signIn()} state={{ from: pathname }}>
                Sign in to see its notes
              </LinkButton>
            )}
            {!course.hidden && (
              <ShareButton path={paths.download(code)} title={`${displayCode(code)}: ${course.title}`} />
            )}
          </div>
        </div>
      </header>
      {status === "signed-in" && <CoursePdfs code={code} />}
    </>
  );
}

function CoursePdfs({ code }: { code: string }) {
  const notes = useInfiniteQuery(courseNotesQuery(code));
  const saved = useSavedNotes();
  const list = notes.data?.pages.flatMap((page) => page.notes.items) ?? [];
  if (notes.isPending) return <p role="status">Loading notes...</p>;
  if (notes.isError && !notes.data) {
    return (
      <LoadError variant="line" error={notes.error} onRetry={notes.refetch}>
        Could not load its notes.
      </LoadError>
    );
  }
  if (list.length === 0) return <p className="sub">No notes uploaded yet.</p>;
  return (
    <section aria-labelledby="course-pdfs">
      <h2 className="sr-only" id="course-pdfs">
        Uploaded Notes
      </h2>
      <div className="notes">
        {list.map((note, index) => (
          <NoteCard
            key={note.id}
            note={note}
            index={index}
            isSaved={saved.notes.some((each) => each.originalNoteId === note.id)}
            canDelete={false}
          />
        ))}
      </div>
    </section>
  );
}
