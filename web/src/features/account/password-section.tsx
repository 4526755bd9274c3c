import { useState } from "react";
import { PASSWORD_MIN_CHARS } from "@/core/limits";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { PasswordField } from "@/ui/form/password-field";
import { accountApi } from "./api";
import { accountFormRules } from "./checks";
import { endSessionWithNotice } from "./end-session";
import { SettingsSection } from "./section";

/** Changes the password. All other sessions are signed out. */
export function PasswordSection({ email }: { email: string }) {
  const [isDone, setIsDone] = useState(false);
  const { form, field, busy, problem, reset } = useAppForm({
    defaultValues: { currentPassword: "", newPassword: "" },
    check: accountFormRules.newPassword,
    submit: async (values) => {
      setIsDone(false);
      const response = await accountApi.changePassword(values);
      if (response.next === "signed_in") {
        reset();
        setIsDone(true);
      } else {
        endSessionWithNotice("Your password was changed. Sign in with the new one.");
      }
    },
  });
  return (
    <SettingsSection title="Password">
      <p className="hint">A new password signs you out everywhere else.</p>
      <form {...form} aria-label="Password" className="account-form">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" hidden readOnly autoComplete="username" value={email} />
        <PasswordField {...field("currentPassword")} label="Current password" />
        <PasswordField
          {...field("newPassword")}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_CHARS} characters. A few unrelated words make a good one.`}
        />
        {problem && <Banner kind="bad">{problem}</Banner>}
        {isDone && <Banner kind="ok">Your password was changed, and other devices were logged out.</Banner>}
        <Button variant="primary" type="submit" busy={busy} busyLabel="Saving...">
          Change password
        </Button>
      </form>
    </SettingsSection>
  );
}
