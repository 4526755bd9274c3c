/**
 * A session for tests of components, in the place of the real one: `vi.mock("@/api/session", () => import("@/api/testing"))`.
 * What members change goes through an outbox over a database that lives as long as the test file.
 */
import "fake-indexeddb/auto";
import type { Me } from "./models";

type Person = Pick<Me, "uid" | "name">;

let state: object = { status: "signed-out", me: undefined, isAdmin: false, reason: "none" };
const watchers = new Set<() => void>();

function become(next: object): void {
  state = next;
  for (const watcher of watchers) watcher();
}

/** Somebody has signed in. */
export function signInAs(me: Person, isAdmin = false): void {
  become({ status: "signed-in", me, isAdmin });
}

/** Somebody has signed in, and said that others use this computer. */
export function signInPassingAs(me: Person): void {
  become({ status: "signed-in", me, isAdmin: false, isPassing: true });
}

/** Nobody has. */
export function beVisitor(): void {
  become({ status: "signed-out", me: undefined, isAdmin: false, reason: "none" });
}

/** Who was here has left, and their pages are closed: they hear nothing of the session any more. */
export function closePages(): void {
  beVisitor();
  watchers.clear();
}

export const session = {
  state: () => state,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  onEnd: () => () => undefined,
  asking: () => (answer: Me) => answer,
};

export const useSession = () => state;
