import type { ProblemField } from "@/api/problem";
import { loadRules } from "@/core/wasm";

interface ProfileForm {
  name: string;
  username: string;
  faculty: string;
  year: string;
}

/** Messages for empty fields of the profile. The form adds a summary below. */
const emptyFields: Readonly<Record<keyof ProfileForm, string>> = {
  name: "Name is required.",
  username: "Enter a username.",
  faculty: "Choose your faculty.",
  year: "Enter your year of study, such as 2.",
};

/**
 * Replaces the core's messages for empty fields. The core uses one message for three fields and checks the name only
 * after them.
 */
function eachEmptyField(form: ProfileForm, failing: readonly ProblemField[]): ProblemField[] {
  if (failing.length === 0) return [];
  const named = (Object.keys(emptyFields) as (keyof ProfileForm)[]).map((field) => {
    if (form[field].trim() === "") return { field, code: "required", message: emptyFields[field] };
    return failing.find((each) => each.field === field);
  });
  return named.filter((each) => each !== undefined);
}

/** Returns the summary below the form if faculty, year or username is empty. */
export function profileSummary({ username, faculty, year }: Omit<ProfileForm, "name">): string | undefined {
  return [username, faculty, year].some((text) => text.trim() === "")
    ? "Faculty, year of study, and username are required."
    : undefined;
}

/** Validation rules of the core for the forms of this feature. Each returns all invalid fields. */
export const checks = {
  signIn: async (form: { email: string; password: string }) => {
    const core = await loadRules();
    return core.validateSignIn({ email: form.email, password: form.password });
  },
  signUp: async (form: { username: string; email: string; password: string }) => {
    const core = await loadRules();
    return core.validateSignUp(form);
  },
  code: async ({ code }: { code: string }) => {
    const core = await loadRules();
    return core.validateConfirmCode(code);
  },
  confirm: async ({ code, password = "" }: { code: string; password?: string }) => {
    const core = await loadRules();
    const failing = core.validatePasswordNew(password).map((each) => ({ ...each, field: "password" }));
    return [...core.validateConfirmCode(code), ...failing];
  },
  email: async ({ email }: { email: string }) => {
    const core = await loadRules();
    return core.validateEmail(email);
  },
  newPassword: async ({ newPassword }: { newPassword: string }) => {
    const core = await loadRules();
    return core.validatePasswordNew(newPassword).map((failing) => ({ ...failing, field: "newPassword" }));
  },
  reset: async (form: { email: string; code: string; newPassword: string }) => [
    ...(await checks.email(form)),
    ...(await checks.code(form)),
    ...(await checks.newPassword(form)),
  ],
  profile: async (form: ProfileForm) => {
    const core = await loadRules();
    return eachEmptyField(form, core.validateProfileCompletion(form));
  },
};
