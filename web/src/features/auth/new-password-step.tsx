import { useAppForm } from "@/parts/forms/use-app-form";
import { session } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { PasswordField } from "@/ui/form/password-field";
import { FormProblem } from "./auth-card";
import { checks } from "./checks";
import { passwordHint } from "./password-hint";

interface NewPasswordStepProps {
  email: string;
  sharedComputer: boolean;
  /** As it came with the answer to the first password. */
  challenge: string;
  /** The account has a second factor: this challenge comes after the password. */
  onSecondFactor: (challenge: string) => void;
}

/** The first password of one's own, for somebody who was invited with a temporary one. */
export function NewPasswordStep({ email, sharedComputer, challenge, onSecondFactor }: NewPasswordStepProps) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { newPassword: "" },
    check: checks.newPassword,
    submit: async ({ newPassword }) => {
      const answer = await session.choosePassword({ email, sharedComputer, challenge, newPassword });
      if (answer.next === "second_factor") onSecondFactor(answer.challenge);
    },
  });
  return (
    <form {...form} aria-label="Choose a password" className="auth-form">
      {/* Tells password managers whose password this is. */}
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <PasswordField {...field("newPassword")} label="New password" autoComplete="new-password" hint={passwordHint} />
      <FormProblem text={problem} />
      <Button type="submit" variant="primary" size="lg" block busy={busy} busyLabel="Saving...">
        Save password
      </Button>
    </form>
  );
}
