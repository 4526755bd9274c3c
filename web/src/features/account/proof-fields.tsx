import type { ComponentProps } from "react";
import { PasswordField } from "@/ui/form/password-field";
import { TextField } from "@/ui/form/text-field";

interface ProofFieldsProps {
  /** The `field` of the form, whose values hold `password` and `appCode`. */
  field: (name: "password" | "appCode") => Omit<ComponentProps<typeof TextField>, "label">;
  hasSecondFactor: boolean;
  /** The password is still known from the step before. */
  knowsPassword?: boolean;
}

/** What proves once more whose account it is: the password, and a code of the app where there is a second factor. */
export function ProofFields({ field, hasSecondFactor, knowsPassword = false }: ProofFieldsProps) {
  return (
    <>
      {!knowsPassword && <PasswordField {...field("password")} label="Your password" />}
      {hasSecondFactor && (
        <TextField
          {...field("appCode")}
          label="Code from your app"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Each code counts once."
        />
      )}
    </>
  );
}
