import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { components } from "@/api/schema";
import { myProfileQuery } from "@/data/me/me";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { lazyComponent } from "@/ui/feedback/lazy";
import { Skeleton } from "@/ui/feedback/skeleton";
import { TextField } from "@/ui/form/text-field";
import { type AccountState, accountApi, accountQuery } from "./api";
import { accountFormRules, toReauthBody } from "./checks";
import { ReauthFields } from "./reauth-fields";
import { SettingsSection } from "./section";

type Setup = components["schemas"]["SecondFactorSetup"];

const QrCode = lazyComponent(async () => (await import("./qr-code")).default, {
  placeholder: <Skeleton className="account-qr" />,
});

export function SecondFactorSection({ account: state }: { account: AccountState }) {
  const queries = useQueryClient();
  // Keeps the correct password for the second step and forgets it afterwards.
  const [begun, setBegun] = useState<{ setup: Setup; password: string }>();
  const become = async (hasSecondFactor: boolean) => {
    setBegun(undefined);
    queries.setQueryData(accountQuery.queryKey, (before) => before && { ...before, hasSecondFactor });
    // Refetch the profile, which grants access to the console. If this fails, the next session renewal updates it.
    await queries.fetchQuery(myProfileQuery).catch(() => undefined);
  };
  return (
    <SettingsSection title="Two-step sign-in">
      {begun ? (
        <ProveForm {...begun} onProved={() => become(true)} onCancel={() => setBegun(undefined)} />
      ) : state.hasSecondFactor ? (
        <>
          <Banner kind="ok">Each sign-in asks for a code from your app.</Banner>
          {state.requiresSecondFactor && (
            <p className="hint">
              To use another phone, turn it off and set it up again. Until then you can't open the console.
            </p>
          )}
          <ProofForm
            label="Turn off two-step sign-in"
            hasSecondFactor
            submit={async (proof) => {
              await accountApi.removeSecondFactor(toReauthBody(proof));
              await become(false);
            }}
          />
        </>
      ) : (
        <>
          {state.requiresSecondFactor && (
            <Banner kind="info">Administrators need two-step sign-in. The console opens once it is set up.</Banner>
          )}
          <p className="hint">
            Have each sign-in ask for a code from an authenticator app on your phone. Someone who learns your password
            still can't get in.
          </p>
          <ProofForm
            label="Set up"
            hasSecondFactor={false}
            submit={async (proof) =>
              setBegun({ setup: await accountApi.beginSecondFactor(toReauthBody(proof)), password: proof.password })
            }
          />
        </>
      )}
    </SettingsSection>
  );
}

interface ProofFormProps {
  label: string;
  hasSecondFactor: boolean;
  submit: (proof: { password: string; appCode: string }) => Promise<unknown>;
}

function ProofForm({ label, hasSecondFactor, submit }: ProofFormProps) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { password: "", appCode: "" },
    check: (proof) => accountFormRules.reauth(proof, hasSecondFactor),
    submit,
  });
  return (
    <form {...form} aria-label={label} className="account-form">
      <ReauthFields field={field} hasSecondFactor={hasSecondFactor} />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </form>
  );
}

interface ProveFormProps {
  setup: Setup;
  /** Password that was correct in the previous step. */
  password: string;
  onProved: () => Promise<unknown>;
  onCancel: () => void;
}

function ProveForm({ setup, password, onProved, onCancel }: ProveFormProps) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { code: "" },
    check: accountFormRules.code,
    submit: async ({ code }) => {
      await accountApi.finishSecondFactor({ code: code.trim(), password });
      await onProved();
    },
  });
  return (
    <form {...form} aria-label="Set up two-step sign-in" className="account-form">
      <p className="account-line">Scan this with your app, or type the key. Then enter the code that the app shows.</p>
      <div className="account-setup">
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        <div className="min-w-0">
          <p className="hint">Key</p>
          <code className="account-secret">{setup.secret.match(/.{1,4}/g)?.join(" ")}</code>
        </div>
      </div>
      <TextField
        {...field("code")}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="account-buttons">
        <Button variant="primary" type="submit" busy={busy} busyLabel="Confirming...">
          Confirm
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
