import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { paths } from "@/lib/urls/paths";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { PasswordField } from "@/ui/form/password-field";
import { TextField } from "@/ui/form/text-field";
import { authApi } from "./api";
import { AuthPageLayout, FormProblem } from "./auth-page-layout";
import { checks } from "./checks";
import { passwordHint } from "./password-hint";

export function ForgotPage() {
  const [search, setSearch] = useSearchParams();
  const [email, setEmail] = useState(() => search.get("email") ?? "");
  const [code] = useState(() => search.get("code") ?? "");
  const [step, setStep] = useState<"ask" | "sent" | "link">(code ? "link" : "ask");

  useEffect(() => {
    // Remove the code from the URL and the history, because it grants access to the account.
    if (search.has("code")) setSearch({}, { replace: true });
  }, [search, setSearch]);

  return (
    <AuthPageLayout
      pageTitle="Reset your password"
      heading="Reset your password"
      sub={step === "ask" ? "We will email you a code." : "Enter the code and a new password."}
      footer={
        <>
          Remembered it?{" "}
          <Link className="link" to={paths.signIn()}>
            Sign in
          </Link>
        </>
      }
    >
      {step === "ask" ? (
        <AskForm
          email={email}
          onSent={(sentTo) => {
            setEmail(sentTo);
            setStep("sent");
          }}
        />
      ) : (
        <ResetForm email={email} code={code} sent={step === "sent"} onAgain={() => setStep("ask")} />
      )}
    </AuthPageLayout>
  );
}

function AskForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { email },
    check: checks.email,
    submit: async (values) => {
      await authApi.sendResetCode(values.email);
      onSent(values.email);
    },
  });
  return (
    <form {...form} aria-label="Reset your password" className="auth-form">
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" autoCapitalize="none" />
      <FormProblem text={problem} />
      <Button type="submit" variant="primary" size="lg" isFullWidth busy={busy} busyLabel="Sending...">
        Send Reset Email
      </Button>
    </form>
  );
}

interface ResetFormProps {
  email: string;
  code: string;
  /** True if the mail was just requested; false if the user followed its link. */
  sent: boolean;
  onAgain: () => void;
}

function ResetForm({ email, code, sent, onAgain }: ResetFormProps) {
  const navigate = useNavigate();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { email, code, newPassword: "" },
    check: checks.reset,
    submit: async (values) => {
      await authApi.resetPassword({ ...values, code: values.code.trim() });
      navigate(paths.signIn(), { state: { notice: "Your password was changed. Sign in with the new one." } });
    },
  });
  return (
    <form {...form} aria-label="Choose a new password" className="auth-form">
      {sent && <Banner kind="ok">Password reset email sent!</Banner>}
      <TextField {...field("email")} label="Email" type="email" autoComplete="username" autoCapitalize="none" />
      <TextField
        {...field("code")}
        label="Code from the email"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="It can take a minute. Look in the spam folder too."
      />
      <PasswordField {...field("newPassword")} label="New password" autoComplete="new-password" hint={passwordHint} />
      <FormProblem text={problem} />
      <Button type="submit" variant="primary" size="lg" isFullWidth busy={busy} busyLabel="Saving...">
        Save new password
      </Button>
      <Button variant="quiet" size="sm" disabled={busy} onClick={onAgain}>
        Send another email
      </Button>
    </form>
  );
}
