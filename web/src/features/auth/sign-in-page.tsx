import { useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { returnPathFrom } from "@/lib/urls/return-path";
import { useAppForm } from "@/parts/forms/use-app-form";
import { type SessionState, session, useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { lazyComponent } from "@/ui/feedback/lazy";
import { Spinner } from "@/ui/feedback/spinner";
import { Checkbox } from "@/ui/form/checkbox";
import { PasswordField } from "@/ui/form/password-field";
import { TextField } from "@/ui/form/text-field";
import { AuthPageLayout, FormProblem } from "./auth-page-layout";
import { checks } from "./checks";
import { usePendingEmail } from "./pending-verification";

// Loaded separately, because few users need these steps.
const ConfirmStep = lazyComponent(async () => (await import("./confirm-step")).ConfirmStep, {
  placeholder: <Spinner />,
});
const NewPasswordStep = lazyComponent(async () => (await import("./new-password-step")).NewPasswordStep, {
  placeholder: <Spinner />,
});
const SecondFactorStep = lazyComponent(async () => (await import("./second-factor-step")).SecondFactorStep, {
  placeholder: <Spinner />,
});

type Credentials = Required<components["schemas"]["SignInRequest"]>;

type Step =
  | { kind: "credentials" }
  | { kind: "new-password" | "second-factor"; credentials: Credentials; challenge: string };

interface Notice {
  kind: "ok" | "info";
  text: string;
}

/** Returns the notice above the form: from the previous page or about an expired session. */
function noticeOf(state: unknown, current: SessionState): Notice | undefined {
  if (typeof state === "object" && state !== null && "notice" in state && typeof state.notice === "string") {
    return { kind: "ok", text: state.notice };
  }
  if (current.status !== "signed-out") return undefined;
  if (current.notice) return { kind: "ok", text: current.notice };
  if (current.reason === "ended") {
    return { kind: "info", text: "Your session has ended. Sign in to pick up where you left off." };
  }
  return undefined;
}

export function SignInPage() {
  const current = useSession();
  const { state } = useLocation();
  const [step, setStep] = useState<Step>({ kind: "credentials" });
  // Credentials that the user typed, needed again for the confirmation step. `undefined` after a reload.
  const [typed, setTyped] = useState<Credentials>();
  const [confirming, setConfirming] = usePendingEmail();

  function goOn(next: Step): void {
    if (confirming !== undefined) setConfirming(undefined);
    setStep(next);
  }
  async function signIn(credentials: Credentials): Promise<void> {
    const response = await session.signIn(credentials);
    if (response.next === "confirm_email") {
      setTyped(credentials);
      setConfirming(credentials.email);
    }
    if (response.next === "second_factor") goOn({ kind: "second-factor", credentials, challenge: response.challenge });
    if (response.next === "new_password") goOn({ kind: "new-password", credentials, challenge: response.challenge });
  }

  if (current.status === "signed-in") return <Navigate to={returnPathFrom(state)} replace />;

  if (confirming !== undefined) {
    return (
      <AuthPageLayout pageTitle="Confirm your email" heading="Almost there" sub="Your email is not confirmed yet.">
        <ConfirmStep
          email={confirming}
          password={typed?.password}
          onConfirmed={(password) =>
            signIn({ email: confirming, password, sharedComputer: typed?.sharedComputer ?? false })
          }
          onBack={() => setConfirming(undefined)}
        />
      </AuthPageLayout>
    );
  }
  if (step.kind === "second-factor") {
    return (
      <AuthPageLayout pageTitle="Enter the code" heading="One more step" sub="Your account uses two-step sign-in.">
        <SecondFactorStep
          {...step.credentials}
          challenge={step.challenge}
          onBack={() => setStep({ kind: "credentials" })}
        />
      </AuthPageLayout>
    );
  }
  if (step.kind === "new-password") {
    return (
      <AuthPageLayout pageTitle="Choose a password" heading="Welcome" sub="Choose your own password to continue.">
        <NewPasswordStep
          {...step.credentials}
          challenge={step.challenge}
          onSecondFactor={(challenge) => setStep({ kind: "second-factor", credentials: step.credentials, challenge })}
        />
      </AuthPageLayout>
    );
  }
  return (
    <AuthPageLayout
      pageTitle="Sign in"
      heading="Note Ninja"
      sub="Sign in to your notes, audio and playlists."
      footer={
        <>
          New here?{" "}
          <Link className="link" to={paths.register()} state={state}>
            Sign Up Here!
          </Link>
        </>
      }
    >
      <CredentialsForm notice={noticeOf(state, current)} onSubmit={signIn} />
    </AuthPageLayout>
  );
}

function CredentialsForm({
  notice,
  onSubmit,
}: {
  notice: Notice | undefined;
  onSubmit: (credentials: Credentials) => Promise<void>;
}) {
  const { form, field, busy, problem } = useAppForm<Credentials>({
    defaultValues: { email: "", password: "", sharedComputer: false },
    check: checks.signIn,
    submit: onSubmit,
  });
  const { error: _, ...sharedComputer } = field("sharedComputer");
  return (
    <form {...form} aria-label="Sign in" className="auth-form">
      {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" autoCapitalize="none" />
      <PasswordField
        {...field("password")}
        label="Password"
        trailing={
          <Link className="link text-13" to={paths.forgot()}>
            Forgot Password?
          </Link>
        }
      />
      <Checkbox {...sharedComputer} label="This is a shared computer" />
      <FormProblem text={problem} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isFullWidth
        className="caps"
        busy={busy}
        busyLabel="Signing In..."
      >
        SIGN IN
      </Button>
    </form>
  );
}
