import type { ApiProblem } from "@/api/problem";

/** Payload of a change. Its `kind` is the name under which `kinds.ts` lists the kind. */
export interface ChangePayload {
  kind: string;
}

/** One unconfirmed change in the outbox. */
export interface Queued<C extends ChangePayload> {
  /** Sequence number. It decides the order within its serial queue. */
  seq: number;
  /** Identifies the change for the caller that waits for its outcome. */
  id: string;
  change: C;
  /**
   * `sending`: the server may have received it. `rejected`: it is no longer shown optimistically and waits for the
   * user's decision.
   */
  state: "waiting" | "sending" | "rejected";
  /** Number of attempts without a response. */
  attempts: number;
  /** True if it could not be sent at once. No caller waits for the response. */
  isDeferred: boolean;
  /** Reason for the rejection, as a message for the user. */
  problem?: string | undefined;
  /** True if it was rejected because its item no longer exists. */
  isNotFound?: boolean | undefined;
}

/** Effect of a new change on the queue. */
export interface Coalesced<C extends ChangePayload> {
  /** Sequence numbers of entries that become obsolete. */
  drop: readonly number[];
  /** True if the new change must be sent. */
  isNeeded: boolean;
  /** Replaces the new change: it combines the change with the dropped ones. */
  merged?: C;
}

export interface SendOptions {
  signal: AbortSignal;
  /** True if the change was not sent at once, so that the student may not have seen the newest version of its item. */
  isQueued: boolean;
}

/** Effect of a confirmed change on the outbox. */
export interface ConfirmationEffect<G extends ChangePayload> {
  /** Rewrites an unconfirmed change of the same item. */
  rewrite?: (other: G) => G;
  /** The id that the client created, and the id that the server gave instead. */
  alias?: { from: string; to: string } | undefined;
}

/**
 * Everything that the outbox knows about one kind of change: payload `C`, response `A`, and the payloads `G` of the
 * kinds in its group. Kinds are plain data and functions, shared by the page and the service worker.
 */
export interface ChangeKind<C extends ChangePayload, A = undefined, G extends ChangePayload = C> {
  /** Identifies the item that the change affects, among the items of the kind or group. */
  id(change: C): string;
  /** Kinds of one group affect the same items and share a serial queue. */
  group?: string;
  /**
   * Serial queues are sent in parallel; changes of one serial queue are sent in order or in one batch. By default, each
   * item has its own serial queue.
   */
  serialQueueKey?(change: C): string;

  /** Merges a change with the waiting and the rejected changes of the same item, oldest first. */
  merge(change: C, open: readonly Queued<G>[], rejected: readonly Queued<G>[]): Coalesced<G>;
  /** True if a new change does not replace rejected ones of the same item. */
  keepsRejected?: boolean;

  /** Sends one change. Must be idempotent. An aborted request may have reached the server. */
  send(change: C, how: SendOptions): Promise<A>;
  /** Sends up to `max` changes of one serial queue in one request, and returns their responses in order. */
  batch?: { max: number; send(changes: readonly C[], signal: AbortSignal): Promise<A[]> };
  /**
   * Lets a change wait for later ones, so that they are sent together: until `untilMs` (Unix milliseconds).
   * `flushBatch` ends the wait.
   */
  batching?: { untilMs(change: C): number; flushBatch(change: C): C };

  confirmed?(change: C, result: A): ConfirmationEffect<G>;
  /** True if confirmed changes stay on this device until the cached responses contain them. */
  isKeptUntilCached?: boolean;
  /** Returns true if a change is retried after this server error even while its caller waits for the response. */
  isRetried?(change: C, problem: ApiProblem): boolean;
  /** True if a rejected change is dropped, because the user cannot correct it. */
  isDroppedWhenRejected?: boolean;
  /** True if the other changes of the item depend on this one. */
  isCreation?: boolean;
  /** Returns the change for another attempt after a rejection. `isGone`: its item no longer exists. */
  retryChange?(change: C, isGone: boolean): C;

  /** Describes a change in words that can follow "Could not". */
  describe(change: C): string;
  /** Singular and plural noun for changes of this kind. */
  countNouns: readonly [one: string, several: string];
  /** Path of the page where a change was made, if there is one. */
  path?(change: C): string | undefined;
}
