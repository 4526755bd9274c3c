import { useState } from "react";
import { problemText } from "@/api/problem";
import { RESEND_COUNTDOWN_SECS } from "@/core/limits";
import { stripProviderPrefix } from "@/lib/text/provider-error";
import { useCountdown } from "@/lib/time/use-countdown";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { PasswordField } from "@/ui/form/password-field";
import { TextField } from "@/ui/form/text-field";
import { authApi } from "./api";
import { FormProblem } from "./auth-page-layout";
import { checks } from "./checks";

interface ConfirmStepProps {
  email: string;
  /**
   * Password from the previous step, sent with the code. `undefined` after a reload; the form then has a field for it.
   */
  password: string | undefined;
  /** Called with the password after the address is confirmed. The form stays busy until the promise settles. */
  onConfirmed: (password: string) => Promise<unknown>;
  onBack: () => void;
}

/** Form for the confirmation code, which can be sent again. */
export function ConfirmStep({ email, password, onConfirmed, onBack }: ConfirmStepProps) {
  const countdown = useCountdown(RESEND_COUNTDOWN_SECS);
  const [resent, setResent] = useState<{ text: string; failed: boolean }>();
  const needsPassword = password === undefined;
  const { form, field, busy, problem } = useAppForm<{ code: string; password?: string }>({
    defaultValues: needsPassword ? { code: "", password: "" } : { code: "" },
    check: needsPassword ? checks.confirm : checks.code,
    submit: async (values) => {
      setResent(undefined);
      const chosen = password ?? values.password ?? "";
      await authApi.confirmSignUp({ email, code: values.code.trim(), password: chosen });
      await onConfirmed(chosen);
    },
  });

  async function resend() {
    countdown.restart();
    try {
      await authApi.resendCode(email);
      setResent({ text: "We sent you a new code.", failed: false });
    } catch (error) {
      setResent({ text: stripProviderPrefix(problemText(error)), failed: true });
    }
  }

  return (
    <form {...form} aria-label="Confirm your email" className="auth-form">
      <p className="text-14 text-text-2">
        We sent a code to <b className="font-semi break-words text-text">{email}</b>. If nothing arrives, look in the
        spam folder; you may also have an account with this address already.
      </p>
      <TextField
        {...field("code")}
        label="Enter the code we emailed"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      {needsPassword && (
        <PasswordField
          {...field("password")}
          label="Password"
          autoComplete="new-password"
          hint="The password you just chose. It takes effect once the code is confirmed."
        />
      )}
      <FormProblem text={problem} />
      <Button type="submit" variant="primary" size="lg" isFullWidth busy={busy} busyLabel="Confirming...">
        Confirm
      </Button>
      <div className="flex items-center justify-between gap-2">
        <Button variant="quiet" size="sm" disabled={busy} onClick={onBack}>
          Back
        </Button>
        <Button variant="quiet" size="sm" disabled={busy || countdown.secondsLeft > 0} onClick={resend}>
          <span className="tabular-nums">
            {countdown.secondsLeft > 0 ? `Resend code in ${countdown.secondsLeft} s` : "Resend code"}
          </span>
        </Button>
      </div>
      {resent && (
        <p role="status" className={resent.failed ? "text-13 text-danger-text" : "text-13 text-text-2"}>
          {resent.text}
        </p>
      )}
    </form>
  );
}
