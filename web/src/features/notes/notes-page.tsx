import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileText, NotebookPen, SearchX } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, Navigate, useSearchParams } from "react-router";
import type { Course } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { courseAudioQuery } from "@/data/audio/course-audio";
import { useLike } from "@/data/likes/likes";
import { courseNotesQuery } from "@/data/notes/notes";
import { useSavedNotes } from "@/data/saved/saved";
import { audioPlace } from "@/data/search/audio-places";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { FullTextSearchBox } from "@/parts/full-text/full-text-search-box";
import { NoteCardSkeleton } from "@/parts/notes/note-card-skeleton";
import { OfflineButton } from "@/parts/offline/offline-button";
import { UnavailableOffline, useIsUnavailableOffline } from "@/parts/offline/unavailable-offline";
import { recordRecentCourse } from "@/parts/recent-courses";
import { ShareButton } from "@/parts/sharing/share-button";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { LikeButton } from "@/ui/controls/like-button";
import { Banner } from "@/ui/feedback/banner";
import { lazyComponent } from "@/ui/feedback/lazy";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { SectionHeading } from "@/ui/layout/section-head";
import { Cover } from "@/ui/media/cover";
import { ChapterChips } from "./chapter-chips";
import { chapterOptions, parseChapterParam } from "./chapters";
import { FollowButton } from "./follow-button";
import { NoteCard } from "./note-card";
import { useNoteFromHash } from "./use-note-from-hash";
import "@/parts/notes/notes-list.css";
import "./notes.css";

// Loaded separately, because only administrators need it.
const UploadForm = lazyComponent(async () => (await import("./upload/upload-form")).UploadForm, {
  placeholder: <Skeleton className="upload-waiting" />,
});

interface NotesPageProps {
  /** Canonical code: `CS246`. */
  code: string;
  /** Code with a space: `CS 246`. */
  display: string;
  studyCards?: ReactNode;
  exam?: ReactNode;
  recordings?: ReactNode;
}

