import { loadCore } from "@/core/engine";

/** A password that is asked for once more. The server knows whether it is right. */
const given = (field: string, password: string) =>
  password === "" ? [{ field, code: "required", message: "Password is required." }] : [];

/** The rules of the core for the forms of this feature; each answers with every failing field. */
export const checks = {
  password: async ({ password }: { password: string }) => given("password", password),
  newPassword: async (form: { currentPassword: string; newPassword: string }) => {
    const core = await loadCore();
    const failing = core.validatePasswordNew(form.newPassword).map((each) => ({ ...each, field: "newPassword" }));
    return [...given("currentPassword", form.currentPassword), ...failing];
  },
  email: async ({ email, password }: { email: string; password: string }) => {
    const core = await loadCore();
    return [...core.validateEmail(email), ...given("password", password)];
  },
  code: async ({ code }: { code: string }) => {
    const core = await loadCore();
    return core.validateConfirmCode(code);
  },
};
