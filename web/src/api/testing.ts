/**
 * Mock session for component tests: `vi.mock("@/session/session", () => import("@/api/testing"))`. Changes by
 * members go through an outbox whose database lasts as long as the test file.
 */
import "fake-indexeddb/auto";
import type { Me } from "./models";

type Person = Pick<Me, "uid" | "name">;

let state: object = { status: "signed-out", me: undefined, isAdmin: false, reason: "none" };
const watchers = new Set<() => void>();
const endings = new Set<() => void>();

function become(next: object): void {
  state = next;
  for (const watcher of watchers) watcher();
}

/** Signs a user in. */
export function signInAs(me: Person, isAdmin = false): void {
  become({ status: "signed-in", me, isAdmin });
}

/** Signs a user in on a shared computer. */
export function signInOnSharedComputer(me: Person): void {
  become({ status: "signed-in", me, isAdmin: false, isSharedComputer: true });
}

/** Signs out, which ends the session. */
export function signOutForTest(): void {
  for (const watcher of endings) watcher();
  become({ status: "signed-out", me: undefined, isAdmin: false, reason: "none" });
}

/** Signs out and closes the pages, which receive no more session events. */
export function closePages(): void {
  signOutForTest();
  watchers.clear();
  endings.clear();
}

export const session = {
  state: () => state,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  onEnd(watcher: () => void): () => void {
    endings.add(watcher);
    return () => endings.delete(watcher);
  },
  trackProfileFetch: () => (answer: Me) => answer,
};

export const useSession = () => state;
