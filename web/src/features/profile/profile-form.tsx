import { useMutation } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import type { Me } from "@/api/models";
import { ApiProblem, problemDetail } from "@/api/problem";
import { BANNER_MS, FACULTIES, YEAR_HINT, YEAR_MAX_CHARS, YEAR_SUGGESTIONS } from "@/core/limits";
import { validateWithRules } from "@/core/validation";
import { isConflict, useEditProfile } from "@/data/me/profile";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { paths } from "@/lib/urls/paths";
import { Button, LinkButton } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { RequestIdCopy } from "@/ui/feedback/reference";
import { SelectField } from "@/ui/form/select-field";
import { TextField } from "@/ui/form/text-field";
import { ChangePhoto } from "./photo/change-photo";

const formOf = (me: Me) => ({
  name: me.name,
  username: me.displayUsername ?? "",
  faculty: me.faculty ?? "",
  year: me.year ?? "",
});

type Form = ReturnType<typeof formOf>;
type Field = keyof Form;

interface Typed {
  text: string;
  /** Saved value of the field when editing started. */
  seen: string;
}

const fieldsOf = (form: Form) => Object.keys(form) as Field[];

/** Form for the user's profile; all fields are optional. Unedited fields show changes from other devices. */
export function ProfileForm({ me }: { me: Me }) {
  const [typed, setTyped] = useState<Partial<Record<Field, Typed>>>({});
  const saved = formOf(me);
  const form = { ...saved };
  for (const name of fieldsOf(saved)) form[name] = typed[name]?.text ?? saved[name];
  const changed = fieldsOf(saved).filter((name) => form[name] !== saved[name]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const edit = useEditProfile();
  const save = useMutation({
    mutationFn: () => {
      const pick = (from: Form) => Object.fromEntries(changed.map((name) => [name, from[name]]));
      return edit.mutateAsync({ ...pick(form), before: pick(saved) });
    },
    // An empty username keeps the old one, so the saved values can differ from the form.
    onSuccess: () => setTyped({}),
    onError: (error) => {
      if (error instanceof ApiProblem) {
        setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
      }
    },
  });

  useEffect(() => {
    if (!save.isSuccess) return undefined;
    const timer = setTimeout(save.reset, BANNER_MS);
    return () => clearTimeout(timer);
  }, [save.isSuccess, save.reset]);

  useUnsavedChanges(changed.length > 0);

  /** Returns a hint if the edited field was also changed on another device. */
  const elsewhere = (name: Field) => {
    const seen = typed[name]?.seen ?? saved[name];
    if (seen === saved[name] || form[name] === saved[name]) return undefined;
    const now = saved[name] ? `changed this to “${saved[name]}”` : "cleared this";
    return `You ${now} on another device. Saving replaces it.`;
  };
  const field = (name: Field) => ({
    value: form[name],
    error: errors[name] ?? elsewhere(name),
    disabled: save.isPending,
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({
        ...before,
        [name]: { text: target.value, seen: before[name]?.seen ?? saved[name] },
      })),
  });
  async function submit(event: FormEvent) {
    event.preventDefault();
    save.reset();
    const failing = await validateWithRules((core) => core.validateProfileEdit(form));
    setErrors(Object.fromEntries(failing.map((each) => [each.field, each.message])));
    if (failing.length === 0) save.mutate();
  }

  return (
    <form className="card panel grid gap-4" onSubmit={submit} noValidate>
      <div className="profile-photo">
        <ChangePhoto me={me} />
        <p className="hint">{me.username ? `@${me.displayUsername}` : "Choose a username so others can find you."}</p>
      </div>
      <TextField label="Full Name" autoComplete="name" {...field("name")} />
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field("username")}
      />
      <TextField
        label="Email Address"
        type="email"
        readOnly
        value={me.email}
        endAdornment={<Lock className="read-only-mark" aria-hidden="true" />}
        hint={
          <>
            You sign in with this address.{" "}
            <Link className="link" to={paths.security()}>
              Change it
            </Link>
          </>
        }
      />
      <SelectField label="Faculty" options={FACULTIES} placeholder="Not set" {...field("faculty")} />
      <TextField label="Year" hint={YEAR_HINT} list="years" maxLength={YEAR_MAX_CHARS} {...field("year")} />
      <datalist id="years">
        {YEAR_SUGGESTIONS.map((year) => (
          <option key={year} value={year} />
        ))}
      </datalist>
      {save.isSuccess && <Banner kind="ok">Profile updated successfully!</Banner>}
      {save.isError && (
        <Banner kind="bad">
          {isConflict(save.error)
            ? "You changed your profile on another device. Check the marked fields, then save again."
            : `Failed to update profile: ${problemDetail(save.error)}`}
          <RequestIdCopy error={save.error} />
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
        <LinkButton to="/dashboard">Dashboard</LinkButton>
      </div>
    </form>
  );
}
