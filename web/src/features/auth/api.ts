import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { session } from "@/session/session";

type Schemas = components["schemas"];

/** API calls that need no session. Password sign-in and sign-out are in `session/session.ts`. */
export const account = {
  signUp: (body: Schemas["SignUpRequest"]) => unwrap(api.POST("/api/auth/sign-up", { body })),
  confirm: (body: Schemas["ConfirmSignUpRequest"]) => unwrap(api.POST("/api/auth/confirm", { body })),
  resend: (email: string) => unwrap(api.POST("/api/auth/resend", { body: { email } })),
  forgot: (email: string) => unwrap(api.POST("/api/auth/forgot", { body: { email } })),
  reset: (body: Schemas["ResetRequest"]) => unwrap(api.POST("/api/auth/reset", { body })),
  answerSecondFactor: async (body: Schemas["SecondFactorRequest"]) =>
    session.applySignInResponse(await unwrap(api.POST("/api/auth/second-factor", { body }))),
  completeProfile: (body: Schemas["ProfileCompletionRequest"]) => unwrap(api.PUT("/api/me/profile", { body })),
};
