import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { session } from "@/session/session";

type Schemas = components["schemas"];

export type AccountState = Schemas["AccountState"];
export type MySession = Schemas["OwnSession"];

/** Sign-in settings: confirmed e-mail address, pending address and second factor. Always stale. */
export const accountQuery = queryOptions({
  queryKey: ["me", "account"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/me/account", { signal })),
  staleTime: 0,
});

/** Sessions of the user, last used first. Always stale. */
export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/auth/account/sessions", { signal })),
  staleTime: 0,
});

export const accountApi = {
  /** Ends all other sessions and starts a new one in this browser. */
  changePassword: async (body: Schemas["ChangePasswordRequest"]) =>
    session.applySignInResponse(await session.withLock(() => unwrap(api.POST("/api/auth/account/password", { body })))),
  changeEmail: (body: Schemas["EmailChange"]) => unwrap(api.PUT("/api/me/email", { body })),
  resendEmailCode: (body: Schemas["ReauthRequest"]) => unwrap(api.POST("/api/me/email/resend", { body })),
  confirmEmail: (body: Schemas["ConfirmCodeRequest"]) => unwrap(api.POST("/api/me/email/confirm", { body })),
  cancelEmailChange: () => unwrap(api.DELETE("/api/me/email")),
  signOutEverywhere: () => session.withLock(() => unwrap(api.POST("/api/auth/account/sign-out-everywhere"))),
  endSession: (id: string) => unwrap(api.DELETE("/api/auth/account/sessions/{id}", { params: { path: { id } } })),
  endOtherSessions: () => unwrap(api.DELETE("/api/auth/account/sessions")),
  deleteAccount: (password: string) =>
    session.withLock(() => unwrap(api.POST("/api/auth/account/delete", { body: { password } }))),
  beginSecondFactor: (body: Schemas["ReauthRequest"]) => unwrap(api.POST("/api/me/second-factor", { body })),
  finishSecondFactor: (body: Schemas["ConfirmCodeRequest"]) => unwrap(api.PUT("/api/me/second-factor", { body })),
  removeSecondFactor: (body: Schemas["ReauthRequest"]) => unwrap(api.POST("/api/me/second-factor/remove", { body })),
  exportPage: (cursor: string | undefined, signal: AbortSignal) =>
    unwrap(api.GET("/api/me/export", { params: { query: { cursor } }, signal })),
  reports: (cursor: string | undefined, signal: AbortSignal) =>
    unwrap(api.GET("/api/me/export/reports", { params: { query: { cursor } }, signal })),
};
