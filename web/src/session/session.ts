import { useSyncExternalStore } from "react";
import { api, outlivesPage, payload, takeTokensFrom } from "@/api/client";
import type { Me } from "@/api/models";
import { ApiProblem, unreachable } from "@/api/problem";
import type { components } from "@/api/schema";
import { channel } from "@/lib/browser/broadcast";
import { mayBeOnlyHere, wipePerson, wipePersonalStorage } from "@/lib/browser/storage";
import { dropEarly } from "@/lib/loading/early";
import { within } from "@/lib/time/within";
import { owedSignOut } from "./owed-sign-out";
import { rememberedPerson, rememberPerson } from "./person";
import { isOnSharedComputer, mayHaveSession, REFRESH_MS, rememberSession, underSessionLock } from "./session-hint";

type Schemas = components["schemas"];

/** Why nobody is signed in: never was, pressed Logout, or the session ran out. */
type SignedOutReason = "none" | "logout" | "ended";

export type SessionState =
  | { status: "unknown"; me: undefined; isAdmin: false; unreachable: boolean }
  | { status: "signed-out"; me: undefined; isAdmin: false; reason: SignedOutReason; notice?: string | undefined }
  | {
      status: "signed-in";
      me: Me;
      isAdmin: boolean;
      /** The server could not be asked yet: what this device has kept is shown meanwhile. */
      isUnconfirmed?: boolean;
      /** Others use this computer: nothing is kept beyond the session. */
      isPassing?: boolean;
    };

/** Whether the server takes this person for an administrator now: without the second factor it demands, it does not. */
const mayAdminister = (me: Me) => me.isAdmin && !me.needsSecondFactor;

/** A token this close to its end is renewed before it is used, in milliseconds. */
const RENEW_BEFORE_MS = 30_000;

/** A sign-out that failed is tried again this often while a page is open, in milliseconds; at once when it is online again. */
const SIGN_OUT_AGAIN_MS = 30_000;

/** A server that has not answered by then is not waited for where it is known who was signed in, in milliseconds. */
const PATIENCE_MS = 3000;

/** A session that the server has not confirmed is tried again this often, in milliseconds; at once when it is online again. */
const CONFIRM_AGAIN_MS = 15_000;

const otherTabs = channel<"signed-out" | "signed-in">("note-ninja session");

let state: SessionState = { status: "unknown", me: undefined, isAdmin: false, unreachable: false };
/** Whether who signs in now has said that others use this computer. */
let isPassing = isOnSharedComputer();
let token: { value: string; endsAtMs: number } | undefined;
/** Counts the times this page forgot a session, so that a refresh under way cannot bring it back. */
let forgotten = 0;
/** Counts the changes of the person that were made here, so that an answer asked for before cannot take them back. */
let edits = 0;
const watchers = new Set<() => void>();
const endings = new Set<() => void>();

function become(next: SessionState): void {
  state = next;
  for (const watcher of watchers) watcher();
}

/** Called before the server is asked who the person is. The result makes the newest that is known of its answer. */
function newestAfter(): (answer: Me) => Me {
  const before = edits;
  return (answer) => (edits !== before && state.me?.uid === answer.uid ? state.me : answer);
}

function begin(session: Schemas["Session"]): void {
  // Another tab may have signed in another user: no data of the first may stay.
  const isAnother = state.status === "signed-in" && state.me.uid !== session.me.uid;
  if (isAnother) {
    dropEarly();
    for (const ending of endings) ending();
  }
  token = { value: session.accessToken, endsAtMs: Date.now() + session.expiresInSecs * 1000 };
  rememberSession(true, isPassing);
  // Of what others left, what they would lose waits for an answer (`others.ts`).
  wipePersonalStorage(session.me.uid, mayBeOnlyHere);
  signedIn(session.me);
}

function signedIn(me: Me): void {
  if (!isPassing) rememberPerson(me);
  become({ status: "signed-in", me, isAdmin: mayAdminister(me), ...(isPassing && { isPassing }) });
}

