import { useRef, useState } from "react";
import { NAME_MAX_CHARS } from "@/core/limits";
import { useCreateAccessKey } from "@/data/admin/access-keys";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { PasswordField } from "@/ui/form/password-field";
import { SelectField } from "@/ui/form/select-field";
import { TextField } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";

const durations = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

/** Dialog that creates a key and then shows it, once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState<string>();
  return (
    <Dialog
      key={text === undefined ? "form" : "key"}
      open
      onOpenChange={(open) => !open && onClose()}
      title={text === undefined ? "New key" : "Copy the key"}
      description={
        text === undefined
          ? "Everyone who has the key can upload files in your name until it expires or is revoked."
          : "The key is shown only now. Keep it like a password. If it is lost, revoke it and create another one."
      }
    >
      {text === undefined ? <KeyForm onCreated={setText} /> : <KeyText text={text} onClose={onClose} />}
    </Dialog>
  );
}

function KeyForm({ onCreated }: { onCreated: (text: string) => void }) {
  const create = useCreateAccessKey();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { name: "", days: "30", password: "" },
    check: async ({ name, password }) => [
      ...(name.trim() === "" ? [{ field: "name", code: "required", message: "Name is required." }] : []),
      ...(password === "" ? [{ field: "password", code: "required", message: "Password is required." }] : []),
    ],
    submit: async ({ name, days, password }) => {
      const { text } = await create.mutateAsync({ name, scope: "upload", days: Number(days), password });
      onCreated(text);
    },
  });
  return (
    <form {...form} aria-label="New key" className="mt-4 grid gap-4">
      <TextField
        {...field("name")}
        label="Name"
        hint="Where the key is used, for example “Office computer”."
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
      />
      <SelectField {...field("days")} label="Valid for" options={durations} />
      <PasswordField {...field("password")} label="Your password" />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="actions">
        <CancelButton disabled={busy} />
        <Button variant="primary" type="submit" busy={busy} busyLabel="Creating...">
          Create key
        </Button>
      </div>
    </form>
  );
}

function KeyText({ text, onClose }: { text: string; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without access to the clipboard, the selected text can be copied with the keyboard or the menu.
      input.current?.select();
    }
  }

  return (
    <div className="mt-4 grid gap-4">
      <TextField ref={input} label="Key" value={text} readOnly spellCheck={false} autoComplete="off" />
      <p className="hint">
        Put it into the variable NOTE_NINJA_KEY or into a file, and run: note-ninja upload FOLDER --dry-run
      </p>
      <div className="actions">
        <Button aria-live="polite" onClick={() => void copy()}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
