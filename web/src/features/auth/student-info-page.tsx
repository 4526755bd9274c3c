import { useEffect, useId, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import type { Me } from "@/api/models";
import {
  FACULTIES,
  PROFILE_REDIRECT_MS,
  USERNAME_MAX_CHARS,
  USERNAME_MIN_CHARS,
  YEAR_HINT,
  YEAR_MAX_CHARS,
  YEAR_SUGGESTIONS,
} from "@/core/limits";
import { paths } from "@/lib/urls/paths";
import { useAppForm } from "@/parts/forms/use-app-form";
import { session, useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { SelectField } from "@/ui/form/select-field";
import { TextField } from "@/ui/form/text-field";
import { authApi } from "./api";
import { AuthPageLayout, FormProblem } from "./auth-page-layout";
import { checks, profileSummary } from "./checks";

export function StudentInfoPage() {
  const { status, me } = useSession();
  if (status !== "signed-in") {
    return <Navigate to={paths.signIn()} replace state={{ from: paths.studentInfo() }} />;
  }
  return (
    <AuthPageLayout
      pageTitle="Complete your profile"
      heading="Complete Your Profile"
      sub={me.username ? "So we know what to show you." : "So others can find you and we know what to show you."}
    >
      <ProfileForm me={me} />
    </AuthPageLayout>
  );
}

function ProfileForm({ me }: { me: Me }) {
  const navigate = useNavigate();
  const years = useId();
  const [isSaved, setIsSaved] = useState(false);
  const [summary, setSummary] = useState<string>();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: {
      name: me.name,
      username: me.displayUsername ?? "",
      faculty: me.faculty ?? "",
      year: me.year ?? "",
    },
    check: async (values) => {
      setSummary(profileSummary(values));
      return checks.profile(values);
    },
    submit: async (values) => {
      session.setUser(await authApi.completeProfile(values));
      setIsSaved(true);
    },
    failure: "Failed to save info. Please try again.",
  });

  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => navigate(paths.dashboard()), PROFILE_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isSaved, navigate]);

  const locked = busy || isSaved;
  return (
    <form {...form} aria-label="Complete Your Profile" className="auth-form">
      <TextField {...field("name")} disabled={locked} label="Name" autoComplete="name" />
      <TextField
        {...field("username")}
        disabled={locked}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        hint={`${USERNAME_MIN_CHARS} to ${USERNAME_MAX_CHARS} letters, digits, dots, dashes or underscores.`}
      />
      <SelectField
        {...field("faculty")}
        disabled={locked}
        label="Faculty"
        placeholder="Choose your faculty"
        options={FACULTIES}
      />
      <TextField
        {...field("year")}
        disabled={locked}
        label="Year of study"
        placeholder={YEAR_HINT}
        list={years}
        maxLength={YEAR_MAX_CHARS}
      />
      <datalist id={years}>
        {YEAR_SUGGESTIONS.map((year) => (
          <option key={year} value={year} />
        ))}
      </datalist>
      <FormProblem text={problem ?? (busy ? undefined : summary)} />
      {isSaved && <Banner kind="ok">Saved! Redirecting...</Banner>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isFullWidth
        busy={busy}
        busyLabel="Saving..."
        disabled={isSaved}
      >
        Save &amp; Continue
      </Button>
      {!isSaved && (
        <LinkButton variant="quiet" size="lg" isFullWidth to={paths.dashboard()}>
          Skip
        </LinkButton>
      )}
    </form>
  );
}