const isUnconfirmed = () => state.status === "signed-in" && state.isUnconfirmed === true;

/**
 * Forgets the session; after *Logout*, and on a shared computer, everything about the person. What a session leaves that
 * only ended waits for the same person.
 */
function end(reason: SignedOutReason, notice?: string): void {
  const wasSignedIn = state.status === "signed-in";
  const uid = state.me?.uid;
  token = undefined;
  forgotten += 1;
  if (reason === "logout" || isPassing) {
    if (uid !== undefined) wipePerson(uid);
    wipePersonalStorage(undefined, mayBeOnlyHere);
  }
  rememberSession(false);
  isPassing = false;
  // What was asked for without a session is everybody's.
  if (reason !== "none") dropEarly();
  become({ status: "signed-out", me: undefined, isAdmin: false, reason, notice });
  if (wasSignedIn) for (const ending of endings) ending();
}

async function askForToken(): Promise<Schemas["Session"]> {
  try {
    return await within(REFRESH_MS, (signal) => payload(api.POST("/api/auth/refresh", { ...outlivesPage, signal })));
  } catch (error) {
    throw error instanceof ApiProblem ? error : unreachable();
  }
}

async function replaceToken(refused: string | undefined): Promise<string | undefined> {
  // The person may have signed out, or in again, while this call waited for the lock.
  if (token?.value !== refused) return token?.value;
  const before = forgotten;
  if (owedSignOut.is()) {
    end("logout");
    void settleInTheEnd();
    return undefined;
  }
  try {
    const newest = newestAfter();
    const renewed = await askForToken();
    // Another tab may have signed in.
    isPassing = isOnSharedComputer();
    if (before === forgotten) begin({ ...renewed, me: newest(renewed.me) });
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 401)) throw error;
    if (before === forgotten) end(refused === undefined && !isUnconfirmed() ? "none" : "ended");
  }
  return token?.value;
}

let renewing: Promise<string | undefined> | undefined;

