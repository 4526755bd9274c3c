import { useRef, useState } from "react";
import { NAME_MAX_CHARS } from "@/core/limits";
import { type KeyScope, useCreateAccessKey } from "@/data/admin/access-keys";
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

interface Scope {
  value: KeyScope;
  label: string;
  hint: string;
  /** Command to try first. */
  command: string;
}

const uploading: Scope = {
  value: "upload",
  label: "Upload files",
  hint: "Adds notes and recordings to courses that exist. It cannot read or change anything else.",
  command: "note-ninja upload FOLDER --dry-run",
};

const scopes: readonly Scope[] = [
  uploading,
  {
    value: "export",
    label: "Export courses",
    hint: "Reads all courses with their files and cards, also hidden ones. It cannot change anything.",
    command: "note-ninja export COURSE --to FOLDER",
  },
  {
    value: "import",
    label: "Import courses",
    hint: "Creates courses, edits them, shows or hides them, and adds files and cards. It can replace texts, pictures, transcripts and chapters, which cannot be undone. It cannot delete anything else.",
    command: "note-ninja import FOLDER --dry-run",
  },
];

/** Returns the description of a scope; that of uploading for an unknown value. */
const scopeOf = (value: string) => scopes.find((scope) => scope.value === value) ?? uploading;

/** Dialog that creates a key and then shows it, once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<{ text: string; scope: KeyScope }>();
  return (
    <Dialog
      key={created ? "key" : "form"}
      open
      onOpenChange={(open) => !open && onClose()}
      title={created ? "Copy the key" : "New key"}
      description={
        created
          ? "The key is shown only now. Keep it like a password. If it is lost, revoke it and create another one."
          : "Everyone who has the key can use it in your name until it expires or is revoked."
      }
    >
      {created ? <KeyText {...created} onClose={onClose} /> : <KeyForm onCreated={setCreated} />}
    </Dialog>
  );
}

function KeyForm({ onCreated }: { onCreated: (key: { text: string; scope: KeyScope }) => void }) {
  const create = useCreateAccessKey();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { name: "", scope: "upload", days: "30", password: "" },
    check: async ({ name, password }) => [
      ...(name.trim() === "" ? [{ field: "name", code: "required", message: "Name is required." }] : []),
      ...(password === "" ? [{ field: "password", code: "required", message: "Password is required." }] : []),
    ],
    submit: async ({ name, scope, days, password }) => {
      const { text, key } = await create.mutateAsync({
        name,
        scope: scopeOf(scope).value,
        days: Number(days),
        password,
      });
      onCreated({ text, scope: key.scope });
    },
  });
  const [use, setUse] = useState("upload");
  const scope = field("scope");
  return (
    <form {...form} aria-label="New key" className="mt-4 grid gap-4">
      <TextField
        {...field("name")}
        label="Name"
        hint="Where the key is used, for example “Office computer”."
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
      />
      <SelectField
        {...scope}
        onChange={(event) => {
          setUse(event.target.value);
          void scope.onChange(event);
        }}
        label="Use"
        options={scopes}
        hint={scopeOf(use).hint}
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

function KeyText({ text, scope, onClose }: { text: string; scope: KeyScope; onClose: () => void }) {
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
      <p className="hint">Put it into the variable NOTE_NINJA_KEY or into a file, and run: {scopeOf(scope).command}</p>
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
