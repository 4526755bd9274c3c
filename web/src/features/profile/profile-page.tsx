import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { myProfileQuery, useEditProfile } from "@/api/me";
import type { Me } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { loadCore } from "@/core/engine";
import { BANNER_MS, FACULTIES, YEAR_HINT, YEAR_SUGGESTIONS } from "@/core/limits";
import { usePageTitle } from "@/lib/page-title";
import { Avatar } from "@/ui/avatar";
import { Banner } from "@/ui/banner";
import { Button, LinkButton } from "@/ui/button";
import { PageHeader } from "@/ui/page-header";
import { SelectField } from "@/ui/select-field";
import { TextField } from "@/ui/text-field";
import { FollowedCourses } from "./followed-courses";
import "./profile.css";

/** One's own account: what others see of it, and what is only for the student. */
export function ProfilePage() {
  usePageTitle("My Account");
  const profile = useQuery(myProfileQuery);
  return (
    <>
      <PageHeader title="Set Profile (optional)" />
      {profile.data ? (
        <div className="profile-columns">
          <ProfileForm key={profile.data.uid} me={profile.data} />
          <FollowedCourses />
        </div>
      ) : profile.isError ? (
        <Banner
          kind="bad"
          action={
            <Button size="sm" onClick={() => profile.refetch()}>
              Retry
            </Button>
          }
        >
          Failed to load profile data
        </Banner>
      ) : (
        <p className="sub" role="status">
          Loading...
        </p>
      )}
    </>
  );
}

const formOf = (me: Me) => ({
  name: me.name,
  username: me.displayUsername ?? "",
  faculty: me.faculty ?? "",
  year: me.year ?? "",
});

function ProfileForm({ me }: { me: Me }) {
  const [form, setForm] = useState(() => formOf(me));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const edit = useEditProfile();
  const save = useMutation({
    networkMode: "always",
    mutationFn: () => edit.mutateAsync(form),
    // An empty username leaves the old one, so what was saved may differ from what was typed.
    onSuccess: (saved) => setForm(formOf(saved)),
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

  const field = (name: keyof typeof form) => ({
    value: form[name],
    error: errors[name],
    disabled: save.isPending,
    onChange: (event: { target: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: event.target.value })),
  });
  async function submit(event: FormEvent) {
    event.preventDefault();
    save.reset();
    const failing = (await loadCore()).validateProfileEdit(form);
    setErrors(Object.fromEntries(failing.map((each) => [each.field, each.message])));
    if (failing.length === 0) save.mutate();
  }

  return (
    <form className="card panel grid gap-4" onSubmit={submit} noValidate>
      <div className="flex items-center gap-4">
        <Avatar src={me.profileImageUrl} name={me.displayUsername ?? me.name} size="xl" />
        <p className="hint">
          {me.username ? `@${me.displayUsername}` : "Choose a username so that others can find you."}
        </p>
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
        hint="You sign in with this address. It cannot be changed yet."
      />
      <SelectField label="Faculty" options={FACULTIES} placeholder="Not set" {...field("faculty")} />
      <TextField label="Year" hint={YEAR_HINT} list="years" {...field("year")} />
      <datalist id="years">
        {YEAR_SUGGESTIONS.map((year) => (
          <option key={year} value={year} />
        ))}
      </datalist>
      {save.isSuccess && <Banner kind="ok">Profile updated successfully!</Banner>}
      {save.isError && <Banner kind="bad">Failed to update profile: {problemText(save.error)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
        <LinkButton to="/dashboard">Dashboard</LinkButton>
      </div>
    </form>
  );
}
