import { useLocation, useNavigate } from "react-router";

const KEY = "confirming";

/** The address whose code is waited for, in what the browser keeps of a page. */
export function confirmingIn(state: unknown): string | undefined {
  const email = typeof state === "object" && state !== null && KEY in state ? state[KEY] : undefined;
  return typeof email === "string" && email !== "" ? email : undefined;
}

/** The rest of what the browser keeps of a page: for another page, which waits for nothing. */
export function withoutConfirming(state: unknown): Record<string, unknown> {
  const { [KEY]: _, ...rest } = (state ?? {}) as Record<string, unknown>;
  return rest;
}

/**
 * The address whose code is waited for, and how to begin and end waiting. It is part of the page in this tab's history,
 * so a reload stays at this step; the password is nowhere, and is asked for again.
 */
export function useConfirming(): [email: string | undefined, set: (email: string | undefined) => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  const set = (email: string | undefined) => {
    const rest = withoutConfirming(state);
    void navigate({}, { replace: true, state: email === undefined ? rest : { ...rest, [KEY]: email } });
  };
  return [confirmingIn(state), set];
}
