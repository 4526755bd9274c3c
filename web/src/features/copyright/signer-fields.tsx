import type { ComponentProps } from "react";
import { NAME_MAX_CHARS, POSTAL_ADDRESS_MAX_CHARS } from "@/core/limits";
import { TextArea, TextField } from "@/ui/form/text-field";

interface SignerFieldsProps {
  /** Props of the fields of the form. */
  field: (name: "name" | "postalAddress" | "signature") => Pick<ComponentProps<typeof TextField>, "name" | "error">;
  addressLabel: string;
}

/** Name and postal address of the person who signs a notice or a counter notice. */
export function SignerFields({ field, addressLabel }: SignerFieldsProps) {
  return (
    <>
      <TextField {...field("name")} label="Your full name" maxLength={NAME_MAX_CHARS} autoComplete="name" />
      <TextArea
        {...field("postalAddress")}
        label={addressLabel}
        rows={3}
        maxLength={POSTAL_ADDRESS_MAX_CHARS}
        autoComplete="street-address"
      />
    </>
  );
}

/** Field for the typed signature. */
export function SignatureField({ field }: Pick<SignerFieldsProps, "field">) {
  return (
    <TextField
      {...field("signature")}
      label="Signature"
      hint="Type your full name."
      maxLength={NAME_MAX_CHARS}
      autoComplete="off"
    />
  );
}
