import { useAppForm } from "@/parts/forms/use-app-form";
import { session } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { PasswordField } from "@/ui/form/password-field";
import { FormProblem } from "./auth-page-layout";
import { checks } from "./checks";
import { passwordHint } from "./password-hint";

interface NewPasswordStepProps {
  email: string;
  sharedComputer: boolean;
  challenge: string;
  /** Called with the next challenge if the account has a second factor. */
  onSecondFactor: (challenge: string) => void;
}

/** Form in which an invited user replaces the temporary password. */
export function NewPasswordStep({ email, sharedComputer, challenge, onSecondFactor }: NewPasswordStepProps) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { newPassword: "" },
    check: checks.newPassword,
    submit: async ({ newPassword }) => {
      const response = await session.setInitialPassword({ email, sharedComputer, challenge, newPassword });
      if (response.next === "second_factor") onSecondFactor(response.challenge);
    },
  });
  return (
    <form {...form} aria-label="Choose a password" className="auth-form">
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <PasswordField {...field("newPassword")} label="New password" autoComplete="new-password" hint={passwordHint} />
      <FormProblem text={problem} />
      <Button type="submit" variant="primary" size="lg" isFullWidth busy={busy} busyLabel="Saving...">
        Save password
      </Button>
    </form>
  );
}
