import { Ellipsis, Eye, EyeOff, Merge, Pencil } from "lucide-react";
import { Link } from "react-router";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { Badge, CourseBadge } from "@/ui/feedback/badge";
import { Menu } from "@/ui/overlay/menu";
import type { ManagedCourseRow } from "./use-course-search";

interface CoursesTableProps {
  label: string;
  courses: readonly ManagedCourseRow[];
  onEdit: (course: ManagedCourseRow) => void;
  onVisibility: (course: ManagedCourseRow) => void;
  onMerge: (course: ManagedCourseRow) => void;
}

/** Table of courses. On phones, the number of notes is hidden. */
export function CoursesTable({ label, courses, ...actions }: CoursesTableProps) {
  // A button with text needs a wider column than the menu icon.
  const last = courses.some(({ mergingInto }) => mergingInto) ? "restore" : "action-cell";
  return (
    <div className="card console-card">
      <table className="console-table" aria-label={label}>
        <thead>
          <tr>
            <th className="course">Code</th>
            <th>Title</th>
            <th className="wide size">Notes</th>
            <th className={last}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {courses.map((course) => (
            <CourseRow key={course.courseCode} course={course} last={last} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CourseRowProps = Omit<CoursesTableProps, "label" | "courses"> & { course: ManagedCourseRow; last: string };

function CourseRow({ course, last, onEdit, onVisibility, onMerge }: CourseRowProps) {
  const { courseCode, title, noteCount, hidden, mergingInto } = course;
  const name = displayCode(courseCode);
  return (
    <tr>
      <td className="course">
        <CourseBadge code={courseCode} />
      </td>
      <td>
        <Link className="title truncate-1" to={paths.notes(courseCode)} title={title}>
          {title}
        </Link>
        {mergingInto ? (
          <span className="under">
            <Badge kind="warn">Moving to {displayCode(mergingInto)}</Badge>
          </span>
        ) : (
          hidden && (
            <span className="under">
              <Badge>Hidden</Badge>
            </span>
          )
        )}
      </td>
      <td className="wide size tabular-nums">{noteCount ?? ""}</td>
      <td className={last}>
        {mergingInto ? (
          <Button size="sm" aria-label={`Continue merging ${name}`} onClick={() => onMerge(course)}>
            Continue
          </Button>
        ) : (
          <Menu
            trigger={<IconButton label={`Actions for ${name}`} title="Actions" icon={<Ellipsis />} />}
            items={[
              { label: "Edit text and picture", icon: <Pencil />, onSelect: () => onEdit(course) },
              hidden
                ? { label: "Show to students", icon: <Eye />, onSelect: () => onVisibility(course) }
                : { label: "Hide from students", icon: <EyeOff />, onSelect: () => onVisibility(course) },
              "separator",
              { label: "Merge into another course", icon: <Merge />, onSelect: () => onMerge(course) },
            ]}
          />
        )}
      </td>
    </tr>
  );
}