/** Page of a course with its notes. Scrolls to the note in the URL's hash (`#id`). */
export function NotesPage({ code, display, studyCards, exam, recordings }: NotesPageProps) {
  const { isAdmin, me } = useSession();
  const [search, setSearch] = useSearchParams();
  const chapter = parseChapterParam(search);
  const notes = useInfiniteQuery(courseNotesQuery(code, chapter));
  // Without a chapter this is the same query as above. With one it only provides the list of chapters.
  const all = useInfiniteQuery({ ...courseNotesQuery(code), refetchOnWindowFocus: false });
  const isNotHere = useIsUnavailableOffline(notes);
  const { data: audio } = useQuery(courseAudioQuery(code));
  const isSpoken = audio?.some(({ transcriptId }) => transcriptId !== undefined) ?? false;
  const saved = useSavedNotes();
  const list = notes.data?.pages.flatMap((page) => page.notes.items) ?? [];
  const { sought, isMissing } = useNoteFromHash(notes, list);
  usePageTitle(`Notes for ${display}`);
  const course = (notes.data ?? all.data)?.pages[0]?.course;
  const isThere = course?.courseCode === code;
  useEffect(() => {
    if (me && isThere) recordRecentCourse(me.uid, code);
  }, [me, isThere, code]);
  useEffect(() => {
    if (notes.error) console.warn(`The notes of ${code} could not be loaded.`, notes.error);
  }, [notes.error, code]);

  if (notes.error instanceof ApiProblem && notes.error.code === "not_found" && !notes.data) {
    return <MissingCourse display={display} />;
  }
  // The course was merged into another one.
  if (course && course.courseCode !== code) return <Navigate to={paths.notes(course.courseCode)} replace />;
  const chapters = chapterOptions(all.data?.pages.flatMap((page) => page.notes.items) ?? [], chapter);
  const total = course && Math.max(course.noteCount, list.length);
  // The server does not count the notes of a chapter, so the number is known once all pages are loaded.
  const count = chapter === undefined ? total : notes.isSuccess && !notes.hasNextPage ? list.length : undefined;
  // An untitled chapter has only its number, which the selected filter already shows.
  const chosen = notes.data?.pages[0]?.chapter;
  const isTitled = chosen?.number === chapter && chosen?.title !== `Chapter ${chapter}`;
  const heading = chosen && isTitled ? `Chapter ${chosen.number}: ${chosen.title}` : undefined;
  const savedIds = new Set(saved.notes.map((note) => note.originalNoteId));

  function choose(next: number | undefined) {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === undefined) after.delete("chapter");
        else after.set("chapter", String(next));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <>
      <PageHeader
        back={<BackButton />}
        title={`Notes for ${display}`}
        subtitle={course?.title ?? " "}
        picture={
          course?.imageUrl && <Cover code={code} size="thumb" imageUrl={course.imageUrl} className="notes-picture" />
        }
        actions={
          <>
            <FollowButton code={code} />
            {(isThere || isNotHere) && (
              <OfflineButton item={{ kind: "course", id: code, title: display }} disabled={isNotHere} />
            )}
            {isThere && (
              <LinkButton icon={<NotebookPen />} to={paths.personalCards(code)}>
                My cards
              </LinkButton>
            )}
            {course && <CourseLike course={course} />}
            {isThere && !course.hidden && (
              <ShareButton path={paths.download(code)} title={`${display}: ${course.title}`} />
            )}
          </>
        }
      />
      {course?.hidden && (
        <Banner className="mb-4">
          Only administrators see this course. Show it to students in the <Link to={paths.adminCourses()}>console</Link>
          .
        </Banner>
      )}
      {isAdmin && <UploadForm key={code} courseCode={code} />}
      {!isNotHere && studyCards}
      {isThere && exam}
      {recordings}
      <section aria-labelledby="uploaded-notes" aria-busy={notes.isPending}>
        <SectionHeading id="uploaded-notes" title="Uploaded Notes">
          {count !== undefined && <span className="count">{count}</span>}
        </SectionHeading>
        {isThere && total !== undefined && (total > 0 || isSpoken) && (
          <FullTextSearchBox
            key={code}
            place={code}
            {...(isSpoken && { audioPlace: audioPlace(code) })}
            label={isSpoken ? `Search notes and audio notes of ${display}` : `Search inside the notes of ${display}`}
          />
        )}
        <ChapterChips chapters={chapters} chosen={chapter} onChoose={choose} />
        {heading !== undefined && <p className="sub notes-chapter">{heading}</p>}
        {isNotHere && <UnavailableOffline what="course" />}
        {notes.isPending && !isNotHere && <Waiting display={display} />}
        {notes.isError && !isNotHere && (
          <LoadError variant="banner" error={notes.error} onRetry={notes.refetch}>
            Could not load{notes.data ? " the newest notes" : ""}
          </LoadError>
        )}
        {notes.data && list.length === 0 && !notes.hasNextPage && (
          <StatusPlaceholder
            icon={<FileText />}
            title={chapter === undefined ? "No notes uploaded yet." : `No notes in Chapter ${chapter} yet.`}
            body={isAdmin ? "Add the first one above." : "Follow the course and check back soon."}
          />
        )}
        {isMissing && (
          <Banner className="mb-4">
            The note you were looking for is no longer here. These are the current notes for {display}.
          </Banner>
        )}
        <div className="notes">
          {list.map((note, index) => (
            <NoteCard
              key={note.id}
              note={note}
              index={index}
              isSaved={savedIds.has(note.id)}
              canDelete={isAdmin}
              isTarget={note.id === sought}
            />
          ))}
        </div>
        {notes.hasNextPage && (
          <div className="notes-more">
            <Button busy={notes.isFetchingNextPage} busyLabel="Loading..." onClick={() => void notes.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </section>
    </>
  );
}

function CourseLike({ course }: { course: Course }) {
  return <LikeButton {...useLike("courses", course.courseCode, course.likes)} />;
}

function Waiting({ display }: { display: string }) {
  return (
    <>
      <p className="sub notes-waiting" role="status">
        {`Loading notes for ${display}...`}
      </p>
      <div className="notes">
        {["a", "b", "c", "d"].map((key) => (
          <NoteCardSkeleton key={key} />
        ))}
      </div>
    </>
  );
}

/** Page for a valid course code without a course. */
export function MissingCourse({ display }: { display: string }) {
  usePageTitle("Course not found");
  return (
    <>
      <BackButton />
      <h1 className="sr-only">Notes for {display}</h1>
      <StatusPlaceholder
        icon={<SearchX />}
        title="Course not found."
        body={`${display} isn't here yet. Request it and we'll look for notes.`}
        action={
          <LinkButton variant="primary" to={paths.upload()}>
            Request a Course
          </LinkButton>
        }
      />
    </>
  );
}
