import { CalendarPlus, Ellipsis, Pencil, Trash2 } from "lucide-react";
import type { Exam } from "@/api/models";
import { displayCode } from "@/lib/urls/subjects";
import { IconButton } from "@/ui/controls/icon-button";
import { Menu } from "@/ui/overlay/menu";
import type { ExamDialogKind } from "./exam-dialogs";

export function ExamMenu({ exam, onOpenDialog }: { exam: Exam; onOpenDialog: (dialog: ExamDialogKind) => void }) {
  return (
    <Menu
      trigger={<IconButton size="sm" label={`More for the exam in ${displayCode(exam.course)}`} icon={<Ellipsis />} />}
      items={[
        { label: "Change", icon: <Pencil />, onSelect: () => onOpenDialog("date") },
        { label: "Add to calendar", icon: <CalendarPlus />, onSelect: () => onOpenDialog("calendar") },
        { label: "Remove", icon: <Trash2 />, danger: true, onSelect: () => onOpenDialog("remove") },
      ]}
    />
  );
}
