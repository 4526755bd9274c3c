import { useInfiniteQuery } from "@tanstack/react-query";
import { GraduationCap, Plus, SearchX, Upload } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { TITLE_MAX_CHARS } from "@/core/limits";
import { mergesQuery, visibleCoursesQuery } from "@/data/courses/managed-courses";
import { PaginatedList } from "@/parts/paginated-list";
import { Button } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { ConsolePage, SearchInput } from "../console-page";
import { CreateCourseDialog, EditCourseDialog } from "./course-dialog";
import { CourseVisibilityDialog } from "./course-visibility-dialog";
import { CoursesTable } from "./courses-table";
import { ImportDialog } from "./import-dialog";
import { MergeDialog } from "./merge-dialog";
import { type ManagedCourseRow, useHiddenCourses, useManagedCourseSearch } from "./use-course-search";

type OpenDialog =
  | { about: "import" }
  | { about: "edit" | "hide" | "show"; course: ManagedCourseRow }
  | { about: "merge"; course: ManagedCourseRow; into: string };

/** Page to manage courses. The link in a course request opens the dialog for a new course with its fields filled. */
export function CoursesPage() {
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState("");
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const newCode = search.get("new");

  function closeNew() {
    setSearch({}, { replace: true, preventScrollReset: true });
  }

  const actions = {
    onEdit: (course: ManagedCourseRow) => setDialog({ about: "edit", course }),
    onVisibility: (course: ManagedCourseRow) => setDialog({ about: course.hidden ? "show" : "hide", course }),
    onMerge: (course: ManagedCourseRow) => setDialog({ about: "merge", course, into: course.mergingInto ?? "" }),
  };

  return (
    <ConsolePage title="Courses">
      <div className="console-tools">
        <SearchInput
          label="Find courses by code or title"
          placeholder="Find courses"
          maxLength={TITLE_MAX_CHARS}
          value={text}
          onChange={setText}
        />
        <div className="console-bulk">
          <Button icon={<Upload />} onClick={() => setDialog({ about: "import" })}>
            Import
          </Button>
          <Button
            variant="primary"
            icon={<Plus />}
            onClick={() => setSearch({ new: "" }, { replace: true, preventScrollReset: true })}
          >
            New course
          </Button>
        </div>
      </div>
      {text.trim() === "" ? <AllCourses {...actions} /> : <FoundCourses text={text} {...actions} />}
      {newCode !== null && (
        <CreateCourseDialog courseCode={newCode} title={search.get("title") ?? ""} onClose={closeNew} />
      )}
      {dialog?.about === "import" && <ImportDialog onClose={close} />}
      {dialog?.about === "edit" && <EditCourseDialog course={dialog.course} onClose={close} />}
      {(dialog?.about === "hide" || dialog?.about === "show") && (
        <CourseVisibilityDialog course={dialog.course} onClose={close} />
      )}
      {dialog?.about === "merge" && <MergeDialog course={dialog.course} into={dialog.into} onClose={close} />}
    </ConsolePage>
  );
}

interface Actions {
  onEdit: (course: ManagedCourseRow) => void;
  onVisibility: (course: ManagedCourseRow) => void;
  onMerge: (course: ManagedCourseRow) => void;
}

function AllCourses(actions: Actions) {
  const list = useInfiniteQuery(visibleCoursesQuery);
  const hidden = useHiddenCourses();
  const courses = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <UnfinishedMerges {...actions} />
      {hidden.courses.length > 0 && (
        <>
          <h3 className="section console-part">Hidden from students</h3>
          <CoursesTable label="Hidden courses" courses={hidden.courses} {...actions} />
          {hidden.more && (
            <div className="console-more">
              <Button onClick={hidden.more}>Show more hidden courses</Button>
            </div>
          )}
          <h3 className="section console-part">Shown</h3>
        </>
      )}
      <PaginatedList
        list={list}
        what="the courses"
        isEmpty={courses.length === 0 && !list.hasNextPage}
        empty={
          <StatusPlaceholder
            icon={<GraduationCap />}
            title="No courses yet"
            body="Create the first one, or import a list."
          />
        }
      >
        <CoursesTable label="Courses" courses={courses} {...actions} />
      </PaginatedList>
    </>
  );
}

/** List of interrupted merges, above all courses: until a merge is finished, its target has only some of the items. */
function UnfinishedMerges({ onMerge, ...actions }: Actions) {
  const merges = useInfiniteQuery(mergesQuery);
  const unfinished = (merges.data?.pages.flatMap((page) => page.items) ?? []).filter((merge) => !merge.finished);
  if (unfinished.length === 0) return null;
  const courses = unfinished.map(({ courseCode, title, into }) => ({
    courseCode,
    title,
    noteCount: undefined,
    hidden: false,
    mergingInto: into,
  }));
  return (
    <>
      <h3 className="section console-part">Unfinished merges</h3>
      <CoursesTable label="Unfinished merges" courses={courses} onMerge={onMerge} {...actions} />
      <h3 className="section console-part">Courses</h3>
    </>
  );
}

function FoundCourses({ text, ...actions }: Actions & { text: string }) {
  const { courses, isSearching, problem } = useManagedCourseSearch(text);
  if (courses.length > 0) return <CoursesTable label="Courses found" courses={courses} {...actions} />;
  if (isSearching) {
    return (
      <p role="status" className="hint">
        Searching...
      </p>
    );
  }
  return (
    <StatusPlaceholder
      icon={<SearchX />}
      title={problem ?? "No course matches"}
      body={
        problem ? undefined : "Try its code. To find a merged course, use the code of the course it was merged into."
      }
    />
  );
}
