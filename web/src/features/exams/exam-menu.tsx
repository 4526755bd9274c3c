import { CalendarPlus, Ellipsis, Pencil, Trash2 } from "lucide-react";
import type { Exam } from "@/api/models";
import { displayCode } from "@/lib/addresses/subjects";
import { IconButton } from "@/ui/controls/icon-button";
import { Menu } from "@/ui/overlay/menu";
import type { ExamDialogKind } from "./exam-dialogs";

export function ExamMenu({ exam, onAsk }: { exam: Exam; onAsk: (dialog: ExamDialogKind) => void }) {
  return (
    <Menu
      trigger={<IconButton size="sm" label={`More for the exam in ${displayCode(exam.course)}`} icon={<Ellipsis />} />}
      items={[
        { label: "Change", icon: <Pencil />, onSelect: () => onAsk("date") },
        { label: "Add to calendar", icon: <CalendarPlus />, onSelect: () => onAsk("calendar") },
        { label: "Remove", icon: <Trash2 />, danger: true, onSelect: () => onAsk("remove") },
      ]}
    />
  );
}
