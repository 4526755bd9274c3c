import { loadCore } from "@/core/engine";

/** The rules of the core for the forms of this feature; each answers with every failing field. */
export const checks = {
  signIn: async (form: { email: string; password: string }) => {
    const core = await loadCore();
    return core.validateSignIn({ email: form.email, password: form.password });
  },
  signUp: async (form: { username: string; email: string; password: string }) => {
    const core = await loadCore();
    return core.validateSignUp(form);
  },
  code: async ({ code }: { code: string }) => {
    const core = await loadCore();
    return core.validateConfirmCode(code);
  },
  confirm: async ({ code, password = "" }: { code: string; password?: string }) => {
    const core = await loadCore();
    const failing = core.validatePasswordNew(password).map((each) => ({ ...each, field: "password" }));
    return [...core.validateConfirmCode(code), ...failing];
  },
  email: async ({ email }: { email: string }) => {
    const core = await loadCore();
    return core.validateEmail(email);
  },
  newPassword: async ({ newPassword }: { newPassword: string }) => {
    const core = await loadCore();
    return core.validatePasswordNew(newPassword).map((failing) => ({ ...failing, field: "newPassword" }));
  },
  reset: async (form: { email: string; code: string; newPassword: string }) => [
    ...(await checks.email(form)),
    ...(await checks.code(form)),
    ...(await checks.newPassword(form)),
  ],
  profile: async (form: { name: string; username: string; faculty: string; year: string }) => {
    const core = await loadCore();
    return core.validateProfileCompletion(form);
  },
};
