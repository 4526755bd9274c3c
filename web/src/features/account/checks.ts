import { loadRules } from "@/core/wasm";

/** Requires a password without validating it, because only the server can. */
const given = (field: string, password: string) =>
  password === "" ? [{ field, code: "required", message: "Password is required." }] : [];

interface Reauthentication {
  password: string;
  appCode: string;
}

async function code(field: string, value: string) {
  const core = await loadRules();
  return core.validateConfirmCode(value).map((failing) => ({ ...failing, field }));
}

async function appCode(value: string) {
  if (value.trim() === "") return [{ field: "appCode", code: "required", message: "Enter the code from your app." }];
  return code("appCode", value);
}

/** Validation rules of the core for the forms of this feature. Each returns all invalid fields. */
export const accountFormRules = {
  password: async ({ password }: { password: string }) => given("password", password),
  newPassword: async (form: { currentPassword: string; newPassword: string }) => {
    const core = await loadRules();
    const failing = core.validatePasswordNew(form.newPassword).map((each) => ({ ...each, field: "newPassword" }));
    return [...given("currentPassword", form.currentPassword), ...failing];
  },
  email: async ({ email }: { email: string }) => {
    const core = await loadRules();
    return core.validateEmail(email);
  },
  code: ({ code: value }: { code: string }) => code("code", value),
  reauth: async (proof: Reauthentication, hasSecondFactor: boolean) => [
    ...given("password", proof.password),
    ...(hasSecondFactor ? await appCode(proof.appCode) : []),
  ],
};

export function toReauthBody({ password, appCode }: Reauthentication): { password: string; appCode?: string } {
  const code = appCode.trim();
  return code === "" ? { password } : { password, appCode: code };
}
