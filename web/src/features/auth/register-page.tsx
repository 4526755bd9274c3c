import { useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { returnPathFrom } from "@/lib/urls/return-path";
import { useAppForm } from "@/parts/forms/use-app-form";
import { session, useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { PasswordField } from "@/ui/form/password-field";
import { TextField } from "@/ui/form/text-field";
import { authApi } from "./api";
import { AuthPageLayout, FormProblem } from "./auth-page-layout";
import { checks } from "./checks";
import { ConfirmStep } from "./confirm-step";
import { passwordHint } from "./password-hint";
import { usePendingEmail, withoutPendingVerification } from "./pending-verification";

type NewAccount = components["schemas"]["SignUpRequest"];

export function RegisterPage() {
  const { status } = useSession();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [filled, setFilled] = useState<NewAccount>({ username: "", email: "", password: "" });
  const [confirming, setConfirming] = usePendingEmail();

  if (status === "signed-in") return <Navigate to={returnPathFrom(state)} replace />;

  const login = (
    <>
      Already have an account?{" "}
      <Link className="link" to={paths.signIn()} state={withoutPendingVerification(state)}>
        Login Here!
      </Link>
    </>
  );

  if (confirming !== undefined) {
    return (
      <AuthPageLayout pageTitle="Confirm your email" heading="Check your email" sub="One more step." footer={login}>
        <ConfirmStep
          email={confirming}
          password={filled.password || undefined}
          onConfirmed={async (password) => {
            const response = await session.signIn({ email: confirming, password });
            if (response.next !== "signed_in") navigate(paths.signIn(), { state: withoutPendingVerification(state) });
          }}
          onBack={() => {
            setFilled((before) => ({ ...before, email: confirming }));
            setConfirming(undefined);
          }}
        />
      </AuthPageLayout>
    );
  }
  return (
    <AuthPageLayout
      pageTitle="Sign up"
      heading="Create your account"
      sub="Your course notes and audio in one place."
      footer={login}
    >
      <SignUpForm
        filled={filled}
        onSubmit={async (values) => {
          await authApi.signUp(values);
          setFilled(values);
          setConfirming(values.email);
        }}
      />
    </AuthPageLayout>
  );
}

function SignUpForm({ filled, onSubmit }: { filled: NewAccount; onSubmit: (values: NewAccount) => Promise<void> }) {
  const { form, field, busy, problem } = useAppForm<NewAccount>({
    defaultValues: filled,
    check: checks.signUp,
    submit: onSubmit,
  });
  return (
    <form {...form} aria-label="Sign up" className="auth-form">
      <TextField {...field("username")} label="Username" autoComplete="username" autoCapitalize="none" />
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" autoCapitalize="none" />
      <PasswordField {...field("password")} label="Password" autoComplete="new-password" hint={passwordHint} />
      <FormProblem text={problem} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isFullWidth
        className="caps"
        busy={busy}
        busyLabel="Signing Up..."
      >
        SIGN UP
      </Button>
    </form>
  );
}
