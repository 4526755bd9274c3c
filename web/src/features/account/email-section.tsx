import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiProblem, problemText } from "@/api/problem";
import { RESEND_COUNTDOWN_SECS } from "@/core/limits";
import { meKeys } from "@/data/me/me";
import { stripProviderPrefix } from "@/lib/text/provider-error";
import { useCountdown } from "@/lib/time/use-countdown";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { TextField } from "@/ui/form/text-field";
import { type AccountState, accountApi, accountQuery } from "./api";
import { accountFormRules, toReauthBody } from "./checks";
import { ReauthFields } from "./reauth-fields";
import { SettingsSection } from "./section";

/** Changes the e-mail address. The old address stays valid until the user enters the code sent to the new one. */
export function EmailSection({ account: state }: { account: AccountState }) {
  const [isDone, setIsDone] = useState(false);
  // Remembered for the second step only. After a reload, the user enters it again.
  const [password, setPassword] = useState("");
  return (
    <SettingsSection title="Email">
      <p className="account-line">
        You sign in with <b>{state.email}</b>.
      </p>
      {isDone && <Banner kind="ok">Your email address was changed.</Banner>}
      {state.pending ? (
        <ConfirmForm
          key={state.pending.email}
          pending={state.pending.email}
          hasSecondFactor={state.hasSecondFactor}
          known={password}
          onForget={() => setPassword("")}
          onDone={() => setIsDone(true)}
        />
      ) : (
        <ChangeForm
          hasSecondFactor={state.hasSecondFactor}
          onAsked={(proved) => {
            setPassword(proved);
            setIsDone(false);
          }}
        />
      )}
    </SettingsSection>
  );
}

interface ChangeFormProps {
  hasSecondFactor: boolean;
  onAsked: (password: string) => void;
}

function ChangeForm({ hasSecondFactor, onAsked }: ChangeFormProps) {
  const queries = useQueryClient();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { email: "", password: "", appCode: "" },
    check: async (values) => [
      ...(await accountFormRules.email(values)),
      ...(await accountFormRules.reauth(values, hasSecondFactor)),
    ],
    submit: async ({ email, ...proof }) => {
      const pending = await accountApi.changeEmail({ email, ...toReauthBody(proof) });
      onAsked(proof.password);
      queries.setQueryData(accountQuery.queryKey, (before) => before && { ...before, pending });
    },
  });
  return (
    <form {...form} aria-label="Email" className="account-form">
      <TextField
        {...field("email")}
        label="New email address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <ReauthFields field={field} hasSecondFactor={hasSecondFactor} />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <Button variant="primary" type="submit" busy={busy} busyLabel="Sending...">
        Send code
      </Button>
    </form>
  );
}

interface ConfirmFormProps {
  pending: string;
  hasSecondFactor: boolean;
  /** Password from the first step; empty after a reload. */
  known: string;
  onForget: () => void;
  onDone: () => void;
}

function ConfirmForm({ pending, hasSecondFactor, known, onForget, onDone }: ConfirmFormProps) {
  const queries = useQueryClient();
  const countdown = useCountdown(RESEND_COUNTDOWN_SECS);
  const [notice, setNotice] = useState<{ text: string; failed: boolean }>();
  const prove = (typed: { password: string; appCode: string }) => ({ ...typed, password: known || typed.password });
  const { form, field, busy, problem, getValues } = useAppForm({
    defaultValues: { code: "", password: "", appCode: "" },
    check: async (values) => [
      ...(await accountFormRules.code(values)),
      ...(await accountFormRules.reauth(prove(values), hasSecondFactor)),
    ],
    submit: async ({ code, ...typed }) => {
      setNotice(undefined);
      const state = await accountApi
        .confirmEmail({ code: code.trim(), ...toReauthBody(prove(typed)) })
        .catch(forgetIfWrong);
      onForget();
      onDone();
      queries.setQueryData(accountQuery.queryKey, state);
      await queries.invalidateQueries({ queryKey: meKeys.profile });
    },
  });

  /** Forgets a password that was changed on another device, so that the form asks for the new one. */
  function forgetIfWrong(error: unknown): never {
    if (error instanceof ApiProblem && error.fields.some(({ field }) => field === "password")) onForget();
    throw error;
  }

  async function attempt(work: () => Promise<unknown>, text?: string) {
    setNotice(undefined);
    try {
      await work();
      if (text) setNotice({ text, failed: false });
    } catch (error) {
      setNotice({ text: stripProviderPrefix(problemText(error)), failed: true });
    }
  }
  const resend = async () => {
    const proof = prove(getValues());
    const [missing] = await accountFormRules.reauth(proof, hasSecondFactor);
    if (missing) {
      setNotice({ text: missing.message, failed: true });
      return;
    }
    countdown.restart();
    await attempt(
      () => accountApi.resendEmailCode(toReauthBody(proof)).catch(forgetIfWrong),
      "We sent you a new code.",
    );
  };
  const keep = () =>
    attempt(async () => {
      await accountApi.cancelEmailChange();
      queries.setQueryData(accountQuery.queryKey, (before) => before && { ...before, pending: undefined });
    });

  return (
    <form {...form} aria-label="Confirm your new email" className="account-form">
      <p className="account-line">
        We sent a code to <b>{pending}</b>. Until you enter it, you sign in with the address above. If nothing arrives,
        look in the spam folder; the address may also belong to another account.
      </p>
      <TextField
        {...field("code")}
        label="Enter the code we emailed"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <ReauthFields field={field} hasSecondFactor={hasSecondFactor} knowsPassword={known !== ""} />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="account-buttons">
        <Button variant="primary" type="submit" busy={busy} busyLabel="Confirming...">
          Confirm
        </Button>
        <Button disabled={busy || countdown.secondsLeft > 0} onClick={resend}>
          <span className="tabular-nums">
            {countdown.secondsLeft > 0 ? `Resend code in ${countdown.secondsLeft} s` : "Resend code"}
          </span>
        </Button>
        <Button variant="quiet" disabled={busy} onClick={keep}>
          Keep the old address
        </Button>
      </div>
      {notice && (
        <p role="status" className={notice.failed ? "account-failed" : "hint"}>
          {notice.text}
        </p>
      )}
    </form>
  );
}
