import { useLocation, useNavigate } from "react-router";

const KEY = "confirming";

/** Returns the address that awaits confirmation from the history state. */
export function pendingVerificationEmail(state: unknown): string | undefined {
  const email = typeof state === "object" && state !== null && KEY in state ? state[KEY] : undefined;
  return typeof email === "string" && email !== "" ? email : undefined;
}

/** Removes the address from the history state, for use on another page. */
export function withoutPendingVerification(state: unknown): Record<string, unknown> {
  const { [KEY]: _, ...rest } = (state ?? {}) as Record<string, unknown>;
  return rest;
}

/**
 * Returns the address that awaits confirmation, and its setter. The address is in the history state, so a reload stays
 * at this step. The password is not stored and must be entered again.
 */
export function usePendingEmail(): [email: string | undefined, set: (email: string | undefined) => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  const set = (email: string | undefined) => {
    const rest = withoutPendingVerification(state);
    void navigate({}, { replace: true, state: email === undefined ? rest : { ...rest, [KEY]: email } });
  };
  return [pendingVerificationEmail(state), set];
}
