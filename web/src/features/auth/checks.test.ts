import { expect, test, vi } from "vitest";
import { checks, profileSummary } from "./checks";

const weak = { field: "password", code: "too_short", message: "Use eight characters or more." };
const tooLong = { field: "year", code: "too_long", message: "Use at most 20 characters." };
vi.mock("@/core/wasm", () => ({
  loadRules: async () => ({
    validateEmail: () => [],
    validateConfirmCode: () => [],
    // The core has one message for three fields.
    validateProfileCompletion: (form: Record<string, string>) => [
      ...["username", "faculty", "year"].flatMap((field) =>
        form[field] === "" ? [{ field, code: "required", message: "All three are required." }] : [],
      ),
      ...((form.year?.length ?? 0) > 20 ? [tooLong] : []),
    ],
    validatePasswordNew: (password: string) => (password.length < 8 ? [weak] : []),
  }),
}));

test("a weak password shows an error at its own field", async () => {
  const [form, confirm] = [
    { email: "", code: "", newPassword: "short" },
    { code: "", password: "short" },
  ];
  expect(await checks.newPassword(form)).toEqual([{ ...weak, field: "newPassword" }]);
  expect(await checks.reset(form)).toEqual([{ ...weak, field: "newPassword" }]);
  expect(await checks.confirm(confirm)).toEqual([weak]);
});

test("S5.cp.1 each empty or invalid field of the profile shows its own error", async () => {
  const whole = { name: "Wil", username: "wil", faculty: "Arts", year: "2" };
  expect([await checks.profile(whole), profileSummary(whole)]).toEqual([[], undefined]);
  const empty = { name: " ", username: "", faculty: "", year: "" };
  expect(await checks.profile(empty)).toMatchObject([
    { field: "name", message: "Name is required." },
    { field: "username", message: "Enter a username." },
    { field: "faculty", message: "Choose your faculty." },
    { field: "year", message: "Enter your year of study, such as 2." },
  ]);
  expect(profileSummary(empty)).toBe("Faculty, year of study, and username are required.");
  const long = { ...whole, faculty: "", year: "x".repeat(21) };
  expect(await checks.profile(long)).toMatchObject([{ field: "faculty", message: "Choose your faculty." }, tooLong]);
});
