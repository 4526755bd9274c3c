import { useSyncExternalStore } from "react";
import { api, keepalive, setTokenSource, unwrap } from "@/api/client";
import type { Me } from "@/api/models";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import type { components } from "@/api/schema";
import { createChannel } from "@/lib/browser/broadcast";
import { clearUser, clearUserStorage, isUnsyncedKey } from "@/lib/browser/storage";
import { discardPrefetched } from "@/lib/loading/prefetched-responses";
import { withTimeout } from "@/lib/time/with-timeout";
import { createWatchers } from "@/lib/watchers";
import { lastUser, saveLastUser } from "./last-user";
import { pendingSignOut } from "./pending-sign-out";
import {
  hasSessionHint,
  isOnSharedComputer,
  REFRESH_TIMEOUT_MS,
  setSessionHint,
  withSessionLock,
} from "./session-hint";

type Schemas = components["schemas"];

/** Reason for being signed out: never signed in, pressed Logout, or the session expired. */
type SignedOutReason = "none" | "logout" | "ended";

export type SessionState =
  | { status: "unknown"; me: undefined; isAdmin: false; unreachable: boolean }
  | { status: "signed-out"; me: undefined; isAdmin: false; reason: SignedOutReason; notice?: string | undefined }
  | {
      status: "signed-in";
      me: Me;
      isAdmin: boolean;
      /** True until the server has confirmed the session. Until then, local data is shown. */
      isOfflineSession?: boolean;
      /** True on a shared computer: no data is stored beyond the session. */
      isSharedComputer?: boolean;
    };

/**
 * Returns true if the server accepts the user as an administrator now. Where a second factor is required, the user must
 * have set it up.
 */
const mayAdminister = (me: Me) => me.isAdmin && !me.needsSecondFactor;

/** Remaining lifetime at which a token is renewed before use, in milliseconds. */
const RENEW_BEFORE_MS = 30_000;

/**
 * Interval between attempts to repeat a failed sign-out while a page is open, in milliseconds. The browser coming
 * online also triggers an attempt.
 */
const RETRY_SIGN_OUT_MS = 30_000;

/** Time to wait for the server at page load if the last user is known, in milliseconds. */
const RESTORE_TIMEOUT_MS = 3000;

/**
 * Interval between attempts to confirm a session, in milliseconds. The browser coming online also triggers an attempt.
 */
const RETRY_CONFIRM_MS = 15_000;

const sessionChannel = createChannel<"signed-out" | "signed-in">("note-ninja session");

let state: SessionState = { status: "unknown", me: undefined, isAdmin: false, unreachable: false };
/** Whether the current sign-in is on a shared computer. */
let isSharedComputer = isOnSharedComputer();
let token: { value: string; endsAtMs: number } | undefined;
/** Number of sessions that ended on this page. A renewal that began before an end must not restore the session. */
let sessionGeneration = 0;
/** Number of local changes of the user. A response to an earlier request must not revert them. */
let profileGeneration = 0;
const watchers = createWatchers();
const endings = createWatchers();

function become(next: SessionState): void {
  state = next;
  watchers.tell();
}

/**
 * Called before a request for the user. Returns a function that picks the newer of the response and the local state.
 */
function newestAfter(): (response: Me) => Me {
  const before = profileGeneration;
  return (response) => (profileGeneration !== before && state.me?.uid === response.uid ? state.me : response);
}

function begin(session: Schemas["Session"]): void {
  // Another tab may have signed in another user: no data of the first user may stay.
  const isAnother = state.status === "signed-in" && state.me.uid !== session.me.uid;
  if (isAnother) {
    discardPrefetched();
    endings.tell();
  }
  token = { value: session.accessToken, endsAtMs: Date.now() + session.expiresInSecs * 1000 };
  setSessionHint(true, isSharedComputer);
  // Keep the unsent changes of other users until this user has decided about them (`offline/other-accounts-data.ts`).
  clearUserStorage(session.me.uid, isUnsyncedKey);
  signedIn(session.me);
}

function signedIn(me: Me): void {
  if (!isSharedComputer) saveLastUser(me);
  become({ status: "signed-in", me, isAdmin: mayAdminister(me), ...(isSharedComputer && { isSharedComputer }) });
}

