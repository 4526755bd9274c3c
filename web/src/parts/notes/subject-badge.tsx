import { Badge, CourseBadge } from "@/ui/feedback/badge";

/** Subject fields of a note. Each kind of note has some of them. */
export interface SubjectFields {
  courseCode?: string | null | undefined;
  subject?: string | null | undefined;
  course?: string | null | undefined;
}

export function subjectOf({ courseCode, subject, course }: SubjectFields): string {
  return courseCode || subject || course || "Unknown Subject";
}

const CODE = /^[a-z]{2,8}\s?\d/i;

/** Badge with the course in its colour, or another subject. */
export function SubjectBadge({ note }: { note: SubjectFields }) {
  const subject = subjectOf(note);
  if (CODE.test(subject)) return <CourseBadge code={subject} />;
  return (
    <Badge>
      <span className="truncate-1" title={subject}>
        {subject}
      </span>
    </Badge>
  );
}
