import { type ManagedStudent, type StudentAction, useStudentAction } from "@/data/admin/students";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { PasswordField } from "@/ui/form/password-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { displayName } from "./labels";

interface Wording {
  title: (name: string) => string;
  body: string;
  label: string;
  busyLabel: string;
  done: (name: string) => string;
}

const wordings: Readonly<Record<StudentAction, Wording>> = {
  endSessions: {
    title: (name) => `Log ${name} out everywhere?`,
    body: "The student has to sign in again on every device. Open pages stop working within 15 minutes.",
    label: "Log out everywhere",
    busyLabel: "Logging out...",
    done: (name) => `${name} was logged out everywhere.`,
  },
  block: {
    title: (name) => `Block ${name}?`,
    body: "The student is logged out everywhere and cannot sign in or change anything. Nothing is deleted, and the public profile and playlists stay visible. You can unblock the account here.",
    label: "Block",
    busyLabel: "Blocking...",
    done: (name) => `${name} is blocked.`,
  },
  unblock: {
    title: (name) => `Unblock ${name}?`,
    body: "The student can sign in again and finds everything as it was.",
    label: "Unblock",
    busyLabel: "Unblocking...",
    done: (name) => `${name} can sign in again.`,
  },
  delete: {
    title: (name) => `Delete the account of ${name}?`,
    body: "This cannot be undone. Profile, notes, cards, highlights, bookmarks, playlists and follows are permanently deleted. The number of likes stays, and requests and reports stay without the name. Backups stay for up to 35 days. Only do this when the student has asked for it.",
    label: "Delete for good",
    busyLabel: "Deleting...",
    done: (name) => `The account of ${name} was deleted.`,
  },
};

interface StudentDialogProps {
  student: ManagedStudent;
  action: StudentAction;
  /** Text that found the student. */
  text: string;
  onClose: () => void;
  /** Called when the account was deleted. */
  onDeleted: () => void;
}

/** Dialog to confirm a change of a student's account with the administrator's password. */
export function StudentDialog({ student, action, text, onClose, onDeleted }: StudentDialogProps) {
  const change = useStudentAction(text);
  const name = displayName(student);
  const wording = wordings[action];
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { password: "" },
    check: async ({ password }) =>
      password === "" ? [{ field: "password", code: "required", message: "Password is required." }] : [],
    submit: async ({ password }) => {
      await change.mutateAsync({ id: student.id, action, password });
      toast(wording.done(name));
      onClose();
      if (action === "delete") onDeleted();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={wording.title(name)}
      description={wording.body}
    >
      <form {...form} aria-label={wording.label} className="mt-4 grid gap-4">
        <PasswordField {...field("password")} label="Your password" />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <CancelButton disabled={busy} />
          <Button
            variant={action === "unblock" ? "primary" : "danger"}
            type="submit"
            busy={busy}
            busyLabel={wording.busyLabel}
          >
            {wording.label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
