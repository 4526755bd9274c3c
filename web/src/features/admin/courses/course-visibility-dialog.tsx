import { problemText } from "@/api/problem";
import { useCourseVisibility } from "@/data/courses/managed-courses";
import { displayCode } from "@/lib/urls/subjects";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import type { ManagedCourseRow } from "./use-course-search";

/** Dialog to confirm that a course is hidden or shown. */
export function CourseVisibilityDialog({ course, onClose }: { course: ManagedCourseRow; onClose: () => void }) {
  const visibility = useCourseVisibility();
  const name = displayCode(course.courseCode);
  const hidden = !course.hidden;

  async function change() {
    try {
      await visibility.mutateAsync({ code: course.courseCode, hidden });
    } catch (error) {
      toast(problemText(error), { kind: "error" });
      throw error;
    }
    toast(hidden ? `${name} is hidden from students.` : `${name} is visible to students again.`);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={hidden ? `Hide ${name}?` : `Show ${name}?`}
      body={
        hidden
          ? "Students can no longer find the course or open its notes. Nothing is deleted, likes and followers stay, and you can show it again from here."
          : "Students can find the course and its notes again. Students who requested it will see that it was added."
      }
      confirmLabel={hidden ? "Hide" : "Show"}
      busyLabel={hidden ? "Hiding..." : "Showing..."}
      onConfirm={change}
    />
  );
}
