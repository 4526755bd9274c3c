import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { meKeys } from "@/api/me";
import { problemText } from "@/api/problem";
import { useAppForm } from "@/api/use-app-form";
import { RESEND_COUNTDOWN_SECS } from "@/core/limits";
import { stripProvider } from "@/lib/error-text";
import { useCountdown } from "@/lib/use-countdown";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { PasswordField } from "@/ui/password-field";
import { TextField } from "@/ui/text-field";
import { type AccountState, account, accountQuery } from "./api";
import { checks } from "./checks";
import { Section } from "./section";

/** Another address: the old one counts until the code that went to the new one is entered here. */
export function EmailSection({ account: state }: { account: AccountState }) {
  const [isDone, setIsDone] = useState(false);
  return (
    <Section title="E-mail">
      <p className="account-line">
        You sign in with <b>{state.email}</b>.
      </p>
      {isDone && <Banner kind="ok">Your e-mail address was changed.</Banner>}
      {state.pending ? (
        <ConfirmForm key={state.pending.email} pending={state.pending.email} onDone={() => setIsDone(true)} />
      ) : (
        <ChangeForm onAsked={() => setIsDone(false)} />
      )}
    </Section>
  );
}

function ChangeForm({ onAsked }: { onAsked: () => void }) {
  const queries = useQueryClient();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { email: "", password: "" },
    check: checks.email,
    submit: async (values) => {
      const pending = await account.changeEmail(values);
      onAsked();
      queries.setQueryData(accountQuery.queryKey, (before) => before && { ...before, pending });
    },
  });
  return (
    <form {...form} aria-label="E-mail" className="account-form">
      <TextField
        {...field("email")}
        label="New e-mail address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <PasswordField {...field("password")} label="Your password" />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <Button variant="primary" type="submit" busy={busy} busyLabel="Sending...">
        Send code
      </Button>
    </form>
  );
}

function ConfirmForm({ pending, onDone }: { pending: string; onDone: () => void }) {
  const queries = useQueryClient();
  const countdown = useCountdown(RESEND_COUNTDOWN_SECS);
  const [said, setSaid] = useState<{ text: string; failed: boolean }>();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { code: "" },
    check: checks.code,
    submit: async ({ code }) => {
      setSaid(undefined);
      const state = await account.confirmEmail(code.trim());
      onDone();
      queries.setQueryData(accountQuery.queryKey, state);
      // Wherever the address is shown.
      await queries.invalidateQueries({ queryKey: meKeys.profile });
    },
  });

  async function attempt(work: () => Promise<unknown>, text?: string) {
    setSaid(undefined);
    try {
      await work();
      if (text) setSaid({ text, failed: false });
    } catch (error) {
      setSaid({ text: stripProvider(problemText(error)), failed: true });
    }
  }
  const resend = () => {
    countdown.restart();
    return attempt(account.resendEmailCode, "A new code is on its way.");
  };
  const keep = () =>
    attempt(async () => {
      await account.keepEmail();
      queries.setQueryData(accountQuery.queryKey, (before) => before && { ...before, pending: undefined });
    });

  return (
    <form {...form} aria-label="Confirm your new e-mail" className="account-form">
      <p className="account-line">
        We sent a code to <b>{pending}</b>. Until you enter it, the address above counts. If nothing arrives, look in
        the spam folder; the address may also belong to another account.
      </p>
      <TextField
        {...field("code")}
        label="Enter the code we e-mailed"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="account-buttons">
        <Button variant="primary" type="submit" busy={busy} busyLabel="Confirming...">
          Confirm
        </Button>
        <Button disabled={busy || countdown.left > 0} onClick={resend}>
          <span className="num">{countdown.left > 0 ? `Resend code in ${countdown.left} s` : "Resend code"}</span>
        </Button>
        <Button variant="quiet" disabled={busy} onClick={keep}>
          Keep the old address
        </Button>
      </div>
      {said && (
        <p role="status" className={said.failed ? "account-failed" : "hint"}>
          {said.text}
        </p>
      )}
    </form>
  );
}
