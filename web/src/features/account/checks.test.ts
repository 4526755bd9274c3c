import { expect, test, vi } from "vitest";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { accountFormRules, toReauthBody } from "./checks";

const core = startWasmModule<RulesModule>("wasm_core");
vi.mock("@/core/wasm", () => ({ loadRules: () => core }));

const fields = async (found: Promise<{ field: string }[]>) => (await found).map(({ field }) => field);
const { password, newPassword, email, code, reauth } = accountFormRules;

test("S7.auth.3 a password is required, but not checked", async () => {
  expect(await password({ password: "" })).toEqual([
    { field: "password", code: "required", message: "Password is required." },
  ]);
  expect(await password({ password: "x" })).toEqual([]);
});

test("S7.auth.3 a new password needs the current one and has rules", async () => {
  const given = (currentPassword: string, chosen: string) =>
    fields(newPassword({ currentPassword, newPassword: chosen }));
  expect(await given("old", "study-hard-tonight")).toEqual([]);
  expect(await given("", "study-hard-tonight")).toEqual(["currentPassword"]);
  expect(await given("", "x")).toEqual(["currentPassword", "newPassword"]);
});

test("S7.auth.3 an address must be one", async () => {
  expect(await email({ email: "amara@noteninja.test" })).toEqual([]);
  expect(await fields(email({ email: "amara" }) as Promise<{ field: string }[]>)).toEqual(["email"]);
});

test("S7.auth.3 a code must be one", async () => {
  expect(await code({ code: "123456" })).toEqual([]);
  expect(await fields(code({ code: "12" }))).toEqual(["code"]);
});

test("S7.auth.5 the code of the app is required only with a second factor", async () => {
  const proof = (password: string, appCode: string, has: boolean) => fields(reauth({ password, appCode }, has));
  expect(await proof("secret", "", false)).toEqual([]);
  expect(await proof("", " ", true)).toEqual(["password", "appCode"]);
  expect(await proof("secret", "12", true)).toEqual(["appCode"]);
  expect(await proof("secret", "123456", true)).toEqual([]);
  expect((await reauth({ password: "secret", appCode: "" }, true))[0]).toMatchObject({
    code: "required",
    message: "Enter the code from your app.",
  });
});

test("S7.auth.5 an empty code is not sent", () => {
  expect(toReauthBody({ password: "p", appCode: " " })).toEqual({ password: "p" });
  expect(toReauthBody({ password: "p", appCode: " 1 " })).toEqual({ password: "p", appCode: "1" });
});
