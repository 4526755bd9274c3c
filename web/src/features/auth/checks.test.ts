import { expect, test, vi } from "vitest";
import { checks } from "./checks";

const weak = { field: "password", code: "too_short", message: "Use eight characters or more." };
vi.mock("@/core/engine", () => ({
  loadCore: async () => ({
    validateEmail: () => [],
    validateConfirmCode: () => [],
    validatePasswordNew: (password: string) => (password.length < 8 ? [weak] : []),
  }),
}));

test("a weak password is told at the field it was typed into", async () => {
  const [form, confirm] = [
    { email: "", code: "", newPassword: "short" },
    { code: "", password: "short" },
  ];
  expect(await checks.newPassword(form)).toEqual([{ ...weak, field: "newPassword" }]);
  expect(await checks.reset(form)).toEqual([{ ...weak, field: "newPassword" }]);
  expect(await checks.confirm(confirm)).toEqual([weak]);
});
