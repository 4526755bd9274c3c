import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { session } from "@/session/session";

type Schemas = components["schemas"];

/** API calls that need no session. Password sign-in and sign-out are in `session/session.ts`. */
export const authApi = {
  signUp: (body: Schemas["SignUpRequest"]) => unwrap(api.POST("/api/auth/sign-up", { body })),
  confirmSignUp: (body: Schemas["ConfirmSignUpRequest"]) => unwrap(api.POST("/api/auth/confirm", { body })),
  resendCode: (email: string) => unwrap(api.POST("/api/auth/resend", { body: { email } })),
  sendResetCode: (email: string) => unwrap(api.POST("/api/auth/forgot", { body: { email } })),
  resetPassword: (body: Schemas["ResetRequest"]) => unwrap(api.POST("/api/auth/reset", { body })),
  answerSecondFactor: async (body: Schemas["SecondFactorRequest"]) =>
    session.applySignInResponse(await unwrap(api.POST("/api/auth/second-factor", { body }))),
  completeProfile: (body: Schemas["ProfileCompletionRequest"]) => unwrap(api.PUT("/api/me/profile", { body })),
};
