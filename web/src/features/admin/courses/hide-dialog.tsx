import { problemText } from "@/api/problem";
import { useCourseVisibility } from "@/data/courses/managed-courses";
import { displayCode } from "@/lib/addresses/subjects";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import type { ListedCourse } from "./use-course-search";

/** Dialog to confirm that a course is hidden or shown. */
export function HideDialog({ course, onClose }: { course: ListedCourse; onClose: () => void }) {
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
    toast(hidden ? `${name} is hidden from students.` : `Students see ${name} again.`);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={hidden ? `Hide ${name}?` : `Show ${name}?`}
      body={
        hidden
          ? "Students no longer find the course, and its notes cannot be opened. Nothing is deleted, likes and followers stay, and you can show it again from here."
          : "Students find the course and its notes again. Whoever asked for it reads that it was added."
      }
      confirmLabel={hidden ? "Hide" : "Show"}
      busyLabel={hidden ? "Hiding..." : "Showing..."}
      onConfirm={change}
    />
  );
}