const isOfflineSession = () => state.status === "signed-in" && state.isOfflineSession === true;

/**
 * Ends the session on this page. After *Logout* and on a shared computer, also deletes all data of the user. After an
 * expired session, the data stays for the same user.
 */
function end(reason: SignedOutReason, notice?: string): void {
  const wasSignedIn = state.status === "signed-in";
  const uid = state.me?.uid;
  token = undefined;
  sessionGeneration += 1;
  if (reason === "logout" || isSharedComputer) {
    if (uid !== undefined) clearUser(uid);
    clearUserStorage(undefined, isUnsyncedKey);
  }
  setSessionHint(false);
  isSharedComputer = false;
  // Responses prefetched without a session are public, so they can stay.
  if (reason !== "none") discardPrefetched();
  become({ status: "signed-out", me: undefined, isAdmin: false, reason, notice });
  if (wasSignedIn) endings.tell();
}

async function requestToken(): Promise<Schemas["Session"]> {
  try {
    return await withTimeout(REFRESH_TIMEOUT_MS, (signal) =>
      unwrap(api.POST("/api/auth/refresh", { ...keepalive, signal })),
    );
  } catch (error) {
    throw error instanceof ApiProblem ? error : unreachableProblem();
  }
}

async function replaceToken(rejectedToken: string | undefined): Promise<string | undefined> {
  // The user may have signed out or in again while this call waited for the lock.
  if (token?.value !== rejectedToken) return token?.value;
  const before = sessionGeneration;
  if (pendingSignOut.isPending()) {
    end("logout");
    void retrySignOut();
    return undefined;
  }
  try {
    const newest = newestAfter();
    const renewed = await requestToken();
    // Another tab may have signed in.
    isSharedComputer = isOnSharedComputer();
    if (before === sessionGeneration) begin({ ...renewed, me: newest(renewed.me) });
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 401)) throw error;
    if (before === sessionGeneration) end(rejectedToken === undefined && !isOfflineSession() ? "none" : "ended");
  }
  return token?.value;
}

let renewing: Promise<string | undefined> | undefined;

