import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { TextField } from "@/ui/form/text-field";
import { authApi } from "./api";
import { FormProblem } from "./auth-page-layout";
import { checks } from "./checks";

interface SecondFactorStepProps {
  sharedComputer: boolean;
  challenge: string;
  onBack: () => void;
}

/** Form for the app code of an account with a second factor. */
export function SecondFactorStep({ sharedComputer, challenge, onBack }: SecondFactorStepProps) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { code: "" },
    check: checks.code,
    submit: ({ code }) => authApi.answerSecondFactor({ sharedComputer, challenge, code: code.trim() }),
  });
  return (
    <form {...form} aria-label="Enter the code from your app" className="auth-form">
      <TextField
        {...field("code")}
        label="Code from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="It changes every 30 seconds."
        autoFocus
      />
      <FormProblem text={problem} />
      <Button type="submit" variant="primary" size="lg" isFullWidth busy={busy} busyLabel="Confirming...">
        Confirm
      </Button>
      <Button variant="quiet" size="sm" disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