/** Asks for a new access token. Without an answer from the server the session stays as it is, and this throws. */
function refresh(refused: string | undefined): Promise<string | undefined> {
  renewing ??= underSessionLock(() => replaceToken(refused)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** Tells the server of a sign-out that it has not confirmed. One tab does, and none renews the session meanwhile. */
function settleSignOut(): Promise<void> {
  return underSessionLock(async () => {
    if (!owedSignOut.is()) return;
    await payload(api.POST("/api/auth/sign-out"));
    owedSignOut.settled();
  });
}

let nextTry: ReturnType<typeof setTimeout> | undefined;

/** Repeats an owed sign-out until the server has confirmed it. */
async function settleInTheEnd(): Promise<void> {
  clearTimeout(nextTry);
  try {
    await settleSignOut();
  } catch (error) {
    console.warn(
      "The server did not confirm the sign-out; this browser has forgotten the session and asks again.",
      error,
    );
    nextTry = setTimeout(settleInTheEnd, SIGN_OUT_AGAIN_MS);
  }
}

globalThis.addEventListener?.("online", () => {
  if (owedSignOut.is()) void settleInTheEnd();
});

let restoring: Promise<void> | undefined;

/** Restores the session, once per page load. */
function restore(): Promise<void> {
  restoring ??= (async () => {
    if (owedSignOut.is()) {
      end("logout");
      void settleInTheEnd();
      return;
    }
    if (!mayHaveSession()) {
      end("none");
      return;
    }
    const me = isPassing ? undefined : rememberedPerson();
    const before = forgotten;
    const refreshing = refresh(undefined);
    try {
      await (me ? within(PATIENCE_MS, () => refreshing) : refreshing);
    } catch {
      // Where only nobody waits for it any more, the answer confirms the session when it comes.
      refreshing.catch(() => undefined);
      if (state.status === "signed-in" || forgotten !== before) return;
      if (me) {
        become({ status: "signed-in", me, isAdmin: false, isUnconfirmed: true });
        confirmInTheEnd();
        return;
      }
      restoring = undefined;
      become({ status: "unknown", me: undefined, isAdmin: false, unreachable: true });
    }
  })();
  return restoring;
}

/** Asks for the session until the server has answered. */
function confirmInTheEnd(): void {
  const stopping = new AbortController();
  const ask = () => {
    if (isUnconfirmed()) void refresh(undefined).catch(() => undefined);
    else stopping.abort();
  };
  const timer = setInterval(ask, CONFIRM_AGAIN_MS);
  const { signal } = stopping;
  signal.addEventListener("abort", () => clearInterval(timer));
  window.addEventListener("online", ask, { signal });
  window.addEventListener("focus", ask, { signal });
}

takeTokensFrom({
  async current() {
    await restore();
    if (token ? token.endsAtMs - Date.now() < RENEW_BEFORE_MS : isUnconfirmed()) await refresh(token?.value);
    return token?.value;
  },
  renew: (refused) => refresh(refused),
  settled: settleSignOut,
  person: () => state.me?.uid,
});

otherTabs.listen((message) => {
  if (message === "signed-out" && state.status !== "signed-out") end("logout");
  if (message === "signed-in") {
    if (state.status === "signed-in") void refresh(token?.value).catch(() => undefined);
    else {
      restoring = undefined;
      void restore();
    }
  }
});

function arrive(answer: Schemas["SignInResponse"]): Schemas["SignInResponse"] {
  if (answer.next === "signed_in") {
    begin(answer.session);
    otherTabs.send("signed-in");
  }
  return answer;
}

/** What can be done with the session. Everything throws `ApiProblem`, except `signOut`, which cannot fail. */
export const session = {
  state: () => state,
  restore,
  /** Signs in, or says which step comes first. `sharedComputer`: the session ends with the browser. */
  async signIn(form: { email: string; password: string; sharedComputer?: boolean }) {
    isPassing = form.sharedComputer ?? false;
    const body = { ...form, sharedComputer: isPassing };
    return arrive(await payload(api.POST("/api/auth/sign-in", { body })));
  },
  /** The first own password of an invited administrator. */
  async choosePassword(form: { email: string; challenge: string; newPassword: string; sharedComputer?: boolean }) {
    isPassing = form.sharedComputer ?? false;
    const body = { ...form, sharedComputer: isPassing };
    return arrive(await payload(api.POST("/api/auth/new-password", { body })));
  },
  /** Signs out here at once, in the other tabs, and at the server, which is told again until it has heard. */
  async signOut() {
    owedSignOut.owe();
    const settling = settleInTheEnd();
    end("logout");
    otherTabs.send("signed-out");
    await settling;
  },
  /** Takes the answer to a step of signing in. */
  arrive,
  /** What changes the session at the server; no other tab renews it meanwhile. */
  underLock: underSessionLock,
  /** Signs out here and in the other tabs, after the server has ended the session; the sign-in page shows `notice`. */
  leave(notice: string) {
    end("logout", notice);
    otherTabs.send("signed-out");
  },
  /** After a change of the person that was made here: answers that were asked for before do not count any more. */
  update(me: Me) {
    edits += 1;
    if (state.status === "signed-in") signedIn(me);
  },
  /**
   * Called before the server is asked who the person is; the result takes its answer. What was changed here meanwhile is
   * newer than that: whoever is returned is the newest that this page knows.
   */
  asking(): (answer: Me) => Me {
    const newest = newestAfter();
    return (answer) => {
      const me = newest(answer);
      if (state.me?.uid === me.uid) signedIn(me);
      return me;
    };
  },
  /** Called whenever a session ends, to drop what belonged to it; returns how to stop. */
  onEnd(ending: () => void) {
    endings.add(ending);
    return () => endings.delete(ending);
  },
  /** Called whenever the state changes; returns how to stop. */
  watch,
};

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The session state; rerenders when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(watch, session.state);
}
