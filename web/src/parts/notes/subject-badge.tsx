import { Badge, CourseBadge } from "@/ui/feedback/badge";

/** What a note says about its subject; older copies in My Notes carry the course under other names. */
export interface About {
  courseCode?: string | null | undefined;
  subject?: string | null | undefined;
  course?: string | null | undefined;
}

/** The subject of a note, under whichever name it is kept. */
export function subjectOf({ courseCode, subject, course }: About): string {
  return courseCode || subject || course || "Unknown Subject";
}

const CODE = /^[a-z]{2,8}\s?\d/i;

/** What a note is about: a course in its colour, or any other subject. */
export function SubjectBadge({ note }: { note: About }) {
  const subject = subjectOf(note);
  if (CODE.test(subject)) return <CourseBadge code={subject} />;
  return (
    <Badge>
      <span className="t1" title={subject}>
        {subject}
      </span>
    </Badge>
  );
}
