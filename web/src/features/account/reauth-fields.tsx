import type { ComponentProps } from "react";
import { PasswordField } from "@/ui/form/password-field";
import { TextField } from "@/ui/form/text-field";

interface ReauthFieldsProps {
  /** The `field` function of a form with the values `password` and `appCode`. */
  field: (name: "password" | "appCode") => Omit<ComponentProps<typeof TextField>, "label">;
  hasSecondFactor: boolean;
  /** True if the password is known from the previous step. */
  knowsPassword?: boolean;
}

/** Fields for reauthentication: password, and an app code for accounts with a second factor. */
export function ReauthFields({ field, hasSecondFactor, knowsPassword = false }: ReauthFieldsProps) {
  return (
    <>
      {!knowsPassword && <PasswordField {...field("password")} label="Your password" />}
      {hasSecondFactor && (
        <TextField
          {...field("appCode")}
          label="Code from your app"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Each code works only once."
        />
      )}
    </>
  );
}
