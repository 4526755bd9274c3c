import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../controls/icon-button";
import { TextField, type TextFieldProps } from "./text-field";

export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      endAdornment={
        <IconButton
          size="sm"
          label={shown ? "Hide password" : "Show password"}
          icon={shown ? <EyeOff /> : <Eye />}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
