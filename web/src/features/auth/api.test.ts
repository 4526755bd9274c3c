import { beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { authApi } from "./api";

const apply = vi.hoisted(() => vi.fn((answer: unknown) => ["applied", answer]));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => ({ session: { applySignInResponse: apply } }));

beforeEach(() => server.reset());
const body = { email: "a@b.test" } as never;

test.each<[string, () => Promise<unknown>, string, unknown]>([
  ["signing up", () => authApi.signUp(body), "POST /api/auth/sign-up", body],
  ["confirming", () => authApi.confirmSignUp(body), "POST /api/auth/confirm", body],
  ["another code", () => authApi.resendCode("a@b.test"), "POST /api/auth/resend", body],
  ["a code to reset", () => authApi.sendResetCode("a@b.test"), "POST /api/auth/forgot", body],
  ["resetting", () => authApi.resetPassword(body), "POST /api/auth/reset", body],
  ["completing the profile", () => authApi.completeProfile(body), "PUT /api/me/profile", body],
])("%s sends its values and returns the response", async (_, send, request, sent) => {
  server.answer = () => "the response";
  expect(await send()).toBe("the response");
  expect(server.requests).toEqual([[request, sent]]);
});

test("S7.auth.5 the code of a second factor signs in", async () => {
  server.answer = () => "the session";
  expect(await authApi.answerSecondFactor(body)).toEqual(["applied", "the session"]);
  expect(server.requests).toEqual([["POST /api/auth/second-factor", body]]);
});
