import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { components } from "@/api/schema";
import { useAppForm } from "@/api/use-app-form";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { PasswordField } from "@/ui/password-field";
import { Skeleton } from "@/ui/skeleton";
import { TextField } from "@/ui/text-field";
import { type AccountState, account, accountQuery } from "./api";
import { checks } from "./checks";
import { Section } from "./section";

type Setup = components["schemas"]["SecondFactorSetup"];

const QrCode = lazy(() => import("./qr-code"));

/** Codes of an app, asked for at each sign-in. */
export function SecondFactorSection({ account: state }: { account: AccountState }) {
  const queries = useQueryClient();
  const [setup, setSetup] = useState<Setup>();
  const become = (hasSecondFactor: boolean) => {
    setSetup(undefined);
    queries.setQueryData(accountQuery.queryKey, (before) => before && { ...before, hasSecondFactor });
  };
  return (
    <Section title="Second factor">
      {setup ? (
        <ProveForm setup={setup} onProved={() => become(true)} onCancel={() => setSetup(undefined)} />
      ) : state.hasSecondFactor ? (
        <>
          <Banner kind="ok">Each sign-in asks for a code from your app.</Banner>
          <PasswordForm
            label="Take off the second factor"
            submit={async (password) => {
              await account.removeSecondFactor(password);
              become(false);
            }}
          />
        </>
      ) : (
        <>
          <p className="hint">
            Have each sign-in ask for a code from an authenticator app on your phone. Whoever finds out your password
            still cannot get in.
          </p>
          <PasswordForm
            label="Set up"
            submit={async (password) => setSetup(await account.beginSecondFactor(password))}
          />
        </>
      )}
    </Section>
  );
}

function PasswordForm({ label, submit }: { label: string; submit: (password: string) => Promise<unknown> }) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { password: "" },
    check: checks.password,
    submit: ({ password }) => submit(password),
  });
  return (
    <form {...form} aria-label={label} className="account-form">
      <PasswordField {...field("password")} label="Your password" />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </form>
  );
}

function ProveForm({ setup, onProved, onCancel }: { setup: Setup; onProved: () => void; onCancel: () => void }) {
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { code: "" },
    check: checks.code,
    submit: async ({ code }) => {
      await account.finishSecondFactor(code.trim());
      onProved();
    },
  });
  return (
    <form {...form} aria-label="Set up the second factor" className="account-form">
      <p className="account-line">Scan this with your app, or type the key. Then enter the code that the app shows.</p>
      <div className="account-setup">
        <Suspense fallback={<Skeleton className="account-qr" />}>
          <QrCode text={setup.uri} label="Picture for your authenticator app" />
        </Suspense>
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