/** Renews the access token. If there is no response, rejects and leaves the session unchanged. */
function refresh(rejectedToken: string | undefined): Promise<string | undefined> {
  renewing ??= withSessionLock(() => replaceToken(rejectedToken)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/**
 * Sends a pending sign-out to the server, under the lock, so that no other tab sends it or renews the session at the
 * same time.
 */
function flushSignOut(): Promise<void> {
  return withSessionLock(async () => {
    if (!pendingSignOut.isPending()) return;
    await unwrap(api.POST("/api/auth/sign-out"));
    pendingSignOut.clear();
  });
}

let nextTry: ReturnType<typeof setTimeout> | undefined;

/** Repeats a pending sign-out until the server has confirmed it. */
async function retrySignOut(): Promise<void> {
  clearTimeout(nextTry);
  try {
    await flushSignOut();
  } catch (error) {
    console.warn(
      "The server did not confirm the sign-out; this browser has forgotten the session and asks again.",
      error,
    );
    nextTry = setTimeout(retrySignOut, RETRY_SIGN_OUT_MS);
  }
}

globalThis.addEventListener?.("online", () => {
  if (pendingSignOut.isPending()) void retrySignOut();
});

let restoring: Promise<void> | undefined;

/** Restores the session, once per page load. */
function restore(): Promise<void> {
  restoring ??= (async () => {
    if (pendingSignOut.isPending()) {
      end("logout");
      void retrySignOut();
      return;
    }
    if (!hasSessionHint()) {
      end("none");
      return;
    }
    const me = isSharedComputer ? undefined : lastUser();
    const before = sessionGeneration;
    const refreshing = refresh(undefined);
    try {
      await (me ? withTimeout(RESTORE_TIMEOUT_MS, () => refreshing) : refreshing);
    } catch {
      // After a timeout, the response still confirms the session when it arrives.
      refreshing.catch(() => undefined);
      if (state.status === "signed-in" || sessionGeneration !== before) return;
      if (me) {
        become({ status: "signed-in", me, isAdmin: false, isOfflineSession: true });
        retryConfirm();
        return;
      }
      restoring = undefined;
      become({ status: "unknown", me: undefined, isAdmin: false, unreachable: true });
    }
  })();
  return restoring;
}

/** Repeats the request for the session until the server responds. */
function retryConfirm(): void {
  const stopping = new AbortController();
  const confirm = () => {
    if (isOfflineSession()) void refresh(undefined).catch(() => undefined);
    else stopping.abort();
  };
  const timer = setInterval(confirm, RETRY_CONFIRM_MS);
  const { signal } = stopping;
  signal.addEventListener("abort", () => clearInterval(timer));
  window.addEventListener("online", confirm, { signal });
  window.addEventListener("focus", confirm, { signal });
}

setTokenSource({
  async current() {
    await restore();
    if (token ? token.endsAtMs - Date.now() < RENEW_BEFORE_MS : isOfflineSession()) await refresh(token?.value);
    return token?.value;
  },
  renew: (rejectedToken) => refresh(rejectedToken),
  awaitPendingSignOut: flushSignOut,
  owner: () => state.me?.uid,
});

sessionChannel.listen((message) => {
  if (message === "signed-out" && state.status !== "signed-out") end("logout");
  if (message === "signed-in") {
    if (state.status === "signed-in") void refresh(token?.value).catch(() => undefined);
    else {
      restoring = undefined;
      void restore();
    }
  }
});

function applySignInResponse(response: Schemas["SignInResponse"]): Schemas["SignInResponse"] {
  if (response.next === "signed_in") {
    begin(response.session);
    sessionChannel.send("signed-in");
  }
  return response;
}

/** Operations on the session. All throw `ApiProblem`, except `signOut`, which never fails. */
export const session = {
  state: () => state,
  restore,
  /** Signs in, or returns the step that is required first. With `sharedComputer`, the session ends with the browser. */
  async signIn(form: { email: string; password: string; sharedComputer?: boolean }) {
    isSharedComputer = form.sharedComputer ?? false;
    const body = { ...form, sharedComputer: isSharedComputer };
    return applySignInResponse(await unwrap(api.POST("/api/auth/sign-in", { body })));
  },
  /** Sets the first password of an invited administrator. */
  async setInitialPassword(form: { email: string; challenge: string; newPassword: string; sharedComputer?: boolean }) {
    isSharedComputer = form.sharedComputer ?? false;
    const body = { ...form, sharedComputer: isSharedComputer };
    return applySignInResponse(await unwrap(api.POST("/api/auth/new-password", { body })));
  },
  /** Signs out at once here and in the other tabs. Repeats the request to the server until it is confirmed. */
  async signOut() {
    pendingSignOut.set();
    const settling = retrySignOut();
    end("logout");
    sessionChannel.send("signed-out");
    await settling;
  },
  /** Processes the response to a sign-in step. */
  applySignInResponse,
  /** Runs a change of the server's session under the lock, so that no other tab renews it. */
  withLock: withSessionLock,
  /** Signs out here and in the other tabs after the server has ended the session. The sign-in page shows `notice`. */
  endWithNotice(notice: string) {
    end("logout", notice);
    sessionChannel.send("signed-out");
  },
  /** Applies a local change of the user. Responses to earlier requests are ignored. */
  setUser(me: Me) {
    profileGeneration += 1;
    if (state.status === "signed-in") signedIn(me);
  },
  /**
   * Called before a request for the user. Returns a function that applies its response and returns the newest known
   * user, which may be a later local change.
   */
  trackProfileFetch(): (response: Me) => Me {
    const newest = newestAfter();
    return (response) => {
      const me = newest(response);
      if (state.me?.uid === me.uid) signedIn(me);
      return me;
    };
  },
  /** Calls `ending` whenever a session ends, so that its data can be dropped. Returns the unsubscribe function. */
  onEnd: endings.watch,
  watch: watchers.watch,
};

/** Returns the session state and subscribes to it. */
export function useSession(): SessionState {
  return useSyncExternalStore(watchers.watch, session.state);
}
